package io.snowgate.gateway.http;

/**
 * How many more frames that ask for nothing (ping, settings, priority, reset, window update) a client may send before it
 * is told to calm down. Requests earn some, as every client needs a few; the octets of an answer earn window updates,
 * because a client with a small window needs many for a long one.
 */
final class Http2Allowance {

    static final int FRAMES = 1_000;
    static final int FRAMES_PER_REQUEST = 8;
    static final int OCTETS_PER_WINDOW_UPDATE = 512;

    /** That of the stream and that of the connection. */
    static final int WINDOWS = 2;

    private int frames = FRAMES;
    private long windowUpdates;

    /** A request was answered with a body of {@code octets}. */
    void earn(int octets) {
        frames = Math.min(FRAMES, frames + FRAMES_PER_REQUEST);
        windowUpdates += octets / OCTETS_PER_WINDOW_UPDATE;
    }

    /** A part of an answer that goes on was sent: clients ping such a connection, and may update both windows at once. */
    void earnPart(int octets) {
        frames = Math.min(FRAMES, frames + 1);
        windowUpdates += WINDOWS + octets / OCTETS_PER_WINDOW_UPDATE;
    }

    /** Whether one more frame was still allowed. */
    boolean spend() {
        return frames-- > 0;
    }

    /** Whether one more window update was still allowed. */
    boolean spendWindowUpdate() {
        return windowUpdates > 0 ? windowUpdates-- > 0 : spend();
    }
}
