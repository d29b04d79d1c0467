package io.snowgate.gateway.endpoint;

import static io.netty.handler.codec.http.HttpResponseStatus.NOT_MODIFIED;
import static io.netty.handler.codec.http.HttpResponseStatus.OK;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.concurrent.FastThreadLocal;
import io.snowgate.gateway.http.Response;
import io.snowgate.gateway.state.Representation;
import org.jspecify.annotations.Nullable;

/**
 * The whole HTTP/1.1 answers that an event loop has sent last, to be sent again: a representation costs it two objects,
 * where each request cost them. An answer is handed out again once it is written; while it is not, as with a client that
 * reads slowly or asks for several at once, the next one gets a slice.
 *
 * <p>Confined to its thread. Keeps what it has sent until another representation takes its place, so up to
 * {@value #PLACES} documents outlive their successors, none of them longer than one TLS record.
 */
final class LoopAnswers {

    /** More than a document has codings and differences in use at a time: those made together do not share a place. */
    private static final int PLACES = 32;

    private static final FastThreadLocal<LoopAnswers> OF_THREAD = new FastThreadLocal<>() {
        @Override
        protected LoopAnswers initialValue() {
            return new LoopAnswers();
        }

        @Override
        protected void onRemoval(LoopAnswers answers) {
            answers.release();
        }
    };

    private final @Nullable Place[] places = new Place[PLACES];

    /** The answers of one representation; each null until it was asked for. */
    private static final class Place {

        private final Representation representation;
        private @Nullable Response ok;
        private @Nullable Response notModified;

        Place(Representation representation) {
            this.representation = representation;
        }

        void release() {
            release(ok);
            release(notModified);
        }

        private static void release(@Nullable Response answer) {
            if (answer != null) {
                answer.content().release();
            }
        }
    }

    private LoopAnswers() {}

    /** Those of the event loop that runs this. */
    static LoopAnswers ofThread() {
        return OF_THREAD.get();
    }

    /** The 200; null when the representation was superseded. It is {@linkplain Representation#isHttp1Whole whole}. */
    @Nullable
    Response ok(Representation representation) {
        Place place = place(representation);
        Response answer = place.ok;
        if (answer == null) {
            answer = octets(OK, representation.retainHttp1(), representation.http1HeadBytes());
            place.ok = answer;
        }
        return answer == null ? null : again(answer, representation.http1HeadBytes());
    }

    /** The 304; null when the representation was superseded. */
    @Nullable
    Response notModified(Representation representation) {
        Place place = place(representation);
        Response answer = place.notModified;
        if (answer == null) {
            answer = octets(
                    NOT_MODIFIED, representation.retainHttp1NotModified(), representation.http1NotModifiedBytes());
            place.notModified = answer;
        }
        return answer == null ? null : again(answer, representation.http1NotModifiedBytes());
    }

    private Place place(Representation representation) {
        int index = representation.serial() & PLACES - 1;
        Place place = places[index];
        if (place != null && place.representation == representation) {
            return place;
        }
        if (place != null) {
            place.release();
        }
        Place taken = new Place(representation);
        places[index] = taken;
        return taken;
    }

    private static @Nullable Response octets(HttpResponseStatus status, @Nullable ByteBuf octets, int headBytes) {
        return octets == null ? null : Response.octets(status, octets, headBytes);
    }

    private static Response again(Response answer, int headBytes) {
        ByteBuf octets = answer.content();
        if (octets.refCnt() == 1) {
            octets.setIndex(0, octets.capacity()).retain();
            return answer;
        }
        return Response.octets(answer.status(), octets.retainedSlice(0, octets.capacity()), headBytes);
    }

    private void release() {
        for (Place place : places) {
            if (place != null) {
                place.release();
            }
        }
    }
}
