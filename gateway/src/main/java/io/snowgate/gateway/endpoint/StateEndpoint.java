package io.snowgate.gateway.endpoint;

import static io.netty.handler.codec.http.HttpResponseStatus.NOT_MODIFIED;
import static io.netty.handler.codec.http.HttpResponseStatus.OK;

import io.netty.buffer.ByteBuf;
import io.snowgate.gateway.http.Endpoint;
import io.snowgate.gateway.http.EntityTags;
import io.snowgate.gateway.http.HttpFailure;
import io.snowgate.gateway.http.Names;
import io.snowgate.gateway.http.Request;
import io.snowgate.gateway.http.Response;
import io.snowgate.gateway.state.Representation;
import io.snowgate.gateway.state.StateDocument;
import io.snowgate.gateway.state.StatePublisher;
import org.jspecify.annotations.Nullable;

/** {@code GET /state}: the current state document, or word that the client has it already. Nothing is rendered here. */
public final class StateEndpoint implements Endpoint {

    private final StatePublisher publisher;

    public StateEndpoint(StatePublisher publisher) {
        this.publisher = publisher;
    }

    @Override
    public Response respond(Request request) {
        for (StateDocument document = publisher.current(); document != null; document = publisher.current()) {
            Response response = answer(document.identity(), request);
            if (response != null) {
                return response;
            }
        }
        return HttpFailure.NO_DOCUMENT.response();
    }

    /** Null when the document was superseded meanwhile. */
    private static @Nullable Response answer(Representation document, Request request) {
        if (EntityTags.matches(request.header(Names.IF_NONE_MATCH), document.etag())) {
            return notModified(document, request);
        }
        if (request.takesHttp1Octets() && document.isHttp1Whole()) {
            ByteBuf whole = document.retainHttp1();
            return whole == null ? null : Response.octets(OK, whole, document.http1HeadBytes());
        }
        ByteBuf body = document.retainBody();
        return body == null ? null : Response.of(OK, document.fields(), body);
    }

    private static @Nullable Response notModified(Representation document, Request request) {
        if (!request.takesHttp1Octets()) {
            return Response.empty(NOT_MODIFIED, document.notModifiedFields());
        }
        ByteBuf whole = document.retainHttp1NotModified();
        return whole == null ? null : Response.octets(NOT_MODIFIED, whole, whole.readableBytes());
    }
}
