package io.snowgate.faults;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Members that do not hear each other, or late. */
final class NetworkFaults {

    private static final Duration CUT = Duration.ofSeconds(6);
    private static final double LOST = 0.2;
    private static final long DELAY_MILLIS = 100;

    private NetworkFaults() {}

    /** The leader alone on its side. */
    static void isolateLeader(Lab lab, int rounds) throws IOException, InterruptedException, Failure {
        lab.open();
        for (int round = 0; round < rounds; round++) {
            Gateway leader = lab.leader();
            lab.strike();
            for (Gateway other : lab.others(leader)) {
                lab.network().part(leader, other);
            }
            lab.awaitTimestamps(lab.others(leader));
            heal(lab);
        }
    }

    /** The leader speaks and does not hear, or hears and does not speak. */
    static void oneWay(Lab lab, int rounds) throws IOException, InterruptedException, Failure {
        lab.open();
        for (int round = 0; round < rounds; round++) {
            Gateway leader = lab.leader();
            lab.strike();
            for (Gateway other : lab.others(leader)) {
                lab.network().cut(round % 2 == 0 ? leader : other, round % 2 == 0 ? other : leader);
            }
            heal(lab);
        }
    }

    /** Two do not hear each other, and the third hears both; the leader is one of the two. */
    static void bridge(Lab lab, int rounds) throws IOException, InterruptedException, Failure {
        lab.open();
        for (int round = 0; round < rounds; round++) {
            Gateway leader = lab.leader();
            lab.strike();
            lab.network().part(leader, lab.others(leader).get(round % 2));
            heal(lab);
        }
    }

    static void loss(Lab lab, int rounds) throws IOException, InterruptedException, Failure {
        lab.open();
        for (int round = 0; round < rounds; round++) {
            lab.strike();
            lab.network().lose(lab.gateways(), LOST);
            heal(lab);
        }
    }

    private static void heal(Lab lab) throws IOException, InterruptedException, Failure {
        lab.linger(CUT);
        lab.network().heal();
        settle(lab);
    }

    /** A connection that was cut tries again after twice as long each time, so that it may be silent as long again. */
    private static void settle(Lab lab) throws InterruptedException {
        lab.settle();
        lab.linger(CUT);
    }

    /** Each way so late that there and back takes twice that; then twice as late. */
    static void delay(Lab lab, int rounds) throws IOException, InterruptedException, Failure {
        AtomicLong delayNanos = new AtomicLong();
        List<Relay> relays = new ArrayList<>();
        try {
            for (Gateway gateway : lab.gateways()) {
                Relay relay = new Relay(gateway.peerAddress(), delayNanos::get);
                relays.add(relay);
                Network.divert(gateway, relay.port());
            }
            lab.open();
            for (int round = 1; round <= rounds; round++) {
                lab.strike();
                delayNanos.set(TimeUnit.MILLISECONDS.toNanos(DELAY_MILLIS * round));
                lab.linger(CUT);
                delayNanos.set(0);
                settle(lab);
            }
        } finally {
            Network.undivert();
            for (Relay relay : relays) {
                relay.close();
            }
        }
    }
}
