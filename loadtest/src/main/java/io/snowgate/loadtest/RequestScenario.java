package io.snowgate.loadtest;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The same request again and again in a closed loop. */
final class RequestScenario implements Scenario {

    /** What some of them are compared with: our own answer with the whole document. */
    static final String OWN_FULL_BODY = Peer.SNOWGATE + " /state";

    private static final int CONNECTIONS_A_SECOND = 1_000;
    private static final int OVERHEAD_SECONDS = 1;

    /** With more a request takes longer than a client runs while servers alternate. */
    private static final int MOST_CONNECTIONS_TOGETHER = 1_000;

    /** What to ask a server for; nothing when it does not have it. */
    @FunctionalInterface
    interface Asked {
        Optional<Request> of(Server server, Setting setting) throws IOException;
    }

    private final String name;
    private final String summary;
    private final List<Setting> usual;
    private final boolean besideFullBody;
    private final Asked asked;

    /**
     * @param besideFullBody whether our own full body takes turns, too
     */
    RequestScenario(String name, String summary, List<Setting> usual, boolean besideFullBody, Asked asked) {
        this.name = name;
        this.summary = summary;
        this.usual = usual;
        this.besideFullBody = besideFullBody;
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
            lab.plan(some);
            contestants.add(some);
        }
        List<Measured> all = new ArrayList<>();
        for (int i = 0; i < settings.size(); i++) {
            Setting setting = settings.get(i);
            Rounds rounds = lab.rounds();
            all.add(
                    alternates(lab.client(setting), setting)
                            ? rounds.together(name, setting, contestants.get(i))
                            : rounds.run(name, setting, contestants.get(i)));
        }
        return all;
    }

    private static boolean alternates(LoadClient client, Setting setting) {
        return client instanceof AlternatingClient && setting.connections() <= MOST_CONNECTIONS_TOGETHER;
    }

    private List<Contestant> contestants(Lab lab, Setting setting) throws IOException, InterruptedException, Failure {
        List<Contestant> contestants = new ArrayList<>();
        for (Server server : lab.servers()) {
            if (setting.http() == 1 || server.speaksHttp2()) {
                asked.of(server, setting)
                        .ifPresent(
                                request -> contestants.add(contestant(lab, server, server.name(), request, setting)));
            }
            if (besideFullBody && server.name().equals(Peer.SNOWGATE)) {
                contestants.add(contestant(lab, server, OWN_FULL_BODY, Request.of("/state"), setting));
            }
        }
        return contestants;
    }

    private Contestant contestant(Lab lab, Server server, String label, Request request, Setting setting) {
        int connecting = 1 + setting.sockets() / CONNECTIONS_A_SECOND;
        int seconds = lab.options().seconds();
        int turns = lab.options().turnsOf(server.name(), Bars.names(name, setting));
        return new Contestant(
                label,
                turns,
                connecting + seconds + OVERHEAD_SECONDS,
                () -> lab.warmUp(server, request, setting),
                alternation -> lab.client(setting) instanceof AlternatingClient client
                        ? client.alternate(server, request, setting, connecting, seconds, alternation)
                        : lab.client(setting).run(server, request, setting, connecting, seconds));
    }
}
