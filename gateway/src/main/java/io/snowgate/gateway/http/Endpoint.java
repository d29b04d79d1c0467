package io.snowgate.gateway.http;

/**
 * Answers the requests for one path from memory: on the event loop, at once, with a value or a named failure. It must
 * not block, and it is called by all event loops at the same time.
 */
@FunctionalInterface
public interface Endpoint {

    /** The answer to a GET or a HEAD; for a HEAD the wire leaves the body out. The caller owns what it gets. */
    Response respond(Request request);
}
