package io.snowgate.generator;

import java.time.Instant;

/**
 * Where the bits of a Snowflake ID lie, and when its time begins. Knows bits and holds no state; any thread.
 *
 * <pre>
 *   unused     timeBits           datacenterBits  workerBits   sequenceBits
 *  ┌────────┬───────────────────┬───────────────┬────────────┬──────────────┐
 *  │ 0 … 0  │ ms since epoch    │  datacenter   │   worker   │   sequence   │   an ID
 *  └────────┴───────────────────┴───────────────┴────────────┴──────────────┘
 *                               └─────── worker id ──────────┘
 *
 *  ┌─────────────────────────────────────┬───────────────────┬──────────────┐
 *  │ 0 …                               0 │ ms since epoch    │   sequence   │   its position
 *  └─────────────────────────────────────┴───────────────────┴──────────────┘
 * </pre>
 *
 * <p>The <em>worker id</em> is the whole field that tells nodes apart, datacenter included. Without it an ID is a
 * <em>position</em>: positions of one node are consecutive numbers, a run of them may flow over into the next
 * millisecond, and the higher position has the higher ID.
 *
 * <p>Layouts have up to 63 bits, so that every ID is a positive {@code long}.
 *
 * @param timeBits width of the time, 1..62
 * @param datacenterBits width of the datacenter, the upper part of the worker id; may be 0
 * @param workerBits width of the worker within its datacenter; with the datacenter 0..31
 * @param sequenceBits width of the sequence within one millisecond, 0..31
 * @param epochMillis the instant of time 0, in milliseconds since 1970
 */
public record SnowflakeLayout(int timeBits, int datacenterBits, int workerBits, int sequenceBits, long epochMillis) {

    /**
     * Twitter's: 4,096 IDs a millisecond on each of 1,024 nodes, from 2010-11-04T01:42:54.657Z to 2080-07-10.
     *
     * <pre>
     *   63  62                         22  21         17  16     12  11         0
     *  ┌───┬─────────────────────────────┬──────────────┬──────────┬─────────────┐
     *  │ 0 │ 41 ms since 1288834974657   │ 5 datacenter │ 5 worker │ 12 sequence │
     *  └───┴─────────────────────────────┴──────────────┴──────────┴─────────────┘
     * </pre>
     */
    public static final SnowflakeLayout TWITTER = new SnowflakeLayout(41, 5, 5, 12, 1_288_834_974_657L);

    private static final int MAX_BITS = Long.SIZE - 1;
    private static final int MAX_FIELD_BITS = Integer.SIZE - 1;

    /** Refuses, with name, value and range, what no ID can carry. */
    public SnowflakeLayout {
        Ranges.require("time bits", timeBits, 1, MAX_BITS - 1);
        Ranges.require("datacenter bits", datacenterBits, 0, MAX_FIELD_BITS);
        Ranges.require("worker bits", workerBits, 0, MAX_FIELD_BITS);
        Ranges.require("sequence bits", sequenceBits, 0, MAX_FIELD_BITS);
        Ranges.require("datacenter and worker bits", datacenterBits + workerBits, 0, MAX_FIELD_BITS);
        Ranges.require("bits in all", timeBits + datacenterBits + workerBits + sequenceBits, 1, MAX_BITS);
        Ranges.require("epoch in ms", epochMillis, 0, Long.MAX_VALUE - ones(timeBits));
    }

    /** Width of an ID, 1..63. */
    public int bits() {
        return timeBits + workerIdBits() + sequenceBits;
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

    /** The highest time, counted from the epoch. */
    public long maxTick() {
        return ones(timeBits);
    }

    /** The highest ID; the lowest is 0. */
    public long maxId() {
        return ones(bits());
    }

    /** The ceiling of one node: how many IDs it may issue in one tick of the time, which is one millisecond. */
    public long idsPerTick() {
        return 1L << sequenceBits;
    }

    /** The first millisecond that an ID can carry: the epoch. */
    public Instant firstInstant() {
        return Instant.ofEpochMilli(epochMillis);
    }

    /** The last millisecond that an ID can carry. */
    public Instant lastInstant() {
        return Instant.ofEpochMilli(lastMillis());
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

    /** When {@code id} was issued, in milliseconds since 1970. */
    public long epochMillisOf(long id) {
        return epochMillis + (requireId(id) >>> (workerIdBits() + sequenceBits));
    }

    /** The worker id in {@code id}, datacenter included. */
    public int workerIdOf(long id) {
        return (int) ((requireId(id) >>> sequenceBits) & ones(workerIdBits()));
    }

    /** The datacenter in {@code id}. */
    public int datacenterOf(long id) {
        return workerIdOf(id) >>> workerBits;
    }

    /** The worker in {@code id}, counted within its datacenter. */
    public int workerOf(long id) {
        return (int) (workerIdOf(id) & ones(workerBits));
    }

    /** The sequence in {@code id}. */
    public int sequenceOf(long id) {
        return (int) (requireId(id) & ones(sequenceBits));
    }

    /** The ID at a position: makes room for the worker id. Checks nothing. */
    long idAt(long position, int workerId) {
        long sequence = position & ones(sequenceBits);
        return ((position ^ sequence) << workerIdBits()) | ((long) workerId << sequenceBits) | sequence;
    }

    /** Whether an ID can carry this time. */
    boolean spans(long millis) {
        return millis >= epochMillis && millis <= lastMillis();
    }

    long lastMillis() {
        return epochMillis + maxTick();
    }

    /** The first position of a millisecond within the span. */
    long firstPositionAt(long millis) {
        return (millis - epochMillis) << sequenceBits;
    }

    /**
     * The position after the last one of a millisecond, {@code aheadMillis} past one within the span. Ends with the
     * layout; where that is 2^63, one short of it.
     */
    long endPositionAt(long millis, long aheadMillis) {
        long tick = Math.min(millis - epochMillis + aheadMillis, maxTick());
        long last = (tick << sequenceBits) | ones(sequenceBits);
        return Math.max(last, last + 1);
    }

    /** The millisecond in which a position lies. */
    long millisAt(long position) {
        return epochMillis + (position >>> sequenceBits);
    }

    private long requireId(long id) {
        Ranges.require("id", id, 0, maxId());
        return id;
    }

    private static long ones(int bits) {
        return (1L << bits) - 1;
    }
}
