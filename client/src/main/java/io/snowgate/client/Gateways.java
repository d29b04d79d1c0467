package io.snowgate.client;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which gateway to ask next: the one that answered last, and when it rests, the first one that does not. A gateway that
 * failed is left alone for a while that doubles with each failure in a row, and never for less than it asked for by
 * {@code Retry-After}. So others are asked at once, and all of them again and again but not in a storm.
 *
 * <p>Knows the addresses it was made with, and those that gateways tell of each other, which never lead from HTTPS to
 * HTTP. Any thread; locks for some instructions.
 */
final class Gateways {

    /** The longest rest that nobody asked for. */
    static final long LONGEST_REST_NANOS = Duration.ofMillis(640).toNanos();

    /** The longest rest of one that answers, but is not the leader. */
    static final long LONGEST_FOLLOWER_REST_NANOS = Duration.ofMillis(80).toNanos();

    private static final long FIRST_REST_NANOS = Duration.ofMillis(10).toNanos();
    private static final int MOST_DOUBLINGS = 20;
    private static final int MOST_LEARNED = 16;

    private final LongSupplier nanoClock;
    private final DoubleSupplier random;
    private final boolean mayLearn;
    private final boolean isSecure;
    private final int configured;
    private final List<Gateway> all = new ArrayList<>();
    private int current;

    @Nullable
    private URI lastToAnswer;

    /**
     * Knows these to begin with.
     *
     * @param origins one or more, asked in this order
     * @param mayLearn whether others may be asked, too
     * @param nanoClock monotonic
     * @param random from 0 to below 1
     */
    Gateways(List<URI> origins, boolean mayLearn, LongSupplier nanoClock, DoubleSupplier random) {
        this.nanoClock = nanoClock;
        this.random = random;
        this.mayLearn = mayLearn;
        this.isSecure = origins.stream().anyMatch(Origins::isSecure);
        this.configured = origins.size();
        origins.forEach(origin -> all.add(new Gateway(origin, nanoClock.getAsLong())));
    }

    /** The one to ask, as soon as it does not rest. */
    synchronized Gateway choose() {
        long now = nanoClock.getAsLong();
        Gateway best = all.get(current);
        for (Gateway other : all) {
            if (other.restNanos(now) < best.restNanos(now)) {
                best = other;
            }
        }
        return best;
    }

    /** Whether this is the one that is asked, or may not be asked at all. */
    synchronized boolean needsNoIntroduction(URI origin) {
        return all.get(current).origin.equals(origin) || (indexOf(origin) < 0 && !mayBeAsked(origin));
    }

    /** How long a gateway is to be left alone, 0 or above. */
    synchronized long restNanos(Gateway gateway) {
        return gateway.restNanos(nanoClock.getAsLong());
    }

    /**
     * It has given what was asked for, and so is the one to ask.
     *
     * @return whether it was another one until now, or none
     */
    synchronized boolean answered(Gateway gateway) {
        gateway.failures = 0;
        gateway.lastFailure = null;
        current = Math.max(0, all.indexOf(gateway));
        boolean isNew = !gateway.origin.equals(lastToAnswer);
        lastToAnswer = gateway.origin;
        return isNew;
    }

    /** It has not, and asks to be left alone for {@code askedNanos}, or 0. */
    void failed(Gateway gateway, String why, long askedNanos) {
        rest(gateway, why, askedNanos, LONGEST_REST_NANOS);
    }

    /** It did not answer in the little time that a call had left, which says less than what may have been wrong before. */
    synchronized void ranOut(Gateway gateway, String why) {
        rest(gateway, gateway.lastFailure == null ? why : gateway.lastFailure, 0, LONGEST_REST_NANOS);
    }

    /** It works, but somebody else leads. */
    void follows(Gateway gateway, String why) {
        rest(gateway, why, 0, LONGEST_FOLLOWER_REST_NANOS);
    }

    /** Requests that were under way together and failed together are one failure. */
    private synchronized void rest(Gateway gateway, String why, long askedNanos, long longestNanos) {
        long now = nanoClock.getAsLong();
        double jitter = random.getAsDouble();
        long rest = (long) (askedNanos * (1 + jitter / 10));
        if (gateway.restNanos(now) == 0) {
            long backOff = Math.min(longestNanos, FIRST_REST_NANOS << Math.min(gateway.failures, MOST_DOUBLINGS));
            rest = Math.max(rest, (long) (backOff * (0.5 + jitter / 2)));
            gateway.failures++;
        }
        gateway.lastFailure = why;
        gateway.restsUntilNanos = now + Math.max(rest, gateway.restNanos(now));
    }

    /** Asks this one next, unless it rests. */
    synchronized void prefer(URI origin) {
        int known = indexOf(origin);
        if (known >= 0) {
            current = all.get(known).restNanos(nanoClock.getAsLong()) == 0 ? known : current;
        } else if (mayBeAsked(origin) && all.size() < configured + MOST_LEARNED) {
            all.add(new Gateway(origin, nanoClock.getAsLong()));
            current = all.size() - 1;
        }
    }

    /** These are the members now; of those learned before, the others are forgotten. */
    synchronized void learn(Collection<URI> members) {
        Gateway asked = all.get(current);
        all.subList(configured, all.size()).removeIf(gateway -> !members.contains(gateway.origin));
        for (URI member : members) {
            if (indexOf(member) < 0 && mayBeAsked(member) && all.size() < configured + MOST_LEARNED) {
                all.add(new Gateway(member, nanoClock.getAsLong()));
            }
        }
        current = Math.max(0, all.indexOf(asked));
    }

    private boolean mayBeAsked(URI origin) {
        return mayLearn && (Origins.isSecure(origin) || !isSecure);
    }

    private int indexOf(URI origin) {
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).origin.equals(origin)) {
                return i;
            }
        }
        return -1;
    }

    /** Each with what went wrong last. */
    @Override
    public synchronized String toString() {
        return all.stream().map(Gateway::toString).collect(Collectors.joining("; "));
    }
}
