package io.snowgate.gateway.http;

import static io.netty.handler.codec.http.HttpResponseStatus.BAD_REQUEST;
import static io.netty.handler.codec.http.HttpResponseStatus.CONFLICT;
import static io.netty.handler.codec.http.HttpResponseStatus.EXPECTATION_FAILED;
import static io.netty.handler.codec.http.HttpResponseStatus.FORBIDDEN;
import static io.netty.handler.codec.http.HttpResponseStatus.HTTP_VERSION_NOT_SUPPORTED;
import static io.netty.handler.codec.http.HttpResponseStatus.INSUFFICIENT_STORAGE;
import static io.netty.handler.codec.http.HttpResponseStatus.INTERNAL_SERVER_ERROR;
import static io.netty.handler.codec.http.HttpResponseStatus.METHOD_NOT_ALLOWED;
import static io.netty.handler.codec.http.HttpResponseStatus.NOT_ACCEPTABLE;
import static io.netty.handler.codec.http.HttpResponseStatus.NOT_FOUND;
import static io.netty.handler.codec.http.HttpResponseStatus.NOT_IMPLEMENTED;
import static io.netty.handler.codec.http.HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE;
import static io.netty.handler.codec.http.HttpResponseStatus.REQUEST_HEADER_FIELDS_TOO_LARGE;
import static io.netty.handler.codec.http.HttpResponseStatus.REQUEST_TIMEOUT;
import static io.netty.handler.codec.http.HttpResponseStatus.REQUEST_URI_TOO_LONG;
import static io.netty.handler.codec.http.HttpResponseStatus.SERVICE_UNAVAILABLE;
import static io.netty.handler.codec.http.HttpResponseStatus.UNPROCESSABLE_ENTITY;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.snowgate.gateway.wire.FieldBlock;

/**
 * Every failure a client may be told of, each an {@code application/problem+json} document
 * (<a href="https://www.rfc-editor.org/rfc/rfc9457">RFC 9457</a>) made ahead. Where a request can say what exactly was
 * wrong with it, {@link #because} renders its own detail.
 */
@SuppressWarnings("ImmutableEnumChecker") // the body is read-only, the other types are immutable without saying so
public enum HttpFailure {
    MALFORMED(BAD_REQUEST, "the request could not be read as HTTP"),
    BAD_HOST(BAD_REQUEST, "the request must name its host once, as name or address with an optional port"),
    BAD_TARGET(BAD_REQUEST, "the request target must be a path in which every % begins an escape of two hex digits"),
    BAD_PARAMETER(BAD_REQUEST, "a query parameter has a value that is not allowed"),
    ORIGIN_REFUSED(FORBIDDEN, "this origin is not on the list of origins that may read from here"),
    NO_SUCH_PATH(NOT_FOUND, "nothing is served at this path"),
    WRONG_METHOD(METHOD_NOT_ALLOWED, "only GET, HEAD and OPTIONS are served here"),
    IMPOSSIBLE(CONFLICT, "what is asked for is not possible as things stand"),
    KEY_REUSED(UNPROCESSABLE_ENTITY, "the idempotency key was used before, for another request"),
    FULL(INSUFFICIENT_STORAGE, "there are as many of these as this server keeps"),
    NO_CODING(NOT_ACCEPTABLE, "accept-encoding must leave identity, gzip, br or zstd: nothing else is served here"),
    HEADER_TIMEOUT(REQUEST_TIMEOUT, "the header of the request was not complete in time"),
    BODY_TIMEOUT(REQUEST_TIMEOUT, "the body of the request was not complete in time"),
    BODY_TOO_LARGE(REQUEST_ENTITY_TOO_LARGE, "the body of the request is larger than this server reads"),
    TARGET_TOO_LONG(REQUEST_URI_TOO_LONG, "the request line is longer than this server reads"),
    UNKNOWN_EXPECTATION(EXPECTATION_FAILED, "the only expectation known here is 100-continue"),
    HEADER_TOO_LARGE(REQUEST_HEADER_FIELDS_TOO_LARGE, "the header has more fields or octets than this server reads"),
    UNEXPECTED(INTERNAL_SERVER_ERROR, "the server failed at this request; the operator finds the reason in its log"),
    UNKNOWN_METHOD(NOT_IMPLEMENTED, "this server knows only GET, HEAD and OPTIONS"),
    OUT_OF_TIME(SERVICE_UNAVAILABLE, "the time that IDs of this layout can hold is over"),
    NO_ANSWER(
            SERVICE_UNAVAILABLE,
            "the answer did not come in time; what was asked for may have been done, and its result is lost"),
    NO_DOCUMENT(SERVICE_UNAVAILABLE, "there is no state document yet"),
    STALE_DOCUMENT(SERVICE_UNAVAILABLE, "the state was last confirmed longer ago than it may be served"),
    WRONG_VERSION(HTTP_VERSION_NOT_SUPPORTED, "this server speaks HTTP/1.0, HTTP/1.1 and HTTP/2");

    private final HttpResponseStatus status;
    private final FieldBlock fields;
    private final ByteBuf body;

    HttpFailure(HttpResponseStatus status, String detail) {
        this.status = status;
        this.fields = extraFields(status);
        this.body = Unpooled.unreleasableBuffer(Unpooled.directBuffer()
                .writeBytes(Problem.document(status, detail))
                .asReadOnly());
    }

    /** The answer made ahead. */
    public Response response() {
        return Response.of(status, fields, body.duplicate());
    }

    /** The answer with a detail of its own: what was wrong, its value, what is allowed. */
    public Response because(String detail) {
        return Response.of(status, fields, Unpooled.wrappedBuffer(Problem.document(status, detail)));
    }

    /** The answer with a detail and fields of its own, in the place of those it usually has. */
    Response because(String detail, FieldBlock more) {
        return Response.of(status, Problem.FIELDS.and(more), Unpooled.wrappedBuffer(Problem.document(status, detail)));
    }

    /** 503 to whoever comes when there are too many connections, with a time to try again that is drawn by chance. */
    public static Endpoint tooManyConnections(Jitter jitter) {
        return request -> unavailable("there are as many connections as this server takes", jitter.retryAfterSeconds());
    }

    /** 503 with a detail of its own, and when to try again. */
    public static Response unavailable(String detail, long retryAfterSeconds) {
        FieldBlock fields = Problem.FIELDS.and("retry-after", Long.toString(retryAfterSeconds));
        return Response.of(
                SERVICE_UNAVAILABLE, fields, Unpooled.wrappedBuffer(Problem.document(SERVICE_UNAVAILABLE, detail)));
    }

    public HttpResponseStatus status() {
        return status;
    }

    private static FieldBlock extraFields(HttpResponseStatus status) {
        return switch (status.code()) {
            case 405, 501 -> Problem.FIELDS.and(Methods.READ.allow());
            case 503 -> Problem.FIELDS.and("retry-after", "1");
            default -> Problem.FIELDS;
        };
    }
}
