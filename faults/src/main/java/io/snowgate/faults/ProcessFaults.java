package io.snowgate.faults;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Gateways that are killed and suspended. */
final class ProcessFaults {

    private static final Duration LEASE = Duration.ofSeconds(10);
    private static final List<Duration> PAUSES =
            List.of(Duration.ofSeconds(1), Duration.ofSeconds(4), LEASE.multipliedBy(3));

    private ProcessFaults() {}

    static void killLeader(Lab lab, int rounds) throws IOException, InterruptedException, Failure {
        lab.open();
        for (int round = 0; round < rounds; round++) {
            Gateway leader = lab.leader();
            lab.strike();
            leader.kill();
            lab.awaitTimestamps(lab.others(leader));
            leader.start();
            lab.settle();
        }
    }

    static void killFollower(Lab lab, int rounds) throws IOException, InterruptedException, Failure {
        lab.open();
        for (int round = 0; round < rounds; round++) {
            Gateway follower = lab.follower();
            lab.strike();
            follower.kill();
            lab.linger();
            follower.start();
            lab.settle();
        }
    }

    static void killAll(Lab lab, int rounds) throws IOException, InterruptedException, Failure {
        lab.open();
        for (int round = 0; round < rounds; round++) {
            lab.strike();
            for (Gateway gateway : lab.gateways()) {
                gateway.kill();
            }
            for (Gateway gateway : lab.gateways()) {
                gateway.start();
            }
            lab.settle();
        }
    }

    /** Two of three: whoever is left hands out nothing that needs the others. */
    static void killMajority(Lab lab, int rounds) throws IOException, InterruptedException, Failure {
        lab.open();
        for (int round = 0; round < rounds; round++) {
            Gateway left = lab.any();
            lab.strike();
            for (Gateway other : lab.others(left)) {
                other.kill();
            }
            lab.require(lab.await(() -> !left.isReady(), LEASE), () -> left.id() + " says that it is ready, alone");
            long aloneNanos = System.nanoTime();
            lab.linger(LEASE);
            long endNanos = System.nanoTime();
            long answered = lab.history().operations().stream()
                    .filter(one -> one.isAnswered() && one.kind() != Kind.ID && one.kind() != Kind.FAST)
                    .filter(one -> one.beginNanos() > aloneNanos && one.endNanos() < endNanos)
                    .count();
            lab.require(answered == 0, () -> left.id() + " alone answered " + answered + " times");
            for (Gateway other : lab.others(left)) {
                other.start();
            }
            lab.settle();
        }
    }

    static void suspendLeader(Lab lab, int rounds) throws IOException, InterruptedException, Failure {
        lab.open();
        for (int round = 0; round < rounds; round++) {
            Gateway leader = lab.leader();
            lab.strike();
            leader.suspend();
            lab.linger(PAUSES.get(round % PAUSES.size()));
            lab.awaitTimestamps(lab.others(leader));
            leader.resume();
            lab.settle();
        }
    }

    /** For minutes, whoever it hits, up to all at once. */
    static void atRandom(Lab lab, int rounds) throws IOException, InterruptedException, Failure {
        lab.open();
        long endNanos =
                System.nanoTime() + Duration.ofMinutes(lab.settings().minutes()).toNanos();
        for (int round = 0; System.nanoTime() - endNanos < 0; round++) {
            lab.strike();
            for (Gateway victim : lab.gateways()) {
                if (victim == lab.gateways().get(round % 3) || lab.random().nextInt(4) == 0) {
                    hit(lab, victim);
                }
            }
            lab.settle();
        }
    }

    private static void hit(Lab lab, Gateway victim) throws IOException, InterruptedException, Failure {
        if (lab.random().nextBoolean()) {
            victim.kill();
            lab.linger(Duration.ofMillis(lab.random().nextInt(3_000)));
            victim.start();
        } else {
            victim.suspend();
            lab.linger(Duration.ofMillis(lab.random().nextInt(lab.random().nextInt(4) == 0 ? 15_000 : 3_000)));
            victim.resume();
        }
    }
}
