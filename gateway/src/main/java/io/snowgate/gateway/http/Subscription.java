package io.snowgate.gateway.http;

import java.time.Duration;

/**
 * What an endpoint puts into an {@linkplain Response#stream answer that goes on}: it fills the {@link Outlet} that the
 * wire gives it, and hears from it. Every call comes on the event loop of the connection.
 *
 * <pre>
 *   opened ── writable* ── drain? ── closed
 * </pre>
 */
public interface Subscription {

    /** How it came to an end. */
    enum Ending {
        /** By the server, or by a client that left, or before it had begun. */
        OVER,
        /** The client did not take what was sent to it. */
        STALLED
    }

    /** The head is written; whatever is there already may be written at once. */
    void opened(Outlet outlet);

    /** All that was written has been taken. Not called for what is taken at once, during {@link Outlet#write}. */
    void writable();

    /** The server stops: {@link Outlet#end} it, with a last word for the client. */
    void drain(Duration grace);

    /** Nothing can be written any more. Called exactly once, also when the stream was never opened. */
    void closed(Ending ending);
}
