package io.snowgate.gateway.endpoint;

import static io.netty.handler.codec.http.HttpResponseStatus.NOT_MODIFIED;
import static io.netty.handler.codec.http.HttpResponseStatus.OK;

import io.micrometer.core.instrument.MeterRegistry;
import io.netty.buffer.ByteBuf;
import io.snowgate.gateway.http.AcceptEncoding;
import io.snowgate.gateway.http.Endpoint;
import io.snowgate.gateway.http.EntityTags;
import io.snowgate.gateway.http.HttpFailure;
import io.snowgate.gateway.http.Names;
import io.snowgate.gateway.http.Query;
import io.snowgate.gateway.http.Query.BadQueryException;
import io.snowgate.gateway.http.Request;
import io.snowgate.gateway.http.Response;
import io.snowgate.gateway.state.Origin;
import io.snowgate.gateway.state.Representation;
import io.snowgate.gateway.state.StateDocument;
import io.snowgate.gateway.state.StatePublisher;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code GET /state}: the current state document in the coding that the client likes best, or as the difference to a
 * version it has, or word that it has it already. Nothing is rendered or compressed here.
 *
 * <p>A difference from a version that is known, but from which none is made yet, is made for whoever asks next; this
 * request gets the whole document.
 */
public final class StateEndpoint implements Endpoint {

    private final StatePublisher publisher;
    private final StateTraffic traffic;

    public StateEndpoint(StatePublisher publisher, MeterRegistry registry) {
        this.publisher = publisher;
        this.traffic = new StateTraffic(publisher.options().name(), registry);
    }

    @Override
    public Response respond(Request request) {
        for (StateDocument document = publisher.current(); document != null; document = publisher.current()) {
            Response response = answer(document, request);
            if (response != null) {
                return response;
            }
        }
        return HttpFailure.NO_DOCUMENT.response();
    }

    /** Null when the document was superseded meanwhile. */
    private @Nullable Response answer(StateDocument document, Request request) {
        if (document.isRefused()) {
            return HttpFailure.STALE_DOCUMENT.response();
        }
        CharSequence codings = request.header(Names.ACCEPT_ENCODING);
        AcceptEncoding accepted = codings == null ? null : AcceptEncoding.of(codings);
        if (accepted != null && !Negotiation.isServable(accepted)) {
            return HttpFailure.NO_CODING.because("accept-encoding must leave identity, gzip, br or zstd: " + codings);
        }
        try {
            List<Representation> patches = request.query().isEmpty() ? List.of() : patches(document, request.query());
            return patches.isEmpty() ? whole(document, request, accepted) : patch(patches, request, accepted);
        } catch (BadQueryException bad) {
            return HttpFailure.BAD_PARAMETER.because(String.valueOf(bad.getMessage()));
        }
    }

    private @Nullable Response whole(StateDocument document, Request request, @Nullable AcceptEncoding accepted) {
        List<Representation> deltas = deltas(document, request, accepted);
        Representation best = best(document.representations(), deltas, accepted);
        CharSequence ifNoneMatch = request.header(Names.IF_NONE_MATCH);
        if (ifNoneMatch != null) {
            Representation known = known(best, document.representations(), deltas, accepted, ifNoneMatch);
            if (known != null) {
                traffic.notModified();
                return notModified(known, request);
            }
        }
        Response response = ok(best, request);
        if (response != null) {
            traffic.document(best);
        }
        return response;
    }

    private @Nullable Response patch(List<Representation> patches, Request request, @Nullable AcceptEncoding accepted) {
        Representation best = best(patches, List.of(), accepted);
        CharSequence ifNoneMatch = request.header(Names.IF_NONE_MATCH);
        if (ifNoneMatch != null && EntityTags.matches(ifNoneMatch, best.etag())) {
            traffic.notModified();
            return notModified(best, request);
        }
        Response response = ok(best, request);
        if (response != null) {
            traffic.patch(best);
        }
        return response;
    }

    /** What leads from the version that {@code since} names to the document; empty when there is nothing of the kind. */
    private List<Representation> patches(StateDocument document, String query) throws BadQueryException {
        String since = Query.value(query, "since");
        if (since == null) {
            return List.of();
        }
        Origin origin = document.originByTag(since, Since.hashOffset(since));
        if (origin == null) {
            return List.of();
        }
        if (origin.patches().isEmpty()) {
            publisher.wantPatch(document, origin);
        }
        return origin.patches();
    }

    private List<Representation> deltas(StateDocument document, Request request, @Nullable AcceptEncoding accepted) {
        if (accepted == null || !accepted.takesDictionaries()) {
            return List.of();
        }
        CharSequence name = request.header(Names.AVAILABLE_DICTIONARY);
        Origin origin = name == null ? null : document.originByDictionary(name);
        if (origin == null) {
            return List.of();
        }
        if (origin.deltas().isEmpty()) {
            publisher.wantDeltas(document, origin);
        }
        return origin.deltas();
    }

    /** Falls back on the first, which is as it is: while nothing else is made, that is better than nothing. */
    private static Representation best(
            List<Representation> whole, List<Representation> deltas, @Nullable AcceptEncoding accepted) {
        if (accepted == null) {
            return whole.getFirst();
        }
        Representation best = Negotiation.best(deltas, accepted, Negotiation.best(whole, accepted, null));
        return best == null ? whole.getFirst() : best;
    }

    /** RFC 9110, 13.1.2, for whichever of the representations that may be selected the client has. */
    private static @Nullable Representation known(
            Representation best,
            List<Representation> whole,
            List<Representation> deltas,
            @Nullable AcceptEncoding accepted,
            CharSequence ifNoneMatch) {
        if (EntityTags.matches(ifNoneMatch, best.etag())) {
            return best;
        }
        Representation known = Negotiation.known(whole, accepted, ifNoneMatch);
        return known == null ? Negotiation.known(deltas, accepted, ifNoneMatch) : known;
    }

    private static @Nullable Response ok(Representation best, Request request) {
        if (request.takesHttp1Octets() && best.isHttp1Whole()) {
            return LoopAnswers.ofThread().ok(best);
        }
        ByteBuf body = best.retainBody();
        return body == null ? null : Response.of(OK, best.fields(), body);
    }

    private static @Nullable Response notModified(Representation known, Request request) {
        return request.takesHttp1Octets()
                ? LoopAnswers.ofThread().notModified(known)
                : Response.empty(NOT_MODIFIED, known.notModifiedFields());
    }
}
