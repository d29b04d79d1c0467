package io.snowgate.generator;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;

/**
 * Issues the Snowflake IDs of one worker: rising, never one twice, whatever the clock does.
 *
 * <p>A {@link MonotonicCounter} counts positions (time and sequence without the worker id, see {@link SnowflakeLayout}).
 * Its floor is the first position of this millisecond, its limit the last one of this millisecond or of the
 * {@code maxAhead} that follow, so that the counter is all the state there is:
 *
 * <pre>
 *             floor                      limit
 *   ──────────┼────────────┼─ maxAhead ──┼──────▶ positions
 *             ├─ this ms ──┤
 *   next ▲          ▲                           ▲
 *        │          └ next: go on from here     └ next: CLOCK_BEHIND
 *        └ next: start at the floor
 * </pre>
 *
 * <p>A clock that steps back lowers floor and limit. While the limit stays above what was issued, IDs go on from there;
 * otherwise nothing is issued until the clock has caught up.
 *
 * <p>Any number of threads; lock-free and without allocation. {@link #tryClaim} and {@link #tryNextId} answer at once, a
 * value or a named refusal; {@link #nextId} and {@link #nextIds} wait. An ID costs a reading of the clock and a
 * compare-and-set; Twitter's layout has 4,096 of them in a millisecond, one in 244.14 ns.
 *
 * <p>One worker id belongs to one generator: two of them with the same worker id issue the same IDs.
 */
public final class SnowflakeGenerator {

    /** This millisecond, and every one that may be run ahead, has no such run left. Passes with the next ones. */
    public static final long EXHAUSTED = MonotonicCounter.EXHAUSTED;

    /** The clock has gone back, too far behind what was issued. Passes when it has caught up. */
    public static final long CLOCK_BEHIND = -2;

    /** The clock stands before the layout's first instant or after its last one. */
    public static final long CLOCK_OUT_OF_RANGE = -3;

    /** The most positions of one claim, however many a layout holds. */
    public static final int MAX_COUNT = 1 << 16;

    private static final int SPINS = 64;
    private static final long SHORTEST_PARK_NANOS = 100_000;
    private static final long LONGEST_PARK_MILLIS = 10;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final MonotonicCounter counter = new MonotonicCounter();
    private final SnowflakeLayout layout;
    private final int workerId;
    private final EpochClock clock;
    private final long maxAheadMillis;
    private final int maxCount;

    /**
     * A generator that has issued nothing yet.
     *
     * @param workerId the worker id, datacenter included: 0 to {@link SnowflakeLayout#maxWorkerId()}
     * @param maxAhead how far IDs may run ahead of the clock when a millisecond is used up, in whole milliseconds; zero
     *     is strict
     * @throws IllegalArgumentException for a worker id or {@code maxAhead} out of range, with name, value and range
     */
    public SnowflakeGenerator(SnowflakeLayout layout, int workerId, EpochClock clock, Duration maxAhead) {
        this.layout = layout;
        this.workerId = layout.requireWorkerId(workerId);
        this.clock = clock;
        this.maxAheadMillis = requireMaxAhead(layout, maxAhead).toMillis();
        this.maxCount = (int) Math.min(MAX_COUNT, Math.min(MAX_COUNT, maxAheadMillis + 1) * layout.idsPerTick());
    }

    /**
     * Claims {@code count} consecutive positions, to be turned into IDs by {@link #idAt}.
     *
     * @param count 1 to {@link #maxCount()}
     * @return the first position (0 or more), or one of {@link #EXHAUSTED}, {@link #CLOCK_BEHIND},
     *     {@link #CLOCK_OUT_OF_RANGE}
     */
    public long tryClaim(int count) {
        requireCount(count);
        long now;
        long position;
        do {
            now = clock.epochMillis();
            position = claimAt(now, count);
        } while (isTransient(position) && clock.epochMillis() > now);
        return position;
    }

    /** The ID at a claimed position, of this worker. A higher position has a higher ID. */
    public long idAt(long position) {
        return layout.idAt(position, workerId);
    }

    /** The next ID (0 or more), or a refusal as of {@link #tryClaim}. */
    public long tryNextId() {
        long position = tryClaim(1);
        return position < 0 ? position : idAt(position);
    }

    /**
     * The next ID; waits while there is none: a few spins, then parked. An interrupt does not end the wait and stays
     * set.
     *
     * @throws IllegalStateException when the clock stands outside of the layout's span: that does not pass by waiting
     */
    public long nextId() {
        long position = tryClaim(1);
        return idAt(position < 0 ? awaitPosition() : position);
    }

    /** Fills {@code ids}, rising; waits like {@link #nextId}. Other threads' IDs may lie between them. */
    public void nextIds(long[] ids) {
        int filled = 0;
        while (filled < ids.length) {
            filled += fill(ids, filled);
        }
    }

    /**
     * Whether IDs can be had: the clock is in range and not behind. Claims nothing. True also when this millisecond is
     * used up, which passes by itself.
     */
    public boolean mayIssue() {
        long next = counter.next();
        long now = clock.epochMillis();
        return layout.spans(now) && next <= limitAt(now);
    }

    /**
     * How long until a claim of {@code count} would pass if nobody else claimed meanwhile, in milliseconds of the clock:
     * 0 when it would pass now, {@link Long#MAX_VALUE} when the layout's time is over.
     */
    public long millisUntil(int count) {
        requireCount(count);
        long next = counter.next();
        long now = clock.epochMillis();
        if (now > layout.lastMillis()) {
            return Long.MAX_VALUE;
        }
        long from = Math.max(now, layout.epochMillis());
        long first = Math.max(next, layout.firstPositionAt(from));
        if (endOfTime() - first < count) {
            return Long.MAX_VALUE;
        }
        long ready = Math.max(layout.millisAt(first + count - 1) - maxAheadMillis, from);
        return ready - Math.max(now, 0);
    }

    /** The most positions that one claim can have: {@link #MAX_COUNT}, or what fits below the limit if that is less. */
    public int maxCount() {
        return maxCount;
    }

    /** Where the bits of these IDs lie. */
    public SnowflakeLayout layout() {
        return layout;
    }

    /** Whose IDs these are: datacenter and worker. */
    public int workerId() {
        return workerId;
    }

    private long claimAt(long now, int count) {
        if (!layout.spans(now)) {
            return CLOCK_OUT_OF_RANGE;
        }
        long limit = limitAt(now);
        long position = counter.claim(count, layout.firstPositionAt(now), limit);
        return position < 0 && counter.next() > limit ? CLOCK_BEHIND : position;
    }

    private long limitAt(long now) {
        return layout.endPositionAt(now, maxAheadMillis);
    }

    private long endOfTime() {
        return layout.endPositionAt(layout.lastMillis(), 0);
    }

    private static boolean isTransient(long position) {
        return position == EXHAUSTED || position == CLOCK_BEHIND;
    }

    /** Takes what there is at once: half as many whenever a run is too long, and waits for one when there is none. */
    private int fill(long[] ids, int from) {
        for (int count = Math.min(ids.length - from, maxCount); count > 1; count /= 2) {
            long position = tryClaim(count);
            if (position >= 0) {
                return write(ids, from, position, count);
            }
        }
        ids[from] = nextId();
        return 1;
    }

    private int write(long[] ids, int from, long position, int count) {
        for (int i = 0; i < count; i++) {
            ids[from + i] = idAt(position + i);
        }
        return count;
    }

    private long awaitPosition() {
        boolean interrupted = false;
        try {
            for (int round = 0; ; round++) {
                long position = tryClaim(1);
                if (position >= 0) {
                    return position;
                }
                requireInRange(position);
                interrupted |= pause(round);
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Returns whether the thread was interrupted; clears that, or the next park would not last. */
    private boolean pause(int round) {
        if (round < SPINS) {
            Thread.onSpinWait();
            return false;
        }
        LockSupport.parkNanos(this, parkNanos());
        return Thread.interrupted();
    }

    /** The clock may be set forward at any time: never for long. */
    private long parkNanos() {
        long certainMillis = Math.min(millisUntil(1) - 1, LONGEST_PARK_MILLIS);
        return Math.max(certainMillis * NANOS_PER_MILLI, SHORTEST_PARK_NANOS);
    }

    private void requireInRange(long position) {
        if (position == CLOCK_OUT_OF_RANGE) {
            throw new IllegalStateException("clock must be " + layout.firstInstant() + ".." + layout.lastInstant()
                    + ": " + Instant.ofEpochMilli(clock.epochMillis()));
        }
    }

    private void requireCount(int count) {
        Ranges.require("count", count, 1, maxCount);
    }

    private static Duration requireMaxAhead(SnowflakeLayout layout, Duration maxAhead) {
        Duration most = Duration.ofMillis(layout.maxTick());
        if (maxAhead.isNegative() || maxAhead.compareTo(most) > 0) {
            throw new IllegalArgumentException("max ahead must be " + Duration.ZERO + ".." + most + ": " + maxAhead);
        }
        return maxAhead;
    }
}
