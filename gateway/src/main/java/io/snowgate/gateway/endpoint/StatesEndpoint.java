package io.snowgate.gateway.endpoint;

import static io.netty.handler.codec.http.HttpResponseStatus.OK;

import io.netty.buffer.Unpooled;
import io.netty.util.CharsetUtil;
import io.snowgate.gateway.http.Endpoint;
import io.snowgate.gateway.http.Request;
import io.snowgate.gateway.http.Response;
import io.snowgate.gateway.state.NamedState;
import io.snowgate.gateway.state.StateDocument;
import io.snowgate.gateway.state.StateOptions.Delta;
import io.snowgate.gateway.state.StateStatus;
import io.snowgate.gateway.wire.FieldBlock;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * {@code GET /states}: which states there are, where, and how each is doing; not where they come from, which is the
 * operator's.
 *
 * <p>All event loops. The list is written at most ten times a second and shared, so that a thousand states cost the next
 * request nothing; two loops that find it old at once write the same twice.
 */
public final class StatesEndpoint implements Endpoint {

    private static final FieldBlock FIELDS = FieldBlock.of(
            "content-type", "application/json", "cache-control", "no-cache", "x-content-type-options", "nosniff");
    private static final long KEPT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final List<NamedState> states;
    private final LongSupplier nanoTime;
    private volatile Listing listing;

    @SuppressWarnings("ArrayRecordComponent") // nobody compares listings
    private record Listing(byte[] json, long writtenNanos) {}

    /** @param nanoTime how old the written list is is reckoned by it */
    public StatesEndpoint(List<NamedState> states, LongSupplier nanoTime) {
        this.states = List.copyOf(states);
        this.nanoTime = nanoTime;
        this.listing = write(nanoTime.getAsLong());
    }

    @Override
    public Response respond(Request request) {
        long now = nanoTime.getAsLong();
        Listing newest = listing;
        if (now - newest.writtenNanos() >= KEPT_NANOS) {
            newest = write(now);
            listing = newest;
        }
        return Response.of(OK, FIELDS, Unpooled.wrappedBuffer(newest.json()));
    }

    private Listing write(long now) {
        String json =
                states.stream().map(StatesEndpoint::json).collect(Collectors.joining(",", "{\"states\":[", "]}\n"));
        return new Listing(json.getBytes(CharsetUtil.US_ASCII), now);
    }

    /** Names, paths and tags have no character that JSON would have to escape, but for the quotes of a tag. */
    private static String json(NamedState state) {
        StateStatus status = state.publisher().status();
        StateDocument document = state.publisher().current();
        String etag =
                document == null ? "null" : "\"" + document.etag().toString().replace("\"", "\\\"") + "\"";
        String dictionary =
                state.options().delta() == Delta.DICTIONARY ? "\"" + state.path() + "/dictionary\"" : "null";
        return """
                {"name":"%s","path":"%s","etag":%s,"ageMillis":%d,"stale":%b,"sizeBytes":%d,"refreshMillis":%d,\
                "staleAfterMillis":%d,"stream":"%s/stream","dictionary":%s}""".formatted(
                        state.name(),
                        state.path(),
                        etag,
                        status.ageMillis(),
                        status.stale(),
                        status.sizeBytes(),
                        state.options().refresh().toMillis(),
                        state.options().staleAfter().toMillis(),
                        state.path(),
                        dictionary);
    }
}
