package io.snowgate.loadtest;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How long answers take when a server has time: an open loop at half of the rate that each can do, which is found out
 * before.
 */
final class LatencyScenario implements Scenario {

    static final String NAME = "latency";
    static final Setting HTTPS = Setting.https(1, 1_000);

    private static final Request STATE = Request.of("/state");
    private static final int SEARCH_SECONDS = 3;
    private static final int WARM_UP_SECONDS = 3;
    private static final int CONNECTING_SECONDS = 3;

    private final Map<Server, Integer> rates = new HashMap<>();

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "p50, p99 and p99.9 over 1,000 connections, at half of the most requests a second of each server";
    }

    @Override
    public List<Measured> run(Lab lab) throws IOException, InterruptedException, Failure {
        List<Measured> all = new ArrayList<>();
        for (Setting setting : lab.options().settings(List.of(HTTPS))) {
            if (setting.tls() && setting.http() == 1) {
                List<Contestant> contestants = new ArrayList<>();
                for (Server server : lab.servers()) {
                    contestants.add(contestant(lab, server, setting));
                }
                lab.plan(contestants);
                all.add(lab.rounds().run(NAME, setting, contestants));
            }
        }
        return all;
    }

    private Contestant contestant(Lab lab, Server server, Setting setting) {
        int seconds = lab.options().seconds();
        return new Contestant(
                server.name(),
                lab.options().turnsOf(server.name(), Bars.names(NAME, setting)),
                CONNECTING_SECONDS + WARM_UP_SECONDS + seconds + SEARCH_SECONDS,
                () -> {
                    int rate = rate(lab, server, setting);
                    Optional<OpenLoop> open = lab.openLoop();
                    if (open.isPresent()) {
                        return open.get().pace(server, STATE, setting, rate, WARM_UP_SECONDS, seconds);
                    }
                    try (CrowdProcess crowd = CrowdProcess.start(lab, server, WARM_UP_SECONDS + seconds)) {
                        crowd.hold(setting.connections());
                        return crowd.pace(rate, WARM_UP_SECONDS, seconds);
                    }
                });
    }

    private int rate(Lab lab, Server server, Setting setting) throws IOException, InterruptedException, Failure {
        @Nullable Integer known = rates.get(server);
        if (known != null) {
            return known;
        }
        lab.warmUp(server, STATE, setting);
        Turn most = lab.client(setting)
                .run(server, STATE, setting, CONNECTING_SECONDS, SEARCH_SECONDS)
                .turn();
        int half = (int) (most.get(Metric.REQUESTS_PER_SECOND).orElse(2) / 2);
        rates.put(server, half);
        return half;
    }
}
