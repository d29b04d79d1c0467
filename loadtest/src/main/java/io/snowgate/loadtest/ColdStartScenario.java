package io.snowgate.loadtest;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** From the start of the program to its first answer over HTTPS, on all cores, as anybody would start it. */
final class ColdStartScenario implements Scenario {

    static final String NAME = "coldstart";
    static final Setting HTTPS = Setting.https(1, 1);
    static final String WITHOUT_CACHE = Peer.SNOWGATE + ", no AOT cache";

    private static final double SECONDS = 3;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "from the start of the program to its first answer";
    }

    @Override
    public List<Measured> run(Lab lab) throws IOException, InterruptedException {
        List<Contestant> contestants = new ArrayList<>();
        for (Peer peer : lab.peers()) {
            contestants.add(contestant(lab, peer.name(), peer));
            if (peer instanceof SnowgatePeer snowgate) {
                contestants.add(contestant(lab, WITHOUT_CACHE, snowgate.withoutCache()));
            }
        }
        lab.plan(contestants);
        return List.of(lab.rounds().run(NAME, HTTPS, contestants));
    }

    private static Contestant contestant(Lab lab, String name, Peer peer) {
        int turns = lab.options().turns().orElse(Options.USUAL_TURNS);
        return new Contestant(name, turns, SECONDS, () -> take(lab, peer));
    }

    /** The client's share is in this process, and small. */
    private static Outcome take(Lab lab, Peer peer) throws IOException, InterruptedException, Failure {
        ProcessTable before = ProcessTable.read();
        try (Server server = lab.startAnywhere(peer)) {
            CpuUse use = CpuUse.between(before, ProcessTable.read(), server.pid(), server.pid());
            Map<Metric, Double> figures = new EnumMap<>(Metric.class);
            figures.put(Metric.FIRST_ANSWER_MILLIS, server.millisToFirstAnswer());
            figures.put(Metric.RSS_MIB, server.rssMib());
            use.addTo(figures);
            return new Outcome(new Turn(figures), use);
        }
    }
}
