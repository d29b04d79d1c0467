package io.snowgate.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.snowgate.gateway.wire.FieldBlock;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One answer. Either in parts, which the wire puts together ({@code fields} without date, content-length, connection
 * and CORS fields, which it adds), or {@linkplain #octets whole}, as HTTP/1.1 octets made ahead, or {@linkplain #stream
 * a head} that a body without an end follows, or one that {@linkplain #later comes later}.
 *
 * <p>Owns its buffer: whoever takes the response writes the buffer or releases it.
 */
public final class Response {

    private final HttpResponseStatus status;
    private final FieldBlock fields;
    private final ByteBuf content;
    private final int headBytes;
    /** A {@link Subscription} or an {@link Awaited}; null when all of the answer is here. */
    private final @Nullable Object rest;

    private Response(
            HttpResponseStatus status, FieldBlock fields, ByteBuf content, int headBytes, @Nullable Object rest) {
        this.status = status;
        this.fields = fields;
        this.content = content;
        this.headBytes = headBytes;
        this.rest = rest;
    }

    /** An answer in parts. */
    public static Response of(HttpResponseStatus status, FieldBlock fields, ByteBuf body) {
        return new Response(status, fields, body, 0, null);
    }

    /** An answer without a body, such as 204 and 304. */
    public static Response empty(HttpResponseStatus status, FieldBlock fields) {
        return new Response(status, fields, Unpooled.EMPTY_BUFFER, 0, null);
    }

    /**
     * A whole answer as HTTP/1.1 octets, for a request that {@linkplain Request#takesHttp1Octets takes} them.
     *
     * @param headBytes how many of the octets come before the body
     */
    public static Response octets(HttpResponseStatus status, ByteBuf octets, int headBytes) {
        return new Response(status, FieldBlock.NONE, octets, headBytes, null);
    }

    /** An answer of status 200 that goes on: its head, and then whatever {@code subscription} writes. */
    public static Response stream(FieldBlock fields, Subscription subscription) {
        return new Response(HttpResponseStatus.OK, fields, Unpooled.EMPTY_BUFFER, 0, subscription);
    }

    /**
     * An answer that waits for {@code outcome}, which any thread may complete. For the few requests that memory cannot
     * answer: one that another member has to answer, one that has to go through a log.
     *
     * @param answer makes the answer, in parts, from the outcome; called on the event loop of the connection, and not at
     *     all when the client is gone by then, so that the outcome must hold nothing that needs to be released
     */
    public static <T> Response later(CompletionStage<T> outcome, Function<? super T, Response> answer) {
        Awaited<T> awaited = new Awaited<>(outcome, answer);
        return new Response(HttpResponseStatus.PROCESSING, FieldBlock.NONE, Unpooled.EMPTY_BUFFER, 0, awaited);
    }

    /** 102 while the answer is not there. */
    public HttpResponseStatus status() {
        return status;
    }

    FieldBlock fields() {
        return fields;
    }

    /** The body, or the whole answer. */
    public ByteBuf content() {
        return content;
    }

    boolean isOctets() {
        return headBytes > 0;
    }

    int headBytes() {
        return headBytes;
    }

    /** Lets go of the body, which a HEAD does not get. */
    void dropBody() {
        content.release();
        if (rest instanceof Subscription subscription) {
            subscription.closed(Subscription.Ending.OVER);
        }
    }

    /** Who writes the body; null when it is {@link #content}. */
    @Nullable
    Subscription subscription() {
        return rest instanceof Subscription subscription ? subscription : null;
    }

    /** What this answer waits for; null when it is there. */
    @Nullable
    Awaited<?> awaited() {
        return rest instanceof Awaited<?> awaited ? awaited : null;
    }

    /** Whether such an answer carries a content-length at all (RFC 9110, 8.6). */
    boolean hasLength() {
        return status.code() != 204 && status.code() != 304 && rest == null;
    }
}
