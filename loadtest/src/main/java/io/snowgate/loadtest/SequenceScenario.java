package io.snowgate.loadtest;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Values of a named sequence, one with each request, so that no client buffers any: from a range that the gateway has
 * reserved, or in strict order, each through the log on disk. What it takes until a value is there is the measure, with
 * one client and with many.
 *
 * <p>Others are libraries with benchmarks of their own, which have all cores to themselves in their turns, for servers
 * and clients.
 */
final class SequenceScenario implements Scenario {

    static final String NAME = "sequence";
    static final String FAST = "fast";
    static final String STRICT = "strict";
    static final Setting ONE_FAST = new Setting(false, 1, 1, FAST);

    private static final int MANY = 32;
    private static final Setting ONE_STRICT = new Setting(false, 1, 1, STRICT);
    private static final Setting MANY_FAST = new Setting(false, 1, MANY, FAST);
    private static final Setting MANY_STRICT = new Setting(false, 1, MANY, STRICT);
    private static final int CONNECTING_SECONDS = 1;
    private static final int PATIENCE_SECONDS = 60;
    private static final double LATER_SECONDS = 1;
    private static final double MICROS_PER_SECOND = 1e6;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "values of a named sequence, one a request, in fast and in strict order";
    }

    @Override
    public List<Measured> run(Lab lab) throws IOException, InterruptedException, Failure {
        List<Measured> all = new ArrayList<>();
        for (Setting setting : lab.options().settings(List.of(ONE_FAST, ONE_STRICT, MANY_FAST, MANY_STRICT))) {
            List<Contestant> contestants = new ArrayList<>();
            contestants.add(gateways(lab, setting));
            lab.benches().forEach(peer -> contestants.add(bench(lab, peer, setting)));
            lab.plan(contestants);
            all.add(lab.rounds().run(NAME, setting, contestants));
        }
        return all;
    }

    private static Contestant gateways(Lab lab, Setting setting) {
        int seconds = lab.options().seconds();
        return new Contestant(
                Peer.SNOWGATE, turns(lab, Peer.SNOWGATE, setting), CONNECTING_SECONDS + seconds + LATER_SECONDS, () -> {
                    ClusterServer cluster = lab.gateways();
                    cluster.findLeader();
                    Request request = request(setting);
                    lab.warmUp(cluster, request, setting);
                    return take(lab.client(setting).run(cluster, request, setting, CONNECTING_SECONDS, seconds));
                });
    }

    private static Request request(Setting setting) {
        String variant = setting.variant();
        return Request.of("/sequence/loadtest-" + variant + (variant.equals(STRICT) ? "?order=strict" : ""));
    }

    private static Outcome take(Outcome outcome) {
        Map<Metric, Double> figures = new EnumMap<>(outcome.turn().inOrder());
        outcome.turn()
                .get(Metric.REQUESTS_PER_SECOND)
                .ifPresent(rate -> figures.put(Metric.MICROS_PER_VALUE, MICROS_PER_SECOND / rate));
        return new Outcome(new Turn(figures), outcome.use());
    }

    private static Contestant bench(Lab lab, BenchPeer peer, Setting setting) {
        int seconds = lab.options().seconds();
        return new Contestant(
                peer.name(),
                turns(lab, peer.name(), setting),
                2.0 * seconds,
                () -> lab.alone(() -> bench(lab, peer, setting.connections(), seconds)));
    }

    private static Outcome bench(Lab lab, BenchPeer peer, int clients, int seconds)
            throws IOException, InterruptedException, Failure {
        ProcessTable before = ProcessTable.read();
        try (ClientProcess client = ClientProcess.start(
                peer.command(clients, seconds), lab.allCores(), lab.log(peer.name()), seconds + PATIENCE_SECONDS)) {
            client.awaitEnd();
            CpuUse use = CpuUse.between(before, ProcessTable.read(), client.pid(), client.pid());
            Map<Metric, Double> figures = new EnumMap<>(Metric.class);
            figures.put(
                    Metric.MICROS_PER_VALUE,
                    GoBenchReport.microsPerOperation(client.lines())
                            .orElseThrow(() -> new Failure("its benchmark ended without a figure: " + client.lines())));
            use.addTo(figures);
            return new Outcome(new Turn(figures), use);
        }
    }

    private static int turns(Lab lab, String name, Setting setting) {
        return lab.options().turnsOf(name, Bars.names(NAME, setting));
    }
}
