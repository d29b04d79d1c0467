package io.snowgate.faults;

import java.io.IOException;
import java.time.Duration;

/** Members that lose their logs, come, go and lead in turn, while clients ask. */
final class MemberFaults {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int MOST_TORN_BYTES = 100;

    private MemberFaults() {}

    /** Each time one of them is removed, comes back empty and is added; and then it is to lead. */
    static void membership(Lab lab, int rounds) throws IOException, InterruptedException, Failure {
        lab.open();
        try (Members members = new Members()) {
            for (int round = 0; round < rounds; round++) {
                Gateway leaving = round % 2 == 0 ? lab.follower() : lab.leader();
                lab.strike();
                members.remove(leaving);
                leaving.kill();
                lab.awaitTimestamps(lab.others(leaving));
                Logs.delete(leaving.logs());
                leaving.start();
                readd(lab, members, leaving);
                members.transfer(leaving);
                lab.settle();
            }
        }
    }

    static void wiped(Lab lab, int rounds) throws IOException, InterruptedException, Failure {
        lab.open();
        for (int round = 0; round < rounds; round++) {
            Gateway victim = round % 2 == 0 ? lab.follower() : lab.leader();
            lab.strike();
            victim.kill();
            Logs.delete(victim.logs());
            victim.start();
            lab.awaitTimestamps(lab.others(victim));
            lab.require(
                    lab.await(() -> victim.readiness().contains("cannot take part"), PATIENCE),
                    () -> victim.id() + " does not say that it has lost its log: " + victim.readiness());
            replace(lab, victim);
            lab.settle();
        }
    }

    static void torn(Lab lab, int rounds) throws IOException, InterruptedException, Failure {
        lab.open();
        for (int round = 0; round < rounds; round++) {
            int bytes = 1 + lab.random().nextInt(MOST_TORN_BYTES);
            spoil(lab, round, victim -> Logs.tear(victim.logs(), bytes));
        }
    }

    static void flipped(Lab lab, int rounds) throws IOException, InterruptedException, Failure {
        lab.open();
        for (int round = 0; round < rounds; round++) {
            spoil(lab, round, victim -> Logs.flip(victim.logs()));
        }
    }

    private interface Spoiling {
        void spoil(Gateway victim) throws IOException;
    }

    /** A member may repair its log or refuse it; then it is replaced. */
    private static void spoil(Lab lab, int round, Spoiling spoiling) throws IOException, InterruptedException, Failure {
        Gateway victim = round % 2 == 0 ? lab.follower() : lab.leader();
        lab.strike();
        victim.kill();
        spoiling.spoil(victim);
        victim.start();
        lab.awaitTimestamps(lab.others(victim));
        if (lab.await(victim::isReady, PATIENCE)) {
            lab.note("repaired");
        } else {
            lab.note("refused");
            lab.say(victim.id() + " refuses: " + victim.readiness());
            victim.kill();
            Logs.delete(victim.logs());
            victim.start();
            replace(lab, victim);
        }
        lab.settle();
    }

    private static void replace(Lab lab, Gateway victim) throws IOException, InterruptedException, Failure {
        try (Members members = new Members()) {
            members.remove(victim);
            readd(lab, members, victim);
        }
    }

    private static void readd(Lab lab, Members members, Gateway empty) throws InterruptedException, Failure {
        lab.require(
                lab.await(() -> empty.readiness().contains("has not been added"), PATIENCE),
                () -> empty.id() + " does not wait to be added: " + empty.readiness());
        members.add(empty);
    }
}
