package io.snowgate.loadtest;

import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Kills the leader, once in each turn, while somebody asks every member without end: how long does nobody get a
 * timestamp? And what does the new leader's own metric say of it? On all cores, as anybody would run it.
 */
final class FailoverScenario implements Scenario {

    static final String NAME = "failover";
    static final Setting PLAIN = new Setting(false, 1, ClusterServer.MEMBERS, "");
    static final int USUAL_KILLS = 20;

    private static final String METRIC = "snowgate_cluster_failover_gap_seconds_sum";
    private static final double SECONDS = 8;
    private static final long LONGEST_GAP_MILLIS = 60_000;
    private static final long ENOUGH_BEFORE = 200;
    private static final long ENOUGH_AFTER = 20;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double MILLIS_PER_SECOND = 1e3;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "how long nobody gets a timestamp when the leader is killed, once a turn, " + USUAL_KILLS + " turns";
    }

    @Override
    public List<Measured> run(Lab lab) throws IOException, InterruptedException, Failure {
        int kills = lab.options().turns().orElse(USUAL_KILLS);
        try (ClusterServer cluster = lab.startAnywhere(SnowgateCluster.of(lab.snowgate()))) {
            Contestant gateways = new Contestant(Peer.SNOWGATE, kills, SECONDS, () -> lab.alone(() -> take(cluster)));
            lab.plan(List.of(gateways));
            return List.of(lab.rounds().run(NAME, PLAIN, List.of(gateways)));
        }
    }

    /** The clients' share is in this process, and small. */
    private static Outcome take(ClusterServer cluster) throws IOException, InterruptedException, Failure {
        Node leader = cluster.findLeader();
        double already = metric(cluster, leader);
        try (Askers askers = Askers.start(cluster.nodes())) {
            Silence silence = askers.silence();
            await(silence, ENOUGH_BEFORE);
            ProcessTable before = ProcessTable.read();
            List<Long> pids = cluster.pids();
            silence.begin(System.nanoTime());
            cluster.kill(leader);
            silence.recount();
            await(silence, ENOUGH_AFTER);
            CpuUse use = CpuUse.between(before, ProcessTable.read(), pids, List.of());
            Outcome outcome = new Outcome(turn(silence, metric(cluster, leader) - already, use), use);
            cluster.start(leader);
            cluster.await(leader);
            return outcome;
        }
    }

    private static void await(Silence silence, long answers) throws InterruptedException, Failure {
        if (!silence.awaitAnswers(answers, LONGEST_GAP_MILLIS)) {
            throw new Failure("no timestamps for " + LONGEST_GAP_MILLIS / MILLIS_PER_SECOND + " s");
        }
    }

    /** Of all members but that one, each of which counts what it took over itself. */
    private static double metric(ClusterServer cluster, Node but) {
        return cluster.nodes().stream()
                .filter(node -> !node.equals(but))
                .flatMap(node -> cluster.getAdmin(node, "/metrics").stream())
                .map(answer -> Exposition.value(answer.body(), METRIC))
                .mapToDouble(value -> value.orElse(0))
                .sum();
    }

    private static Turn turn(Silence silence, double metricSeconds, CpuUse use) {
        Map<Metric, Double> figures = new EnumMap<>(Metric.class);
        figures.put(Metric.GAP_MILLIS, silence.longestNanos() / NANOS_PER_MILLI);
        figures.put(Metric.OWN_GAP_MILLIS, metricSeconds * MILLIS_PER_SECOND);
        figures.put(Metric.OTHER_PERCENT, use.otherShare() * 100);
        return new Turn(figures);
    }
}
