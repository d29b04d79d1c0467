package io.snowgate.loadtest;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * So many requests over so many new connections and no more, as httpress does it: connecting counts, and what matters
 * first is that none fails.
 */
final class BurstScenario implements Scenario {

    static final String NAME = "httpress";
    static final Setting HTTPS = Setting.https(1, 1_000);

    private static final Setting PLAIN = new Setting(false, 1, 1_000, "");
    private static final int REQUESTS = 100_000;
    private static final int REQUESTS_A_SECOND = 20_000;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "100,000 requests over 1,000 connections, from the first connection to the last answer";
    }

    @Override
    public List<Measured> run(Lab lab) throws IOException, InterruptedException, Failure {
        List<Measured> all = new ArrayList<>();
        Request request = Request.of("/state");
        for (Setting setting : lab.options().settings(List.of(HTTPS, PLAIN))) {
            List<Contestant> contestants = new ArrayList<>();
            for (Server server : lab.servers()) {
                contestants.add(new Contestant(
                        server.name(),
                        lab.options().turnsOf(server.name(), Bars.names(NAME, setting)),
                        (double) REQUESTS / REQUESTS_A_SECOND,
                        () -> {
                            lab.warmUp(server, request, setting);
                            return lab.burstClient().runRequests(server, request, setting, REQUESTS);
                        }));
            }
            lab.plan(contestants);
            all.add(lab.rounds().run(NAME, setting, contestants));
        }
        return all;
    }
}
