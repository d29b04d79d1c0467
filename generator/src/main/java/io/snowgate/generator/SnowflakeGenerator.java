package io.snowgate.generator;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * Issues the Snowflake IDs of one worker: rising, never one twice, whatever the clock does.
 *
 * <p>A {@link MonotonicCounter} counts positions (time and sequence without the worker id, see {@link SnowflakeLayout}).
 * Its floor is the first position of this tick, its limit the last one of this tick or of the {@code maxAhead} that
 * follow, and never past the {@link Bound}:
 *
 * <pre>
 *             floor                      limit                bound
 *   ──────────┼────────────┼─ maxAhead ──┼────────────────────┼─▶ positions
 *             ├─ this tick ┤
 *   next ▲          ▲                           ▲
 *        │          └ next: go on from here     └ next: EXHAUSTED
 *        └ next: start at the floor
 * </pre>
 *
 * <h2>When the clock steps back</h2>
 *
 * No ID repeats: the counter alone sees to that. What remains is a question of policy, how long to go on with times that
 * the clock no longer shows. Up to {@code clockTolerance} behind the highest time it has shown, IDs go on from the last
 * one, within the {@code maxAhead} of now and, if that is further, to the end of the highest tick. Behind that by more
 * everything is {@link #CLOCK_BEHIND} until the clock has caught up, also where {@code maxAhead} alone would allow it.
 *
 * <p>The position of the counter cannot tell the two apart: an ID of 80 ms ahead may come from a burst, or from a clock
 * that has since stepped back by 80 ms. So the highest time is noted, once in a tick, when a claim begins one whose
 * positions are reserved: that is the only write, and every claim pays one read. A claim that races with a jump of the
 * clock may be served on either side of it. A time that is refused for its bound is not noted: a clock that leaps ahead
 * for a moment and returns costs nothing.
 *
 * <p>Any number of threads; lock-free and without allocation. {@link #tryClaim} and {@link #tryNextId} answer at once, a
 * value or a named refusal; {@link #nextId} and {@link #nextIds} wait. An ID costs a reading of the clock and a
 * fetch-and-add; Twitter's layout has 4,096 of them in a millisecond, one in 244.14 ns.
 *
 * <p>One worker id belongs to one generator: two of them with the same worker id issue the same IDs.
 */
public final class SnowflakeGenerator {

    /** This tick, and every one that may be run ahead, has no such run left. Passes with the next ones. */
    public static final long EXHAUSTED = MonotonicCounter.EXHAUSTED;

    /** The clock has gone back, by more than is tolerated. Passes when it has caught up. */
    public static final long CLOCK_BEHIND = -2;

    /** The clock stands before the layout's first instant or after its last one. */
    public static final long CLOCK_OUT_OF_RANGE = -3;

    /** The positions of this time are not reserved. Passes when whoever moves the {@link Bound} has done so. */
    public static final long UNRESERVED = -4;

    /** {@link #close} was called. Does not pass. */
    public static final long CLOSED = -5;

    /** The most positions of one claim, however many a layout holds. */
    public static final int MAX_COUNT = 1 << 16;

    private static final int SPINS = 64;
    private static final long SHORTEST_PARK_NANOS = 100_000;
    private static final long LONGEST_PARK_MILLIS = 10;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final MonotonicCounter counter;
    private final PaddedLong highestMillis;
    private final SnowflakeLayout layout;
    private final int workerId;
    private final long node;
    private final EpochClock clock;
    private final Bound bound;
    private final long maxAheadMillis;
    private final long toleranceMillis;
    private final SequenceStart sequenceStart;
    private final long seed;
    private final int maxCount;

    /**
     * A generator that has issued nothing yet, begins each tick at 0 and tolerates a clock that is behind by as much as
     * it may run ahead. See {@link #builder} for more.
     *
     * @param workerId the worker id, datacenter included: 0 to {@link SnowflakeLayout#maxWorkerId()}
     * @param maxAhead how far IDs may run ahead of the clock when a tick is used up, in whole milliseconds; zero is
     *     strict
     * @throws IllegalArgumentException for a worker id or {@code maxAhead} out of range, with name, value and range
     */
    public SnowflakeGenerator(SnowflakeLayout layout, int workerId, EpochClock clock, Duration maxAhead) {
        this(builder(layout, workerId).clock(clock).maxAhead(maxAhead).clockTolerance(maxAhead));
    }

    private SnowflakeGenerator(Builder told) {
        this.layout = told.layout;
        this.workerId = told.workerId;
        this.node = layout.nodeOf(workerId);
        this.clock = told.clock;
        this.bound = told.bound;
        this.maxAheadMillis = told.maxAheadMillis;
        this.toleranceMillis = told.toleranceMillis;
        this.sequenceStart = told.sequenceStart;
        this.seed = new SplittableRandom().nextLong();
        this.counter = told.isGapless
                ? MonotonicCounter.withoutGaps(told.firstPosition)
                : new MonotonicCounter(told.firstPosition);
        this.highestMillis = new PaddedLong(layout.millisAt(told.firstPosition));
        long ticks = maxAheadMillis / layout.tickMillis() + 1;
        this.maxCount = (int) Math.min(MAX_COUNT, Math.min(MAX_COUNT, ticks) * layout.idsPerTick());
    }

    /** A generator in all its particulars. */
    public static Builder builder(SnowflakeLayout layout, int workerId) {
        return new Builder(layout, workerId);
    }

    /** What a generator can be told; every setting has a default. One thread. */
    public static final class Builder {

        private final SnowflakeLayout layout;
        private final int workerId;
        private final Duration most;
        private EpochClock clock = EpochClock.system();
        private Bound bound = Bound.none();
        private SequenceStart sequenceStart = SequenceStart.ZERO;
        private long maxAheadMillis;
        private long toleranceMillis;
        private long firstPosition;
        private boolean isGapless;

        private Builder(SnowflakeLayout layout, int workerId) {
            this.layout = layout;
            this.workerId = layout.requireWorkerId(workerId);
            this.most = Duration.ofMillis(layout.maxTick() * layout.tickMillis());
        }

        /** Whose time it is; the system's without. */
        public Builder clock(EpochClock newClock) {
            this.clock = newClock;
            return this;
        }

        /** How far IDs may run ahead of the clock when a tick is used up, in whole milliseconds; zero without: strict. */
        public Builder maxAhead(Duration maxAhead) {
            this.maxAheadMillis = requireSpan("max ahead", maxAhead);
            return this;
        }

        /** How far the clock may step back and IDs go on, in whole milliseconds; not at all without. */
        public Builder clockTolerance(Duration tolerance) {
            this.toleranceMillis = requireSpan("clock tolerance", tolerance);
            return this;
        }

        /** Where the sequence begins in a new tick; at zero without. */
        public Builder sequenceStart(SequenceStart start) {
            this.sequenceStart = start;
            return this;
        }

        /** Issues nothing below this position, such as {@link ReservedWindow#firstPosition}. */
        public Builder firstPosition(long position) {
            Ranges.require("first position", position, 0, layout.endPosition());
            this.firstPosition = position;
            return this;
        }

        /** Issues nothing at or above this bound, which somebody else moves. */
        public Builder bound(Bound newBound) {
            this.bound = newBound;
            return this;
        }

        /** Passes over no position when claims interfere, which is linearizable, and dearer under contention. */
        public Builder withoutGaps() {
            this.isGapless = true;
            return this;
        }

        /** The generator; the builder may be used again, for another worker's. */
        public SnowflakeGenerator build() {
            return new SnowflakeGenerator(this);
        }

        private long requireSpan(String name, Duration span) {
            if (span.isNegative() || span.compareTo(most) > 0) {
                throw new IllegalArgumentException(name + " must be " + Duration.ZERO + ".." + most + ": " + span);
            }
            return span.toMillis();
        }
    }

    /** Whether what {@link #tryNextId} or {@link #tryClaim} has returned is a refusal. No ID and no position is. */
    public static boolean isRefusal(long idOrRefusal) {
        return idOrRefusal < 0 && idOrRefusal >= CLOSED;
    }

    /**
     * Claims {@code count} consecutive positions, to be turned into IDs by {@link #idAt}.
     *
     * @param count 1 to {@link #maxCount()}
     * @return the first position (0 or more), or one of {@link #EXHAUSTED}, {@link #CLOCK_BEHIND},
     *     {@link #CLOCK_OUT_OF_RANGE}, {@link #UNRESERVED}, {@link #CLOSED}
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

    /** The ID at a claimed position, of this worker. A higher position has a higher ID, unsigned. */
    public long idAt(long position) {
        return layout.join(position, node);
    }

    /**
     * The next ID, or a refusal as of {@link #tryClaim}: {@link #isRefusal} tells. Up to 63 bits an ID is 0 or more, and
     * every negative value a refusal.
     */
    public long tryNextId() {
        long position = tryClaim(1);
        return position < 0 ? position : idAt(position);
    }

    /**
     * The next ID; waits while there is none: a few spins, then parked. An interrupt does not end the wait and stays
     * set.
     *
     * @throws IllegalStateException when the clock stands outside of the layout's span, or the generator is closed: that
     *     does not pass by waiting
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
     * Whether IDs can be had: the clock is in range and not behind, and the bound does not stand in the way. Claims
     * nothing. True also when this tick is used up, which passes by itself.
     */
    public boolean mayIssue() {
        long now = clock.epochMillis();
        return layout.spans(now)
                && highestMillis.getAcquire() - now <= toleranceMillis
                && Math.max(counter.next(), layout.firstPositionAt(now)) < bound.position();
    }

    /**
     * How long until a claim of {@code count} would pass if nobody else claimed meanwhile, in milliseconds of the clock:
     * 0 when it would pass now, {@link Long#MAX_VALUE} when the layout's time is over or the generator closed. What the
     * bound stands in the way of is not part of this: nobody here knows when it moves.
     */
    public long millisUntil(int count) {
        requireCount(count);
        long now = clock.epochMillis();
        if (now > layout.lastMillis()) {
            return Long.MAX_VALUE;
        }
        long from = Math.max(now, layout.epochMillis());
        long first = Math.max(counter.next(), layout.firstPositionAt(from));
        if (layout.endPosition() - first < count) {
            return Long.MAX_VALUE;
        }
        return readyMillis(first + count - 1, from) - Math.max(now, 0);
    }

    /**
     * Ends this generator: whatever is asked from now on is {@link #CLOSED}, and no claim that is under way succeeds.
     *
     * @return the lowest position that was never issued, for whoever comes after
     */
    public long close() {
        return counter.close();
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

    /** One attempt at this reading of the clock; again when another thread has noted a higher time meanwhile. */
    long claimAt(long now, int count) {
        if (!layout.spans(now)) {
            return counter.isClosed() ? CLOSED : CLOCK_OUT_OF_RANGE;
        }
        long highest;
        long position;
        do {
            highest = highestMillis.getAcquire();
            position = highest - now > toleranceMillis ? behind() : claim(now, highest, count);
        } while (position == EXHAUSTED && highestMillis.getAcquire() > highest);
        return position;
    }

    private long claim(long now, long highest, int count) {
        long reserved = bound.position();
        long limit = limitAt(now, highest);
        long floor = floorAt(now, limit, count);
        if (now - highest >= layout.tickMillis() && floor < reserved) {
            highestMillis.raise(now);
        }
        long position = counter.claim(count, floor, Math.min(limit, reserved));
        return position < 0 ? refusal(count, floor, limit, reserved) : position;
    }

    /** Closed, further than the clock allows, or what the clock allows and the bound does not. */
    private long refusal(int count, long floor, long limit, long reserved) {
        if (counter.isClosed()) {
            return CLOSED;
        }
        long first = Math.max(counter.next(), floor);
        return limit - first >= count && reserved - first < count ? UNRESERVED : EXHAUSTED;
    }

    private long behind() {
        return counter.isClosed() ? CLOSED : CLOCK_BEHIND;
    }

    private long floorAt(long now, long limit, int count) {
        long first = layout.firstPositionAt(now);
        if (sequenceStart == SequenceStart.ZERO) {
            return first;
        }
        long offset = sequenceStart.offset(first, counter.next(), layout.idsPerTick() / 2, seed);
        return Math.max(first, Math.min(first + offset, limit - count));
    }

    private long limitAt(long now, long highest) {
        long limit = layout.endPositionAt(now, maxAheadMillis);
        return highest > now ? Math.max(limit, layout.endPositionAt(highest, 0)) : limit;
    }

    /** When the limit has passed {@code last}, and the clock is not behind. */
    private long readyMillis(long last, long from) {
        long highest = highestMillis.getAcquire();
        boolean isWithinHighest = last < layout.endPositionAt(highest, 0);
        long reached = isWithinHighest ? from : layout.millisAt(last) - maxAheadMillis;
        return Math.max(from, Math.max(reached, highest - toleranceMillis));
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
        int written = 0;
        while (written < count) {
            written += writeTick(ids, from + written, position + written, count - written);
        }
        return count;
    }

    /** Within a tick every ID is the one before and a constant. */
    private int writeTick(long[] ids, int from, long position, int atMost) {
        int count = (int) Math.min(atMost, layout.leftInTick(position));
        long first = idAt(position);
        long step = layout.step();
        for (int i = 0; i < count; i++) {
            ids[from + i] = first + i * step;
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
                requireHope(position);
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

    private void requireHope(long refusal) {
        if (refusal == CLOSED) {
            throw new IllegalStateException("the generator of worker " + workerId + " is closed");
        }
        if (refusal == CLOCK_OUT_OF_RANGE) {
            layout.requireTime(clock);
        }
    }

    private void requireCount(int count) {
        Ranges.require("count", count, 1, maxCount);
    }
}
