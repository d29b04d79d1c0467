package io.snowgate.client;

import java.util.stream.LongStream;

/**
 * A run of consecutive values, {@code from} included and {@code to} not; never empty.
 *
 * @param from the first value, 0 or above
 * @param to one more than the last value
 */
public record Range(long from, long to) {

    /** Refuses what is negative or empty. */
    public Range {
        if (from < 0 || to <= from) {
            throw new IllegalArgumentException(
                    "a range must begin at 0 or above, and end above that: " + from + ".." + to);
        }
    }

    /** How many values it has, 1 or more. */
    public long size() {
        return to - from;
    }

    /** Its values, lowest first. */
    public LongStream stream() {
        return LongStream.range(from, to);
    }
}
