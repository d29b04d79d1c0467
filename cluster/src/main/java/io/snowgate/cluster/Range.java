package io.snowgate.cluster;

/** A run of values of a sequence, {@code from} included and {@code to} not; never empty. */
public record Range(long from, long to) implements SequenceResult {

    /** Refuses what is empty or not positive: the first value of a sequence is 1. */
    public Range {
        if (from < 1 || to <= from) {
            throw new IllegalArgumentException(
                    "a range must begin at 1 or above, and end above that: " + from + ".." + to);
        }
    }

    /** How many values it has, 1 or more. */
    public long size() {
        return to - from;
    }
}
