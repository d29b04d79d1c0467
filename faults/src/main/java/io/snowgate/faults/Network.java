package io.snowgate.faults;

import io.snowgate.faults.Gateway.Place;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The network between the members, in a network namespace of this process alone ({@code faults/run} makes it, and it ends
 * with the process): each member runs as a user of its own, whose packets leave from the member's own address, so that a
 * pair of addresses is a pair of members. Clients come from 127.0.0.1 and always get through.
 */
final class Network {

    private static final String CHAIN = "INPUT";
    private static final int FIRST_TABLE = 100;

    private final List<List<String>> rules = new ArrayList<>();

    private Network() {}

    /** Whether this process has a network of its own, and what it takes to cut it. */
    static boolean isOurs() throws InterruptedException {
        return Boolean.getBoolean("faults.namespace")
                && Programs.works("iptables", "-w", "-S", CHAIN)
                && Programs.works("setpriv", "--version");
    }

    /** Gives each member its own way out. */
    static Network make() throws IOException, InterruptedException, Failure {
        Programs.run("ip", "link", "set", "lo", "up");
        Programs.run("ip", "rule", "add", "pref", "90", "lookup", "local");
        Programs.run("ip", "rule", "del", "pref", "0");
        for (Place place : Place.three()) {
            String user = Integer.toString(place.user());
            String table = Integer.toString(FIRST_TABLE + place.user() % FIRST_TABLE);
            Programs.run("ip", "rule", "add", "pref", "10", "uidrange", user + "-" + user, "lookup", table);
            Programs.run(
                    "ip", "route", "add", "local", "127.0.0.0/8", "dev", "lo", "src", place.host(), "table", table);
        }
        return new Network();
    }

    /** What starts a member, so that its packets carry its address. It still may read and write every file. */
    static List<String> prefix(Place place) {
        String user = Integer.toString(place.user());
        return List.of(
                "setpriv",
                "--reuid=" + user,
                "--regid=" + user,
                "--clear-groups",
                "--inh-caps=+dac_override",
                "--ambient-caps=+dac_override");
    }

    /** Nothing gets from one to the other any more; the way back stays open. */
    void cut(Gateway from, Gateway to) throws IOException, InterruptedException, Failure {
        add("-s", from.place().host(), "-d", to.place().host(), "-j", "DROP");
    }

    /** Nothing gets through between the two. */
    void part(Gateway one, Gateway other) throws IOException, InterruptedException, Failure {
        cut(one, other);
        cut(other, one);
    }

    /** So much of everything between members is lost. */
    void lose(List<Gateway> members, double share) throws IOException, InterruptedException, Failure {
        for (Gateway from : members) {
            for (Gateway to : members) {
                if (from != to) {
                    add(
                            "-s",
                            from.place().host(),
                            "-d",
                            to.place().host(),
                            "-m",
                            "statistic",
                            "--mode",
                            "random",
                            "--probability",
                            Double.toString(share),
                            "-j",
                            "DROP");
                }
            }
        }
    }

    /** Whatever members send to this one goes to a port of ours instead. */
    static void divert(Gateway to, int port) throws IOException, InterruptedException, Failure {
        Programs.run(
                "iptables",
                "-w",
                "-t",
                "nat",
                "-A",
                "OUTPUT",
                "-p",
                "tcp",
                "-d",
                to.place().host(),
                "--dport",
                Integer.toString(to.place().peerPort()),
                "-m",
                "owner",
                "!",
                "--uid-owner",
                "0",
                "-j",
                "REDIRECT",
                "--to-ports",
                Integer.toString(port));
    }

    static void undivert() throws IOException, InterruptedException, Failure {
        Programs.run("iptables", "-w", "-t", "nat", "-F", "OUTPUT");
    }

    /** All is well again. */
    void heal() throws IOException, InterruptedException, Failure {
        for (List<String> rule : rules) {
            change("-D", rule);
        }
        rules.clear();
    }

    private void add(String... rule) throws IOException, InterruptedException, Failure {
        rules.add(List.of(rule));
        change("-A", List.of(rule));
    }

    private static void change(String how, List<String> rule) throws IOException, InterruptedException, Failure {
        List<String> command = new ArrayList<>(List.of("iptables", "-w", how, CHAIN));
        command.addAll(rule);
        Programs.run(command.toArray(String[]::new));
    }
}
