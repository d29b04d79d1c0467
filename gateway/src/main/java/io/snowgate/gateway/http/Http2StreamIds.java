package io.snowgate.gateway.http;

/**
 * What the latest {@value #REMEMBERED} streams of a client have been through, two bits each, whether they still exist or
 * not. Of older ones it claims nothing.
 *
 * <pre>
 *   bit        0         1           2       …       63
 *   stream   highest  highest-2  highest-4      highest-126
 * </pre>
 *
 * Only ids a client may open are asked for: odd ones.
 */
final class Http2StreamIds {

    static final int REMEMBERED = Long.SIZE;

    private static final int BEFORE_THE_FIRST = -1;

    private int highest = BEFORE_THE_FIRST;
    private long opened;
    private long ended;

    /** Whether {@code id} is higher than all before. */
    boolean isNew(int id) {
        return id > highest;
    }

    /** Notes that a {@linkplain #isNew new} stream was opened, which skips all unopened ones below it. */
    void open(int id) {
        int steps = stepsBelow(id, highest);
        opened = shift(opened, steps) | 1;
        ended = shift(ended, steps);
        highest = id;
    }

    /** Notes that the client has said all it will say on this stream. */
    void end(int id) {
        if (isRemembered(id)) {
            ended |= bit(id);
        }
    }

    boolean hasEnded(int id) {
        return isRemembered(id) && (ended & bit(id)) != 0;
    }

    /** Whether a higher stream was opened and this one never. */
    boolean wasSkipped(int id) {
        return isRemembered(id) && (opened & bit(id)) == 0;
    }

    private boolean isRemembered(int id) {
        return !isNew(id) && stepsBelow(highest, id) < REMEMBERED;
    }

    private long bit(int id) {
        return 1L << stepsBelow(highest, id);
    }

    private static int stepsBelow(int higher, int lower) {
        return (higher - lower) >>> 1;
    }

    private static long shift(long bits, int steps) {
        return steps < REMEMBERED ? bits << steps : 0;
    }
}
