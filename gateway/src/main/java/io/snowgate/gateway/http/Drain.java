package io.snowgate.gateway.http;

import java.time.Duration;

/**
 * Whether the server is being stopped. Set once, by the thread that stops it; read at every answer by every event loop,
 * which then tells its clients that this connection ends.
 */
public final class Drain {

    /**
     * Sent through the pipeline of each connection when the drain begins.
     *
     * @param turn when this connection may tell its client to leave, so that not all clients come back at once
     */
    public record Begun(Duration turn) {}

    private volatile boolean begun;

    public void begin() {
        begun = true;
    }

    public boolean hasBegun() {
        return begun;
    }
}
