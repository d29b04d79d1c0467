package io.snowgate.generator;

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
 * from a clock or from a replicated log, and may go back: what was handed out or passed over does not. What a higher
 * floor passes over is never handed out.
 *
 * <p>Any number of threads; lock-free, without waiting and without allocation. A claim that happens after another one
 * gets higher values, across threads too.
 *
 * <p>A claim adds first and looks afterwards: under contention a fetch-and-add costs a third of a compare-and-set that is
 * tried until it succeeds, because it does not fetch the cache line twice and never loses
 * (<a href="https://dl.acm.org/doi/10.1145/2442516.2442527">Morrison and Afek, 2013</a>, built a queue on that). What it
 * then sees decides:
 *
 * <pre>
 *   within floor and limit    the run is ours: nearly always
 *   below the floor           moved up to the floor by one compare-and-set
 *   past the limit            given back by one compare-and-set, and refused
 * </pre>
 *
 * <p>When another thread has claimed in between, that compare-and-set fails, and the run is passed over: a gap, never a
 * repetition. So that callers who ask again and again do not push the counter ahead, a limit that was too close once is
 * remembered, and claims up to it look first, until a higher one comes. A counter {@linkplain #withoutGaps without gaps}
 * always looks first, which is linearizable: a refusal leaves it as it was, whoever else claims.
 */
public final class MonotonicCounter {

    /** There is no such run: the limit stands too close. The only negative result of {@link #claim}. */
    public static final long EXHAUSTED = -1;

    /** Far from zero on the negative side, so that claims under way may add to it and it stays closed. */
    private static final long CLOSED = Long.MIN_VALUE;

    /** Up to here the sum of what all threads might add at once is no overflow. */
    private static final long FURTHEST_ADDED = 1L << 62;

    private static final long NEVER_ADD = Long.MAX_VALUE;

    private final PaddedLong next;

    /** The highest limit that was found too close. */
    private final PaddedLong spent;

    /** A counter with every value free. */
    public MonotonicCounter() {
        this(0);
    }

    /** A counter with every value from {@code first} on free, and none below. */
    public MonotonicCounter(long first) {
        this(first, first > FURTHEST_ADDED ? NEVER_ADD : 0);
    }

    private MonotonicCounter(long first, long spent) {
        Ranges.require("first value", first, 0, Long.MAX_VALUE);
        this.next = new PaddedLong(first);
        this.spent = new PaddedLong(spent);
    }

    /** A counter that passes over nothing but what lies below a floor; dearer under contention. */
    public static MonotonicCounter withoutGaps(long first) {
        return new MonotonicCounter(first, NEVER_ADD);
    }

    /**
     * Claims the lowest free run of {@code count} consecutive values at or above {@code floor} and below {@code limit}.
     *
     * @param count 1 or more
     * @param floor 0 or more
     * @param limit exclusive, so that {@link Long#MAX_VALUE} itself is never handed out
     * @return the first value of the run, or {@link #EXHAUSTED}
     */
    public long claim(int count, long floor, long limit) {
        Ranges.require("count", count, 1, Integer.MAX_VALUE);
        Ranges.require("floor", floor, 0, Long.MAX_VALUE);
        if (limit <= spent.getAcquire() || limit > FURTHEST_ADDED) {
            return look(count, floor, limit);
        }
        long first = next.getAndAdd(count);
        return first >= floor && limit - first >= count ? first : correct(first, count, floor, limit);
    }

    /** The lowest value that was neither handed out nor passed over, or is about to be. */
    public long next() {
        long free = next.getAcquire();
        return free < 0 ? Long.MAX_VALUE : free;
    }

    /**
     * Hands out nothing more: neither a claim that is under way nor any further one finds a value.
     *
     * @return the lowest value that was neither handed out nor passed over; {@link Long#MAX_VALUE} when there is none or
     *     this was called before
     */
    public long close() {
        spent.setRelease(NEVER_ADD);
        long free = next.getAndSet(CLOSED);
        return free < 0 ? Long.MAX_VALUE : free;
    }

    /** Whether {@link #close} was called, or the last value has been handed out. */
    public boolean isClosed() {
        return next() == Long.MAX_VALUE;
    }

    /** What was added may not be handed out. */
    private long correct(long first, int count, long floor, long limit) {
        if (first < 0) {
            return EXHAUSTED;
        }
        long run = Math.max(first, floor);
        if (run >= limit || limit - run < count) {
            spent.raise(limit);
            next.compareAndSet(first + count, first);
            return EXHAUSTED;
        }
        return next.compareAndSet(first + count, run + count) ? run : look(count, floor, limit);
    }

    /** Looks first, and then takes by compare-and-set, again when another thread came in between. */
    private long look(int count, long floor, long limit) {
        if (limit > FURTHEST_ADDED) {
            spent.setRelease(NEVER_ADD);
        }
        long free;
        long first;
        do {
            free = next.getAcquire();
            first = Math.max(free, floor);
            if (free < 0 || first >= limit || limit - first < count) {
                return EXHAUSTED;
            }
        } while (!next.compareAndSet(free, first + count));
        return first;
    }
}
