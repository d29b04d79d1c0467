package io.snowgate.gateway.http;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/**
 * One request, whichever HTTP version brought it. Valid during {@link Endpoint#respond} only, on the connection's event
 * loop.
 */
public interface Request {

    HttpMethod method();

    /** The path with its escapes resolved, from the first {@code /} on, without the query. */
    String path();

    /** What stands behind the {@code ?}, as sent; empty when nothing does. */
    String query();

    /** The first value of a field, or null. {@code name} is lower case. */
    @Nullable
    CharSequence header(AsciiString name);

    /** How many lines of that field there are. */
    int headerCount(AsciiString name);

    /**
     * True when the answer may be given as ready-made HTTP/1.1 octets: the wire is HTTP/1.1, stays open, and the
     * {@link CorsPolicy} says the same to every origin.
     */
    boolean takesHttp1Octets();

    /** Where the answer's buffers come from. */
    ByteBufAllocator alloc();
}
