package io.snowgate.loadtest;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The same request again and again in a closed loop. */
final class RequestScenario implements Scenario {

    private static final int FIRST_WARM_UP_SECONDS = 10;
    private static final int LATER_WARM_UP_SECONDS = 4;
    private static final int CONNECTIONS_A_SECOND = 1_000;
    private static final int OVERHEAD_SECONDS = 1;

    /** What to ask a server for; nothing when it does not have it. */
    @FunctionalInterface
    interface Asked {
        Optional<Request> of(Server server) throws IOException;
    }

    private final String name;
    private final String summary;
    private final List<Setting> usual;
    private final Asked asked;
    private final Set<String> warm = new HashSet<>();

    RequestScenario(String name, String summary, List<Setting> usual, Asked asked) {
        this.name = name;
        this.summary = summary;
        this.usual = usual;
        this.asked = asked;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String summary() {
        return summary;
    }

    @Override
    public List<Measured> run(Lab lab) throws IOException, InterruptedException, Failure {
        List<Setting> settings = lab.options().settings(usual);
        List<List<Contestant>> contestants = new ArrayList<>();
        for (Setting setting : settings) {
            List<Contestant> some = contestants(lab, setting);
            some.forEach(one -> lab.progress().plan(one.totalSeconds()));
            contestants.add(some);
        }
        List<Measured> all = new ArrayList<>();
        for (int i = 0; i < settings.size(); i++) {
            all.add(lab.rounds().run(name, settings.get(i), contestants.get(i)));
        }
        return all;
    }

    private List<Contestant> contestants(Lab lab, Setting setting) throws IOException, InterruptedException, Failure {
        List<Contestant> contestants = new ArrayList<>();
        for (Server server : lab.servers()) {
            Optional<Request> request =
                    setting.http() == 2 && !server.speaksHttp2() ? Optional.empty() : asked.of(server);
            if (request.isPresent()) {
                contestants.add(contestant(lab, server, request.get(), setting));
            }
        }
        return contestants;
    }

    private Contestant contestant(Lab lab, Server server, Request request, Setting setting) {
        int connecting = 1 + setting.sockets() / CONNECTIONS_A_SECOND;
        int seconds = lab.options().seconds();
        return new Contestant(
                server.name(),
                lab.options().turnsOf(server.name(), Bars.names(name, setting)),
                connecting + seconds + OVERHEAD_SECONDS,
                () -> {
                    if (server.compilesWhileItRuns() && warm.add(server.name() + setting.http() + setting.tls())) {
                        warmUp(lab, server, request, setting);
                    }
                    return lab.client().run(server, request, setting, connecting, seconds);
                });
    }

    private void warmUp(Lab lab, Server server, Request request, Setting setting)
            throws IOException, InterruptedException, Failure {
        boolean first = lab.isCold(server);
        Setting light = new Setting(setting.tls(), setting.http(), Math.min(setting.connections(), 64), "");
        lab.client().run(server, request, light, 1, first ? FIRST_WARM_UP_SECONDS : LATER_WARM_UP_SECONDS);
    }
}
