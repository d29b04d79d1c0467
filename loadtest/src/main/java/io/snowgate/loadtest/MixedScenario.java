package io.snowgate.loadtest;

import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Everything at once, as in real life: IDs and a document that changes every second over keep-alive connections, and
 * streams of it, of which some are not read.
 */
final class MixedScenario implements Scenario {

    static final String NAME = "mixed";
    static final Setting HTTPS = Setting.https(1, 64);

    private static final int HEARING = 900;
    private static final int DEAF = 100;
    private static final int WARM_UP_SECONDS = 10;
    private static final int CONNECTING_SECONDS = 3;
    private static final String STREAM = "/state/stream";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "IDs and a document that changes, in turn, beside 900 streams that are read and 100 that are not";
    }

    @Override
    public List<Measured> run(Lab lab) throws IOException, InterruptedException {
        int seconds = lab.options().seconds();
        int turns = lab.options().turns().orElse(Options.USUAL_TURNS);
        double length = WARM_UP_SECONDS + CONNECTING_SECONDS + seconds;
        Contestant snowgate = new Contestant(Peer.SNOWGATE, turns, length, () -> take(lab, seconds));
        lab.plan(List.of(snowgate));
        return List.of(lab.rounds().run(NAME, HTTPS, List.of(snowgate)));
    }

    private static Outcome take(Lab lab, int seconds) throws IOException, InterruptedException, Failure {
        try (Server server = lab.start(lab.snowgate().withDemo());
                CrowdProcess crowd = CrowdProcess.start(lab, server, WARM_UP_SECONDS + seconds)) {
            crowd.listen(HEARING, false, STREAM);
            crowd.listen(DEAF, true, STREAM);
            long before = crowd.events();
            long began = System.nanoTime();
            List<Request> requests = List.of(Request.of("/state"), Request.of("/api/snowflake"));
            Outcome outcome = lab.h2load().run(server, requests, HTTPS, WARM_UP_SECONDS, seconds, List.of(crowd.pid()));
            double elapsed = (System.nanoTime() - began) / 1e9;
            Map<Metric, Double> figures = new EnumMap<>(outcome.turn().inOrder());
            figures.put(Metric.EVENTS_PER_SECOND, (crowd.events() - before) / elapsed);
            return new Outcome(new Turn(figures), outcome.use());
        }
    }
}
