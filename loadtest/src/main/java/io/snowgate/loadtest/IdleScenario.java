package io.snowgate.loadtest;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Connections that do nothing: what each weighs, and then what it costs when each asks once a second. Every server is a
 * fresh one, warmed up before its memory is looked at for the first time.
 */
final class IdleScenario implements Scenario {

    static final String NAME = "idle";
    static final Setting HELD = Setting.https(1, 10_000);

    private static final int WARM_UP_SECONDS = 5;
    private static final int SETTLING_SECONDS = 2;
    private static final int POLLING_SECONDS = 4;
    private static final int CONNECTIONS_A_SECOND = 1_500;
    private static final double BYTES_PER_MIB = 1 << 20;
    private static final double BYTES_PER_KB = 1e3;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "10,000 idle TLS connections: memory of each, and CPU when each asks once a second";
    }

    @Override
    public List<Measured> run(Lab lab) throws IOException, InterruptedException, Failure {
        List<Measured> all = new ArrayList<>();
        for (Setting setting : lab.options().settings(List.of(HELD))) {
            if (setting.tls() && setting.http() == 1) {
                List<Contestant> contestants = new ArrayList<>();
                for (Peer peer : lab.peers()) {
                    contestants.add(contestant(lab, peer, setting));
                }
                lab.plan(contestants);
                all.add(lab.rounds().run(NAME, setting, contestants));
            }
        }
        return all;
    }

    /** One turn is enough unless more were asked for: memory does not wander as speed does. */
    private static Contestant contestant(Lab lab, Peer peer, Setting setting) {
        int connecting = 1 + setting.connections() / CONNECTIONS_A_SECOND;
        int seconds = lab.options().seconds();
        return new Contestant(
                peer.name(),
                lab.options().turns().orElse(1),
                WARM_UP_SECONDS + connecting + SETTLING_SECONDS + POLLING_SECONDS + seconds,
                () -> take(lab, peer, setting));
    }

    private static Outcome take(Lab lab, Peer peer, Setting setting) throws IOException, InterruptedException, Failure {
        int seconds = lab.options().seconds();
        try (Server server = lab.start(peer);
                CrowdProcess crowd = CrowdProcess.start(lab, server, POLLING_SECONDS + seconds)) {
            lab.h2load().run(server, Request.of("/state"), Setting.https(1, 64), 1, WARM_UP_SECONDS);
            TimeUnit.SECONDS.sleep(SETTLING_SECONDS);
            double before = server.rssMib();
            crowd.hold(setting.connections());
            TimeUnit.SECONDS.sleep(SETTLING_SECONDS);
            double held = server.rssMib();
            Outcome polling = crowd.pace(setting.connections(), POLLING_SECONDS, seconds);
            Map<Metric, Double> figures = new EnumMap<>(polling.turn().inOrder());
            figures.put(Metric.RSS_MIB, held);
            figures.put(
                    Metric.KB_PER_CONNECTION, (held - before) * BYTES_PER_MIB / BYTES_PER_KB / setting.connections());
            return new Outcome(new Turn(figures), polling.use());
        }
    }
}
