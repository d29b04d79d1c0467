package io.snowgate.cluster;

/**
 * Knows the bits of a hybrid timestamp: milliseconds since 1970 and, within one, a count.
 *
 * <pre>
 *   63                          18 17               0
 *   ├── physical, ms since 1970 ──┤├──── logical ────┤
 * </pre>
 *
 * Timestamps are consecutive numbers: when the 262,144 of a millisecond are used up, the next one belongs to the next
 * millisecond, whatever the clock says.
 *
 * <p>The 128-bit form of EpicEpoch is derived from it and rises with it: the physical part in nanoseconds, and an index
 * that begins at 1.
 */
public final class HybridTimestamp {

    /** How many bits the logical part has. */
    public static final int LOGICAL_BITS = 18;

    /** How many timestamps a millisecond has. */
    public static final long PER_MILLI = 1L << LOGICAL_BITS;

    private static final long NANOS_PER_MILLI = 1_000_000;

    private HybridTimestamp() {}

    /** The first timestamp of a millisecond. */
    public static long firstAt(long physicalMillis) {
        return physicalMillis << LOGICAL_BITS;
    }

    /** Milliseconds since 1970. */
    public static long physicalMillis(long timestamp) {
        return timestamp >>> LOGICAL_BITS;
    }

    /** The count within the millisecond, from 0. */
    public static long logical(long timestamp) {
        return timestamp & PER_MILLI - 1;
    }

    /** EpicEpoch's first eight octets: nanoseconds since 1970. */
    public static long epochNanos(long timestamp) {
        return physicalMillis(timestamp) * NANOS_PER_MILLI;
    }

    /** EpicEpoch's last eight octets: the count within the epoch, from 1. */
    public static long epochIndex(long timestamp) {
        return logical(timestamp) + 1;
    }
}
