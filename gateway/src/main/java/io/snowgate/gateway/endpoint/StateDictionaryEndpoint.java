package io.snowgate.gateway.endpoint;

import static io.netty.handler.codec.http.HttpResponseStatus.NOT_MODIFIED;
import static io.netty.handler.codec.http.HttpResponseStatus.OK;

import io.netty.buffer.ByteBuf;
import io.snowgate.gateway.http.AcceptEncoding;
import io.snowgate.gateway.http.Endpoint;
import io.snowgate.gateway.http.HttpFailure;
import io.snowgate.gateway.http.Names;
import io.snowgate.gateway.http.Request;
import io.snowgate.gateway.http.Response;
import io.snowgate.gateway.state.Representation;
import io.snowgate.gateway.state.StateDocument;
import io.snowgate.gateway.state.StatePublisher;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * {@code GET /state/dictionary}: a recent version of the state, which a browser keeps for an hour and gets differences to
 * (<a href="https://www.rfc-editor.org/rfc/rfc9842">RFC 9842</a>). A page names it by
 * {@code <link rel="compression-dictionary" href="…">}.
 */
public final class StateDictionaryEndpoint implements Endpoint {

    private final StatePublisher publisher;

    public StateDictionaryEndpoint(StatePublisher publisher) {
        this.publisher = publisher;
    }

    @Override
    public Response respond(Request request) {
        for (StateDocument document = publisher.current(); document != null; document = publisher.current()) {
            Response response = answer(document.dictionary(), request);
            if (response != null) {
                return response;
            }
        }
        return HttpFailure.NO_DOCUMENT.response();
    }

    /** Null when the document was superseded meanwhile. */
    private @Nullable Response answer(List<Representation> dictionary, Request request) {
        if (dictionary.isEmpty()) {
            String mode = publisher.options().delta().name().toLowerCase(Locale.ROOT);
            return HttpFailure.NO_SUCH_PATH.because("this state has no dictionary: its delta is " + mode);
        }
        CharSequence codings = request.header(Names.ACCEPT_ENCODING);
        AcceptEncoding accepted = codings == null ? null : AcceptEncoding.of(codings);
        CharSequence ifNoneMatch = request.header(Names.IF_NONE_MATCH);
        Representation known = ifNoneMatch == null ? null : Negotiation.known(dictionary, accepted, ifNoneMatch);
        if (known != null) {
            return Response.empty(NOT_MODIFIED, known.notModifiedFields());
        }
        Representation best = accepted == null ? null : Negotiation.best(dictionary, accepted, null);
        Representation sent = best == null ? dictionary.getFirst() : best;
        ByteBuf body = sent.retainBody();
        return body == null ? null : Response.of(OK, sent.fields(), body);
    }
}
