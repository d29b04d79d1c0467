package io.snowgate.loadtest;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** New connections only: what a handshake costs a server, with one small request behind it. */
final class HandshakeScenario implements Scenario {

    static final String NAME = "handshake";

    private static final int AT_ONCE = 8;
    private static final String FULL = "full";

    static final Setting FULLY = Setting.https(1, AT_ONCE).of(FULL);
    static final Setting RESUMED = Setting.https(1, AT_ONCE).of(HandshakeClient.RESUMED);

    /** In comparison with resumed ones. */
    static final String OWN_FULL = Peer.SNOWGATE + ", " + FULL;

    /** Of the client, which is a new process each time. */
    private static final int WARM_UP_SECONDS = 2;

    /** The second compiler would take most of so short a life, and a server that waits for its client pays for waking up. */
    private static final List<String> QUICKLY_WARM = List.of("-XX:TieredStopAtLevel=1");

    private static final int PATIENCE_SECONDS = 20;
    private static final double MOST_FULL_AMONG_RESUMED = 0.02;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "TLS 1.3 on P-256 and X25519: CPU of a full handshake and of a resumed one, a small request included";
    }

    @Override
    public List<Measured> run(Lab lab) throws IOException, InterruptedException, Failure {
        List<Contestant> full = new ArrayList<>();
        List<Contestant> resumed = new ArrayList<>();
        for (Server server : lab.servers()) {
            full.add(contestant(lab, server, server.name(), FULLY));
            resumed.add(contestant(lab, server, server.name(), RESUMED));
            if (server.name().equals(Peer.SNOWGATE)) {
                resumed.add(contestant(lab, server, OWN_FULL, FULLY));
            }
        }
        lab.plan(full);
        lab.plan(resumed);
        return List.of(lab.rounds().together(NAME, FULLY, full), lab.rounds().together(NAME, RESUMED, resumed));
    }

    private Contestant contestant(Lab lab, Server server, String name, Setting setting) {
        int seconds = lab.options().seconds();
        int turns = lab.options().turnsOf(server.name(), Bars.names(NAME, setting));
        return new Contestant(
                name,
                turns,
                WARM_UP_SECONDS + seconds + 1.0,
                () -> warmUp(lab, server, setting),
                alternation -> take(lab, server, setting.variant(), seconds, alternation));
    }

    private static void warmUp(Lab lab, Server server, Setting setting)
            throws IOException, InterruptedException, Failure {
        record Work(Server server, String variant) {}
        String variant = setting.variant();
        lab.warmUp(
                server,
                new Work(server, variant),
                NAME + ", " + setting,
                seconds -> take(lab, server, variant, seconds, Alternation.NONE)
                        .turn()
                        .get(Metric.CPU_MICROS_PER_HANDSHAKE)
                        .orElseThrow());
    }

    private static Outcome take(Lab lab, Server server, String variant, int seconds, Alternation alternation)
            throws IOException, InterruptedException, Failure {
        int warmUp = alternation.among() * WARM_UP_SECONDS;
        int all = alternation.among() * seconds;
        int limit = warmUp + all + PATIENCE_SECONDS;
        try (ClientProcess client = lab.javaClient(
                        HandshakeClient.class, QUICKLY_WARM, limit, server.port(true), variant, AT_ONCE, warmUp, all);
                Part part = alternation.join(client.pid(), server.pids())) {
            client.await(HandshakeClient.BEGIN);
            ProcessTable before = ProcessTable.read();
            client.await(HandshakeClient.END);
            ProcessTable after = ProcessTable.read();
            String[] figures = client.await(HandshakeClient.FIGURES).split(" ", -1);
            CpuUse use = CpuUse.between(before, after, server.pids(), List.of(client.pid()), part.pauses());
            return new Outcome(turn(figures, variant, server, use), use);
        }
    }

    private static Turn turn(String[] said, String variant, Server server, CpuUse use) throws IOException, Failure {
        double done = Integer.parseInt(said[1]);
        double certificates = Integer.parseInt(said[2]);
        if (done == 0) {
            throw new Failure("no handshake came to its end");
        }
        if (!variant.equals(FULL) && certificates / done > MOST_FULL_AMONG_RESUMED) {
            throw new Failure(String.format(
                    Locale.ROOT, "of %.0f handshakes %.0f were full, for want of tickets", done, certificates));
        }
        Map<Metric, Double> figures = new EnumMap<>(Metric.class);
        figures.put(Metric.HANDSHAKES_PER_SECOND, done / use.elapsed());
        figures.put(Metric.CPU_MICROS_PER_HANDSHAKE, use.serverMicros() / done);
        figures.put(Metric.RSS_MIB, server.rssMib());
        figures.put(Metric.ERRORS, Double.valueOf(said[3]));
        use.addTo(figures);
        return new Turn(figures);
    }
}
