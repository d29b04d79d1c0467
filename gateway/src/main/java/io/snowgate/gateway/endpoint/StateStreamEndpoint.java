package io.snowgate.gateway.endpoint;

import io.snowgate.gateway.http.Endpoint;
import io.snowgate.gateway.http.HttpFailure;
import io.snowgate.gateway.http.Names;
import io.snowgate.gateway.http.Query;
import io.snowgate.gateway.http.Query.BadQueryException;
import io.snowgate.gateway.http.Request;
import io.snowgate.gateway.http.Response;
import io.snowgate.gateway.wire.FieldBlock;
import org.jspecify.annotations.Nullable;

/**
 * {@code GET /state/stream}: the current state document and then each change, as server-sent events. A client that has
 * the current version already, as {@code Last-Event-ID} or {@code ?last-event-id=} says, waits for the next; an id that is
 * not known here means nothing. With {@code ?patch} what leads from a version the client has to the next comes as a patch
 * (RFC 6902), where that is shorter.
 */
public final class StateStreamEndpoint implements Endpoint {

    private static final String PATCH = "patch";
    private static final String LAST_EVENT_ID = "last-event-id";
    private static final FieldBlock FIELDS = FieldBlock.of(
            "content-type",
            "text/event-stream",
            "cache-control",
            "no-cache",
            "x-accel-buffering",
            "no",
            "x-content-type-options",
            "nosniff");

    private final StateFeed feed;

    public StateStreamEndpoint(StateFeed feed) {
        this.feed = feed;
    }

    @Override
    public Response respond(Request request) {
        try {
            return subscribe(Query.value(request.query(), PATCH) != null, lastEventId(request));
        } catch (BadQueryException e) {
            return HttpFailure.BAD_PARAMETER.because(String.valueOf(e.getMessage()));
        }
    }

    private Response subscribe(boolean patches, @Nullable String lastEventId) {
        Streams streams = feed.streams();
        return streams.tryEnter()
                ? Response.stream(FIELDS, new StateSubscriber(feed, patches, lastEventId))
                : tooMany(streams);
    }

    private static Response tooMany(Streams streams) {
        return HttpFailure.unavailable(
                "there are as many streams as this server keeps open: " + streams.limit(),
                streams.jitter().retryAfterSeconds());
    }

    private static @Nullable String lastEventId(Request request) {
        CharSequence field = request.header(Names.LAST_EVENT_ID);
        return field == null ? fromQuery(request.query()) : field.toString();
    }

    private static @Nullable String fromQuery(String query) {
        try {
            return Query.value(query, LAST_EVENT_ID);
        } catch (BadQueryException unknown) {
            return null;
        }
    }
}
