package io.snowgate.generator;

import java.time.Duration;
import java.time.Instant;

/**
 * An ID together with the layout that explains it: for those who would rather not pass a bare {@code long} around. A
 * value; any thread.
 *
 * <p>Sorts like its ID, unsigned, and only among IDs of the same layout.
 *
 * @param id the bits, unsigned
 * @param layout where they lie
 */
public record Snowflake(long id, SnowflakeLayout layout) implements Comparable<Snowflake> {

    /** Refuses an ID that has bits where the layout has none. */
    public Snowflake {
        if (!layout.contains(id)) {
            throw new IllegalArgumentException(
                    "id must be 0.." + Long.toUnsignedString(layout.maxId()) + ": " + Long.toUnsignedString(id));
        }
    }

    /**
     * Reads an ID.
     *
     * @throws MalformedIdException for text that is not of this form
     * @throws IllegalArgumentException for an ID that the layout has no room for
     */
    public static Snowflake parse(CharSequence text, TextForm form, SnowflakeLayout layout) {
        return new Snowflake(form.parse(text), layout);
    }

    /** When the tick began in which this was issued. */
    public Instant time() {
        return Instant.ofEpochMilli(epochMillis());
    }

    /** {@link #time}, in milliseconds since 1970. */
    public long epochMillis() {
        return layout.epochMillisOf(id);
    }

    /** How long ago that was by this clock; negative for an ID of its future. */
    public Duration age(EpochClock clock) {
        return Duration.ofMillis(clock.epochMillis() - epochMillis());
    }

    /** Who issued it: datacenter and worker. */
    public int workerId() {
        return layout.workerIdOf(id);
    }

    /** In which datacenter. */
    public int datacenter() {
        return layout.datacenterOf(id);
    }

    /** Which worker of its datacenter. */
    public int worker() {
        return layout.workerOf(id);
    }

    /** Which one of its tick. */
    public int sequence() {
        return layout.sequenceOf(id);
    }

    /** The ID as text. */
    public String format(TextForm form) {
        return form.format(id);
    }

    @Override
    public int compareTo(Snowflake other) {
        if (!layout.equals(other.layout)) {
            throw new IllegalArgumentException(
                    "only IDs of the same layout have an order: " + layout + "; " + other.layout);
        }
        return Long.compareUnsigned(id, other.id);
    }

    /** The unsigned number. */
    @Override
    public String toString() {
        return format(TextForm.DECIMAL);
    }
}
