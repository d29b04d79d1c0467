package io.snowgate.generator;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Hands out values from 0 upwards, each one once: {@link #claim} takes the lowest free run of values at or above a floor
 * and below a limit.
 *
 * <pre>
 *     handed out, or passed over              free
 *  ├────────────────────────────────┼──────────────────────────────▶
 *  0                              next     floor ├─ run ─┤    limit
 * </pre>
 *
 * <p>The floor says where values of today begin, and the limit what may be handed out at all; both come with each call,
 * from a clock or from a replicated log, and may go back: the counter does not. What a higher floor passes over is never
 * handed out.
 *
 * <p>Any number of threads; lock-free, without waiting and without allocation. A claim is one compare-and-set when
 * nobody interferes, and is repeated only when another thread's claim succeeded. A claim that happens after another one
 * gets higher values, across threads too.
 */
public final class MonotonicCounter {

    /** There is no such run: the limit stands too close. The only negative result of {@link #claim}. */
    public static final long EXHAUSTED = -1;

    private static final long CLOSED = Long.MAX_VALUE;

    private final AtomicLong next;

    /** A counter with every value free. */
    public MonotonicCounter() {
        this(0);
    }

    /** A counter with every value from {@code first} on free, and none below. */
    public MonotonicCounter(long first) {
        Ranges.require("first value", first, 0, Long.MAX_VALUE);
        this.next = new AtomicLong(first);
    }

    /**
     * Claims the lowest free run of {@code count} consecutive values at or above {@code floor} and below {@code limit}.
     *
     * @param count 1 or more
     * @param floor 0 or more
     * @param limit exclusive, so that {@link Long#MAX_VALUE} itself is never handed out
     * @return the first value of the run, or {@link #EXHAUSTED}, which leaves the counter as it was
     */
    public long claim(int count, long floor, long limit) {
        Ranges.require("count", count, 1, Integer.MAX_VALUE);
        Ranges.require("floor", floor, 0, Long.MAX_VALUE);
        long free;
        long first;
        do {
            free = next.getAcquire();
            first = Math.max(free, floor);
            if (first >= limit || limit - first < count) {
                return EXHAUSTED;
            }
        } while (!next.weakCompareAndSetRelease(free, first + count));
        return first;
    }

    /** The lowest value that was neither handed out nor passed over. Never falls. */
    public long next() {
        return next.getAcquire();
    }

    /**
     * Hands out nothing more: a claim that is under way finds its compare-and-set fail, and every further one no value.
     *
     * @return the lowest value that was neither handed out nor passed over; {@link Long#MAX_VALUE} when there is none or
     *     this was called before
     */
    public long close() {
        return next.getAndSet(CLOSED);
    }

    /** Whether {@link #close} was called, or the last value has been handed out. */
    public boolean isClosed() {
        return next.getAcquire() == CLOSED;
    }
}
