package io.snowgate.cluster;

import io.snowgate.generator.EpochClock;
import io.snowgate.generator.MonotonicCounter;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/**
 * The right of one leader, in one term, to hand out timestamps: from where the bound stood when the term began up to where
 * this term has moved it, and only while a grant holds.
 *
 * <pre>
 *   earlier terms │ this tenure                          │ not committed
 *   ──────────────┼──────────────────────────────────────┼───────────▶ timestamps
 *               first          now, as floor           limit
 * </pre>
 *
 * <p>A claim takes its timestamps first and looks afterwards whether the grant still held: a process that was suspended
 * between the two, or a leader that was deposed without noticing, drops what it has taken. Who answers after that may be
 * as slow as he likes: the request was under way all the time.
 *
 * <p>Three things always hold, and are looked at where they could break; what would break them throws, and nothing is
 * handed out: the limit never falls ({@link #grant}), no tenure of this member begins below what an earlier one has handed
 * out ({@link BoundKeeper#begin}), and whatever is handed out lies below the limit ({@link #tryClaim}).
 *
 * <p>Claims from any thread, lock-free; {@link #grant} from one.
 */
final class Tenure {

    /** Nobody may answer on the strength of it. */
    private static final Grant NONE = new Grant(false, 0, 0, 0);

    private final long term;
    private final MonotonicCounter counter;
    private final EpochClock wallClock;
    private final LongSupplier nanoClock;
    private final AtomicLong limit;
    private final AtomicReference<Grant> grant = new AtomicReference<>(NONE);

    /**
     * Until when to answer, by two clocks: one that does not jump, and one that goes on while a whole machine is
     * suspended.
     */
    private record Grant(boolean isOne, long untilNanos, long atMillis, long forMillis) {

        private boolean holds(long nanos, long millis) {
            return isOne && untilNanos - nanos > 0 && Math.abs(millis - atMillis) <= forMillis;
        }
    }

    /** A tenure without a grant; nothing at or above {@code first} was handed out in an earlier term. */
    Tenure(long term, long first, EpochClock wallClock, LongSupplier nanoClock) {
        this.term = term;
        this.counter = new MonotonicCounter(first);
        this.limit = new AtomicLong(first);
        this.wallClock = wallClock;
        this.nanoClock = nanoClock;
    }

    long term() {
        return term;
    }

    /** The lowest timestamp that was neither handed out nor passed over. */
    long next() {
        return counter.next();
    }

    /** Where the bound stands that this tenure has committed. */
    long limit() {
        return limit.getAcquire();
    }

    /**
     * Lets this tenure go on.
     *
     * @param newLimit committed in this term; never lower than before
     * @param untilNanos until when, on the clock that does not jump
     * @param atMillis what the wall clock showed when this was asked for
     * @param forMillis how far it may be from that
     */
    void grant(long newLimit, long untilNanos, long atMillis, long forMillis) {
        if (newLimit < limit.getPlain()) {
            throw new IllegalStateException("the limit fell from " + limit + " to " + newLimit);
        }
        limit.setRelease(newLimit);
        grant.setRelease(new Grant(true, untilNanos, atMillis, forMillis));
    }

    /**
     * Hands out nothing more.
     *
     * @return what all that it has handed out lies below
     */
    long end() {
        grant.setRelease(NONE);
        return Math.min(counter.close(), limit.getPlain());
    }

    /** The first of {@code count} timestamps, or {@link Timestamps#TOO_FAR_AHEAD}, {@link Timestamps#NOT_READY}. */
    long tryClaim(int count) {
        long floor = HybridTimestamp.firstAt(Math.clamp(wallClock.epochMillis(), 0, AllocatorState.LAST_MILLIS));
        long committed = limit.getAcquire();
        long first = counter.claim(count, floor, committed);
        if (first < 0) {
            return Timestamps.TOO_FAR_AHEAD;
        }
        if (committed - first < count) {
            throw new IllegalStateException(count + " from " + first + " on are not below the limit " + committed);
        }
        return grant.getAcquire().holds(nanoClock.getAsLong(), wallClock.epochMillis()) ? first : Timestamps.NOT_READY;
    }
}
