package io.snowgate.generator;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where the bits of a Snowflake ID lie, when its time begins and how it ticks. Knows bits and holds no state; any
 * thread.
 *
 * <pre>
 *   unused     timeBits           datacenterBits  workerBits   sequenceBits
 *  ┌────────┬───────────────────┬───────────────┬────────────┬──────────────┐
 *  │ 0 … 0  │ ticks since epoch │  datacenter   │   worker   │   sequence   │   an ID
 *  └────────┴───────────────────┴───────────────┴────────────┴──────────────┘
 *                               └─ these three in any order ({@link Order}) ┘
 *
 *  ┌─────────────────────────────────────┬───────────────────┬──────────────┐
 *  │ 0 …                               0 │ ticks since epoch │   sequence   │   its position
 *  └─────────────────────────────────────┴───────────────────┴──────────────┘
 * </pre>
 *
 * <p>The <em>worker id</em> is what tells nodes apart, datacenter included. Without it an ID is a <em>position</em>:
 * positions of one node are consecutive numbers, a run of them may flow over into the next tick, and the higher position
 * has the higher ID.
 *
 * <p>IDs are unsigned. Up to 63 bits every ID is a positive {@code long}; a layout of 64 bits has IDs that are negative
 * as a {@code long} once half of its time has passed: compare them with {@link Long#compareUnsigned}, print them with
 * {@link TextForm#DECIMAL}. Positions have at most 63 bits and are never negative. Of 64 bits the very last tick is
 * never issued, so that no ID is mistaken for a refusal of {@link SnowflakeGenerator}.
 */
public final class SnowflakeLayout {

    /** From high to low, what follows the time. */
    public enum Order {
        /** The usual one: the sequence is lowest. */
        DATACENTER_WORKER_SEQUENCE(true, true, true),
        WORKER_DATACENTER_SEQUENCE(false, true, true),
        DATACENTER_SEQUENCE_WORKER(true, true, false),
        WORKER_SEQUENCE_DATACENTER(false, false, true),
        /** Sonyflake's: the node is lowest. */
        SEQUENCE_DATACENTER_WORKER(true, false, false),
        SEQUENCE_WORKER_DATACENTER(false, false, false);

        private final boolean datacenterAboveWorker;
        private final boolean datacenterAboveSequence;
        private final boolean workerAboveSequence;

        Order(boolean datacenterAboveWorker, boolean datacenterAboveSequence, boolean workerAboveSequence) {
            this.datacenterAboveWorker = datacenterAboveWorker;
            this.datacenterAboveSequence = datacenterAboveSequence;
            this.workerAboveSequence = workerAboveSequence;
        }

        private int datacenterShift(int workerBits, int sequenceBits) {
            return (datacenterAboveWorker ? workerBits : 0) + (datacenterAboveSequence ? sequenceBits : 0);
        }

        private int workerShift(int datacenterBits, int sequenceBits) {
            return (datacenterAboveWorker ? 0 : datacenterBits) + (workerAboveSequence ? sequenceBits : 0);
        }

        private int sequenceShift(int datacenterBits, int workerBits) {
            return (datacenterAboveSequence ? 0 : datacenterBits) + (workerAboveSequence ? 0 : workerBits);
        }
    }

    private static final int MAX_BITS = Long.SIZE;
    private static final int MAX_POSITION_BITS = Long.SIZE - 1;
    private static final int MAX_SPAN_BITS = Long.SIZE - 2;
    private static final int MAX_FIELD_BITS = Integer.SIZE - 1;
    private static final int JAVASCRIPT_BITS = 53;
    private static final int MAX_TICK_MILLIS = 60_000;
    private static final long LOWEST_REFUSAL = -8;
    private static final long EPOCH_2025 = 1_735_689_600_000L;

    /**
     * Twitter's: 4,096 IDs a millisecond on each of 1,024 nodes, from 2010-11-04T01:42:54.657Z to 2080-07-10.
     *
     * <pre>
     *   63  62                         22  21         17  16     12  11         0
     *  ┌───┬─────────────────────────────┬──────────────┬──────────┬─────────────┐
     *  │ 0 │ 41 ms since 1288834974657   │ 5 datacenter │ 5 worker │ 12 sequence │
     *  └───┴─────────────────────────────┴──────────────┴──────────┴─────────────┘
     * </pre>
     *
     * @see <a href="https://github.com/twitter-archive/snowflake/tree/snowflake-2010">IdWorker.scala</a>
     */
    public static final SnowflakeLayout TWITTER = new SnowflakeLayout(41, 5, 5, 12, 1_288_834_974_657L);

    /**
     * All 64 bits: 4,096 IDs a millisecond on each of 2,048 nodes, to 2080-07-10 with Twitter's epoch, which is meant to
     * be replaced by {@link #withEpoch}. Negative as a {@code long} from 2045-09-06 on.
     *
     * <pre>
     *   63                             23  22                    12  11         0
     *  ┌─────────────────────────────────┬─────────────────────────┬─────────────┐
     *  │ 41 ms since 1288834974657       │ 11 worker               │ 12 sequence │
     *  └─────────────────────────────────┴─────────────────────────┴─────────────┘
     * </pre>
     */
    public static final SnowflakeLayout SHARDED_41_11_12 = new SnowflakeLayout(41, 0, 11, 12, 1_288_834_974_657L);

    /**
     * Discord's, from 2015 to 2154. What it calls worker and process are the upper and the lower half of the node.
     *
     * <pre>
     *   63                             22  21         17  16     12  11         0
     *  ┌─────────────────────────────────┬──────────────┬──────────┬─────────────┐
     *  │ 42 ms since 1420070400000       │ 5 "worker"   │ 5 "proc."│ 12 sequence │
     *  └─────────────────────────────────┴──────────────┴──────────┴─────────────┘
     * </pre>
     *
     * @see <a href="https://discord.com/developers/docs/reference#snowflakes">Discord, API Reference</a>
     */
    public static final SnowflakeLayout DISCORD = new SnowflakeLayout(42, 5, 5, 12, 1_420_070_400_000L);

    /**
     * Instagram's: 1,024 IDs a millisecond in each of 8,192 logical shards, from 2011-08-24 to 2081.
     *
     * <pre>
     *   63                             23  22                    10  9          0
     *  ┌─────────────────────────────────┬─────────────────────────┬─────────────┐
     *  │ 41 ms since 1314220021721       │ 13 logical shard        │ 10 sequence │
     *  └─────────────────────────────────┴─────────────────────────┴─────────────┘
     * </pre>
     *
     * @see <a href="https://instagram-engineering.com/sharding-ids-at-instagram-1cf5a71e5a5c">Instagram Engineering,
     *     Sharding &amp; IDs at Instagram</a>
     */
    public static final SnowflakeLayout INSTAGRAM = new SnowflakeLayout(41, 0, 13, 10, 1_314_220_021_721L);

    /**
     * Sonyflake's, version 2, with its defaults: 256 IDs in 10 ms on each of 65,536 machines, from 2025 to 2199. The
     * machine is lowest.
     *
     * <pre>
     *   63  62                         24  23          16  15                   0
     *  ┌───┬─────────────────────────────┬───────────────┬───────────────────────┐
     *  │ 0 │ 39 10 ms since 2025         │ 8 sequence    │ 16 machine            │
     *  └───┴─────────────────────────────┴───────────────┴───────────────────────┘
     * </pre>
     *
     * @see <a href="https://github.com/sony/sonyflake/blob/master/v2/sonyflake.go">sonyflake.go</a>
     */
    public static final SnowflakeLayout SONYFLAKE = new SnowflakeLayout(39, 0, 16, 8, EPOCH_2025)
            .withTick(Duration.ofMillis(10))
            .withOrder(Order.SEQUENCE_DATACENTER_WORKER);

    /**
     * Baidu's UidGenerator with its defaults: 8,192 IDs a second, a new worker at each start of a process. Its time
     * began with 2016-05-20 in China and was over on 2024-11-20: decodes, but needs {@link #withEpoch} to issue.
     *
     * <pre>
     *   63  62                35  34                          13  12            0
     *  ┌───┬────────────────────┬───────────────────────────────┬────────────────┐
     *  │ 0 │ 28 s since epoch   │ 22 worker                     │ 13 sequence    │
     *  └───┴────────────────────┴───────────────────────────────┴────────────────┘
     * </pre>
     *
     * @see <a href="https://github.com/baidu/uid-generator">DefaultUidGenerator.java</a>
     */
    public static final SnowflakeLayout BAIDU =
            new SnowflakeLayout(28, 0, 22, 13, 1_463_673_600_000L).withTick(Duration.ofSeconds(1));

    /**
     * Ours for JavaScript, whose numbers are exact up to 2^53-1: 128 IDs a millisecond on each of 32 workers, from 2025
     * to 2094.
     *
     * <pre>
     *   63        53  52                             12  11          7  6       0
     *  ┌────────────┬──────────────────────────────────┬──────────────┬──────────┐
     *  │ 0 …      0 │ 41 ms since 1735689600000        │ 5 worker     │ 7 seq.   │
     *  └────────────┴──────────────────────────────────┴──────────────┴──────────┘
     * </pre>
     */
    public static final SnowflakeLayout JS_SAFE_53 = new SnowflakeLayout(41, 0, 5, 7, EPOCH_2025);

    /**
     * TSID's with its default of 10 node bits, from 2020 to 2159; written as {@link TextForm#BASE32}, and begun at
     * {@link SequenceStart#RANDOM}.
     *
     * <pre>
     *   63                             22  21                    12  11         0
     *  ┌─────────────────────────────────┬─────────────────────────┬─────────────┐
     *  │ 42 ms since 1577836800000       │ 10 node                 │ 12 counter  │
     *  └─────────────────────────────────┴─────────────────────────┴─────────────┘
     * </pre>
     *
     * @see <a href="https://github.com/f4b6a3/tsid-creator">tsid-creator, TSID structure</a>
     */
    public static final SnowflakeLayout TSID = new SnowflakeLayout(42, 0, 10, 12, 1_577_836_800_000L);

    private static final Map<String, SnowflakeLayout> PRESETS = presets();

    private final int timeBits;
    private final int datacenterBits;
    private final int workerBits;
    private final int sequenceBits;
    private final long epochMillis;
    private final int tickMillis;
    private final Order order;

    private final int timeShift;
    private final int datacenterShift;
    private final int workerShift;
    private final int sequenceShift;
    private final long lastTick;

    /**
     * A layout in the usual order that ticks in milliseconds. Refuses, with name, value and range, what no ID can carry.
     *
     * @param timeBits width of the time, 1..62
     * @param datacenterBits width of the datacenter, the upper part of the worker id; may be 0
     * @param workerBits width of the worker within its datacenter; with the datacenter 0..31
     * @param sequenceBits width of the sequence within one tick, 0..31; with the time at most 63
     * @param epochMillis the instant of time 0, in milliseconds since 1970
     * @throws IllegalArgumentException for widths that do not fit, or that lie outside of their range
     */
    public SnowflakeLayout(int timeBits, int datacenterBits, int workerBits, int sequenceBits, long epochMillis) {
        this(timeBits, datacenterBits, workerBits, sequenceBits, epochMillis, 1, Order.DATACENTER_WORKER_SEQUENCE);
    }

    private SnowflakeLayout(
            int timeBits,
            int datacenterBits,
            int workerBits,
            int sequenceBits,
            long epochMillis,
            int tickMillis,
            Order order) {
        requireWidths(timeBits, datacenterBits, workerBits, sequenceBits, tickMillis);
        Ranges.require("epoch in ms", epochMillis, 0, Long.MAX_VALUE - spanMillis(ones(timeBits), tickMillis));
        this.timeBits = timeBits;
        this.datacenterBits = datacenterBits;
        this.workerBits = workerBits;
        this.sequenceBits = sequenceBits;
        this.epochMillis = epochMillis;
        this.tickMillis = tickMillis;
        this.order = order;
        this.timeShift = datacenterBits + workerBits + sequenceBits;
        this.datacenterShift = order.datacenterShift(workerBits, sequenceBits);
        this.workerShift = order.workerShift(datacenterBits, sequenceBits);
        this.sequenceShift = order.sequenceShift(datacenterBits, workerBits);
        this.lastTick = bits() == Long.SIZE ? (LOWEST_REFUSAL >>> timeShift) - 1 : maxTick();
    }

    /**
     * A preset by its name, such as {@code discord}.
     *
     * @throws IllegalArgumentException for any other name, with those that there are
     */
    public static SnowflakeLayout named(String name) {
        @Nullable SnowflakeLayout preset = PRESETS.get(name);
        if (preset == null) {
            throw new IllegalArgumentException("layout must be one of " + String.join(", ", names()) + ": " + name);
        }
        return preset;
    }

    /** The names of the presets, ours and Twitter's first. */
    public static List<String> names() {
        return List.copyOf(PRESETS.keySet());
    }

    /** This layout with its time beginning at another instant, which must be a whole millisecond. */
    public SnowflakeLayout withEpoch(Instant epoch) {
        long millis = epoch.toEpochMilli();
        if (!Instant.ofEpochMilli(millis).equals(epoch)) {
            throw new IllegalArgumentException("epoch must be whole milliseconds: " + epoch);
        }
        return new SnowflakeLayout(timeBits, datacenterBits, workerBits, sequenceBits, millis, tickMillis, order);
    }

    /** This layout with another unit of time: whole milliseconds, up to a minute. */
    public SnowflakeLayout withTick(Duration tick) {
        if (tick.isNegative() || tick.compareTo(Duration.ofMillis(MAX_TICK_MILLIS)) > 0 || !isWholeMillis(tick)) {
            throw new IllegalArgumentException(
                    "tick must be whole milliseconds, PT0.001S.." + Duration.ofMillis(MAX_TICK_MILLIS) + ": " + tick);
        }
        int millis = (int) tick.toMillis();
        return new SnowflakeLayout(timeBits, datacenterBits, workerBits, sequenceBits, epochMillis, millis, order);
    }

    /** This layout with datacenter, worker and sequence in another order. */
    public SnowflakeLayout withOrder(Order newOrder) {
        return new SnowflakeLayout(
                timeBits, datacenterBits, workerBits, sequenceBits, epochMillis, tickMillis, newOrder);
    }

    /** Width of the time. */
    public int timeBits() {
        return timeBits;
    }

    /** Width of the datacenter. */
    public int datacenterBits() {
        return datacenterBits;
    }

    /** Width of the worker within its datacenter. */
    public int workerBits() {
        return workerBits;
    }

    /** Width of the sequence. */
    public int sequenceBits() {
        return sequenceBits;
    }

    /** The instant of time 0, in milliseconds since 1970. */
    public long epochMillis() {
        return epochMillis;
    }

    /** The unit of time: one millisecond, unless told otherwise. */
    public Duration tick() {
        return Duration.ofMillis(tickMillis);
    }

    /** What follows the time, from high to low. */
    public Order order() {
        return order;
    }

    /** Width of an ID, 1..64. */
    public int bits() {
        return timeBits + timeShift;
    }

    /** Width of the worker id: datacenter and worker. */
    public int workerIdBits() {
        return datacenterBits + workerBits;
    }

    /** The highest worker id; there is one more of them. 1,023 in Twitter's layout. */
    public int maxWorkerId() {
        return (int) ones(workerIdBits());
    }

    /** The highest datacenter. 31 in Twitter's layout. */
    public int maxDatacenter() {
        return (int) ones(datacenterBits);
    }

    /** The highest worker within a datacenter. 31 in Twitter's layout. */
    public int maxWorker() {
        return (int) ones(workerBits);
    }

    /** The highest sequence. 4,095 in Twitter's layout. */
    public int maxSequence() {
        return (int) ones(sequenceBits);
    }

    /** The highest time, in ticks from the epoch. */
    public long maxTick() {
        return ones(timeBits);
    }

    /** The highest ID, unsigned; the lowest is 0. */
    public long maxId() {
        return -1L >>> (Long.SIZE - bits());
    }

    /** Whether every ID is a number that JavaScript holds exactly: at most 2^53-1. */
    public boolean isSafeInJavaScript() {
        return bits() <= JAVASCRIPT_BITS;
    }

    /** The ceiling of one node: how many IDs it may issue in one tick of the time. */
    public long idsPerTick() {
        return 1L << sequenceBits;
    }

    /** The first millisecond that an ID can carry: the epoch. */
    public Instant firstInstant() {
        return Instant.ofEpochMilli(epochMillis);
    }

    /** The last millisecond in which IDs are issued. */
    public Instant lastInstant() {
        return Instant.ofEpochMilli(lastMillis());
    }

    /** How many whole seconds of this layout's time are left: 0 when it is over. */
    public long secondsLeft(EpochClock clock) {
        long now = Math.max(clock.epochMillis(), 0);
        return Math.max(0, (lastMillis() - now) / 1_000);
    }

    /**
     * Checks, before anything is issued, that IDs can be.
     *
     * @throws IllegalStateException when the epoch lies in this clock's future or the time is over: says from when to
     *     when it lasts
     */
    public void requireTime(EpochClock clock) {
        long now = clock.epochMillis();
        if (!spans(now)) {
            throw new IllegalStateException(
                    "clock must be " + firstInstant() + ".." + lastInstant() + ": " + Instant.ofEpochMilli(now));
        }
    }

    /** The worker id of a worker in a datacenter. */
    public int workerId(int datacenter, int worker) {
        Ranges.require("datacenter id", datacenter, 0, maxDatacenter());
        Ranges.require("worker id within the datacenter", worker, 0, maxWorker());
        return (datacenter << workerBits) | worker;
    }

    /** {@code workerId} again, when this layout has room for it. */
    public int requireWorkerId(int workerId) {
        Ranges.require("worker id", workerId, 0, maxWorkerId());
        return workerId;
    }

    /** The ID with these parts; {@code tick} counts from the epoch. */
    public long compose(long tick, int workerId, int sequence) {
        Ranges.require("time", tick, 0, maxTick());
        Ranges.require("sequence", sequence, 0, maxSequence());
        return idAt((tick << sequenceBits) | sequence, requireWorkerId(workerId));
    }

    /** Whether {@code id} has no bit where this layout has none. */
    public boolean contains(long id) {
        return Long.compareUnsigned(id, maxId()) <= 0;
    }

    /** When the tick of {@code id} began, in milliseconds since 1970. */
    public long epochMillisOf(long id) {
        return millisOfTick(requireId(id) >>> timeShift);
    }

    /** The worker id in {@code id}, datacenter included. */
    public int workerIdOf(long id) {
        return (datacenterOf(id) << workerBits) | workerOf(id);
    }

    /** The datacenter in {@code id}. */
    public int datacenterOf(long id) {
        return (int) ((requireId(id) >>> datacenterShift) & ones(datacenterBits));
    }

    /** The worker in {@code id}, counted within its datacenter. */
    public int workerOf(long id) {
        return (int) ((requireId(id) >>> workerShift) & ones(workerBits));
    }

    /** The sequence in {@code id}. */
    public int sequenceOf(long id) {
        return (int) ((requireId(id) >>> sequenceShift) & ones(sequenceBits));
    }

    /** The ID at a position: makes room for the worker id. Checks nothing. */
    long idAt(long position, int workerId) {
        return join(position, nodeOf(workerId));
    }

    /** The bits that a worker id has in each of its IDs. */
    long nodeOf(int workerId) {
        long datacenter = (long) workerId >>> workerBits;
        long worker = workerId & ones(workerBits);
        return (datacenter << datacenterShift) | (worker << workerShift);
    }

    /** The ID at a position, of the worker with these bits. */
    long join(long position, long node) {
        return ((position >>> sequenceBits) << timeShift) | node | ((position & ones(sequenceBits)) << sequenceShift);
    }

    /** From one ID to the next of the same tick. */
    long step() {
        return 1L << sequenceShift;
    }

    /** How many positions of its tick there are from this one on. */
    long leftInTick(long position) {
        return idsPerTick() - (position & ones(sequenceBits));
    }

    /** Whether an ID may be issued at this time. */
    boolean spans(long millis) {
        return millis >= epochMillis && millis <= lastMillis();
    }

    long lastMillis() {
        return epochMillis + spanMillis(lastTick, tickMillis);
    }

    int tickMillis() {
        return tickMillis;
    }

    /** The first position of the tick of a millisecond within the span. */
    long firstPositionAt(long millis) {
        return ticks(millis - epochMillis) << sequenceBits;
    }

    /**
     * The position after the last one of the tick that lies {@code aheadMillis} past a millisecond within the span. Ends
     * with the layout; where that is 2^63, one short of it.
     */
    long endPositionAt(long millis, long aheadMillis) {
        return endPosition(Math.min(ticks(millis - epochMillis + aheadMillis), lastTick));
    }

    /** The position after the last one that is ever issued. */
    long endPosition() {
        return endPosition(lastTick);
    }

    /** The first position of a tick; after the last one, the end of them all. */
    long firstPositionOf(long tick) {
        return tick > lastTick ? endPosition() : tick << sequenceBits;
    }

    /** The first tick that has no position below this one. */
    long tickAfter(long position) {
        return (position >>> sequenceBits) + ((position & ones(sequenceBits)) == 0 ? 0 : 1);
    }

    /** The millisecond in which the tick of a position begins. */
    long millisAt(long position) {
        return millisOfTick(position >>> sequenceBits);
    }

    private long endPosition(long tick) {
        long last = (tick << sequenceBits) | ones(sequenceBits);
        return Math.max(last, last + 1);
    }

    private long millisOfTick(long tick) {
        return epochMillis + tick * tickMillis;
    }

    /** The usual tick spares the division. */
    private long ticks(long millis) {
        return tickMillis == 1 ? millis : millis / tickMillis;
    }

    private long requireId(long id) {
        if (!contains(id)) {
            throw new IllegalArgumentException("id must be 0.." + Long.toUnsignedString(maxId()) + ": " + id);
        }
        return id;
    }

    private static void requireWidths(
            int timeBits, int datacenterBits, int workerBits, int sequenceBits, int tickMillis) {
        Ranges.require("tick in ms", tickMillis, 1, MAX_TICK_MILLIS);
        Ranges.require("time bits", timeBits, 1, MAX_SPAN_BITS - widthOf(tickMillis - 1));
        Ranges.require("datacenter bits", datacenterBits, 0, MAX_FIELD_BITS);
        Ranges.require("worker bits", workerBits, 0, MAX_FIELD_BITS);
        Ranges.require("sequence bits", sequenceBits, 0, MAX_FIELD_BITS);
        Ranges.require("datacenter and worker bits", datacenterBits + workerBits, 0, MAX_FIELD_BITS);
        Ranges.require("bits in all", timeBits + datacenterBits + workerBits + sequenceBits, 1, MAX_BITS);
        Ranges.require("time and sequence bits", timeBits + sequenceBits, 1, MAX_POSITION_BITS);
    }

    private static boolean isWholeMillis(Duration tick) {
        return !tick.isZero() && tick.equals(Duration.ofMillis(tick.toMillis()));
    }

    /** From the beginning of tick 0 to the last millisecond of {@code tick}. */
    private static long spanMillis(long tick, int tickMillis) {
        return tick * tickMillis + (tickMillis - 1L);
    }

    private static int widthOf(int value) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(value);
    }

    private static long ones(int bits) {
        return (1L << bits) - 1;
    }

    private static Map<String, SnowflakeLayout> presets() {
        Map<String, SnowflakeLayout> presets = new LinkedHashMap<>();
        presets.put("twitter", TWITTER);
        presets.put("js-safe-53", JS_SAFE_53);
        presets.put("sharded-41-11-12", SHARDED_41_11_12);
        presets.put("discord", DISCORD);
        presets.put("instagram", INSTAGRAM);
        presets.put("sonyflake", SONYFLAKE);
        presets.put("baidu", BAIDU);
        presets.put("tsid", TSID);
        return Collections.unmodifiableMap(presets);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SnowflakeLayout that && values().equals(that.values());
    }

    @Override
    public int hashCode() {
        return values().hashCode();
    }

    /** From high to low, with tick and epoch: the same text for the same layout. */
    @Override
    public String toString() {
        List<String> fields = new ArrayList<>(List.of("time " + timeBits));
        for (String field : order.name().split("_", 0)) {
            switch (field) {
                case "DATACENTER" -> fields.add("datacenter " + datacenterBits);
                case "WORKER" -> fields.add("worker " + workerBits);
                default -> fields.add("sequence " + sequenceBits);
            }
        }
        return String.join(", ", fields) + ", tick " + tickMillis + " ms, epoch " + firstInstant();
    }

    private List<Object> values() {
        return List.of(timeBits, datacenterBits, workerBits, sequenceBits, epochMillis, tickMillis, order);
    }
}
