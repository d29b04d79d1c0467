package io.snowgate.loadtest;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Timestamps of a cluster of three, all its members on the one core of servers and charged for, asked of its leader.
 * Another cluster is started for each of its turns; the gateways stay, for they compile while they run, and stand still
 * meanwhile.
 */
final class TimestampScenario implements Scenario {

    static final String NAME = "timestamp";
    static final String HUNDRED = "n=100";
    static final Setting PLAIN = new Setting(false, 1, 64, "");
    static final Setting HTTPS = Setting.https(1, 64);
    static final Setting HTTP2 = Setting.https(2, 64);

    /** What answers over TLS are compared with. */
    static final String OWN_PLAIN = Peer.SNOWGATE + ", plain HTTP";

    private static final int MANY = 100;
    private static final int CONNECTING_SECONDS = 1;
    private static final int STARTING_SECONDS = 5;
    private static final double LATER_SECONDS = 1;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "timestamps of three members, one and a hundred at once, CPU of all three together";
    }

    @Override
    public List<Measured> run(Lab lab) throws IOException, InterruptedException, Failure {
        List<Setting> usual = List.of(PLAIN, PLAIN.of(HUNDRED), HTTPS, HTTPS.of(HUNDRED), HTTP2, HTTP2.of(HUNDRED));
        List<Measured> all = new ArrayList<>();
        List<Setting> settings = lab.options().settings(usual);
        List<List<Contestant>> contestants = new ArrayList<>();
        for (Setting setting : settings) {
            List<Contestant> some = contestants(lab, setting);
            lab.plan(some);
            contestants.add(some);
        }
        for (int i = 0; i < settings.size(); i++) {
            all.add(lab.rounds().run(NAME, settings.get(i), contestants.get(i)));
        }
        return all;
    }

    private static List<Contestant> contestants(Lab lab, Setting setting) {
        List<Contestant> contestants = new ArrayList<>();
        contestants.add(gateways(lab, Peer.SNOWGATE, setting, setting));
        if (setting.tls()) {
            contestants.add(gateways(lab, OWN_PLAIN, setting, plain(setting)));
        } else {
            lab.clusterPeers().forEach(peer -> contestants.add(another(lab, peer, setting)));
        }
        return contestants;
    }

    private static Setting plain(Setting setting) {
        return new Setting(false, 1, setting.connections(), setting.variant());
    }

    private static Contestant gateways(Lab lab, String name, Setting setting, Setting asked) {
        double seconds = CONNECTING_SECONDS + lab.options().seconds() + LATER_SECONDS;
        return new Contestant(name, turns(lab, Peer.SNOWGATE, setting), seconds, () -> {
            ClusterServer cluster = lab.gateways();
            cluster.findLeader();
            lab.warmUp(cluster, request(asked), asked);
            return take(lab, cluster, asked);
        });
    }

    private static Contestant another(Lab lab, ClusterPeer peer, Setting setting) {
        double seconds = STARTING_SECONDS + CONNECTING_SECONDS + lab.options().seconds() + LATER_SECONDS;
        return new Contestant(
                peer.name(),
                turns(lab, peer.name(), setting),
                seconds,
                () -> lab.alone(() -> {
                    try (ClusterServer cluster = lab.start(peer)) {
                        return take(lab, cluster, setting);
                    }
                }));
    }

    private static int turns(Lab lab, String name, Setting setting) {
        return lab.options().turnsOf(name, Bars.names(NAME, setting));
    }

    private static Outcome take(Lab lab, ClusterServer cluster, Setting setting)
            throws IOException, InterruptedException, Failure {
        Outcome outcome = lab.client(setting)
                .run(
                        cluster,
                        request(setting),
                        setting,
                        CONNECTING_SECONDS,
                        lab.options().seconds());
        Map<Metric, Double> figures = new EnumMap<>(outcome.turn().inOrder());
        outcome.turn()
                .get(Metric.REQUESTS_PER_SECOND)
                .ifPresent(rate -> figures.put(Metric.VALUES_PER_SECOND, rate * count(setting)));
        return new Outcome(new Turn(figures), outcome.use(), outcome.cipher());
    }

    private static Request request(Setting setting) {
        return Request.of(ClusterServer.TIMESTAMP + (count(setting) == 1 ? "" : "?" + HUNDRED));
    }

    private static int count(Setting setting) {
        return setting.variant().equals(HUNDRED) ? MANY : 1;
    }
}
