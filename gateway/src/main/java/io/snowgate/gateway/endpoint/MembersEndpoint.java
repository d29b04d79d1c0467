package io.snowgate.gateway.endpoint;

import static io.netty.handler.codec.http.HttpResponseStatus.OK;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.netty.buffer.Unpooled;
import io.netty.util.CharsetUtil;
import io.snowgate.cluster.Cluster;
import io.snowgate.cluster.ClusterStatus;
import io.snowgate.cluster.Member;
import io.snowgate.gateway.http.Endpoint;
import io.snowgate.gateway.http.Request;
import io.snowgate.gateway.http.Response;
import io.snowgate.gateway.wire.FieldBlock;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * {@code GET /members} and {@code GET /membership}: who votes, who leads, and where clients find each, as this gateway
 * knows it now. The form is EpicEpoch's, with {@code http} added; an id of digits is a number there, any other a string.
 *
 * <pre>
 *   {"leader":{"nodeID":1,"addr":"10.0.0.1:7001","http":"https://10.0.0.1:8443"},"members":[ ... ]}
 * </pre>
 *
 * <p>{@code leader} is null while none is known, and {@code http} until the member has said it.
 */
public final class MembersEndpoint implements Endpoint {

    private static final FieldBlock FIELDS = FieldBlock.of(
            "content-type", "application/json", "cache-control", "no-store", "x-content-type-options", "nosniff");
    private static final String NULL = "null";

    private final Cluster cluster;

    public MembersEndpoint(Cluster cluster) {
        this.cluster = cluster;
    }

    @Override
    public Response respond(Request request) {
        return Response.later(cluster.statusOnceStarted(), MembersEndpoint::answer);
    }

    private static Response answer(ClusterStatus status) {
        return Response.of(OK, FIELDS, Unpooled.copiedBuffer(json(status), CharsetUtil.UTF_8));
    }

    static String json(ClusterStatus status) {
        return status.members().stream()
                .map(MembersEndpoint::json)
                .collect(Collectors.joining(",", "{\"leader\":" + json(status.leader()) + ",\"members\":[", "]}\n"));
    }

    private static String json(@Nullable Member member) {
        return member == null
                ? NULL
                : "{\"nodeID\":" + nodeId(member.id()) + ",\"addr\":" + quoted(member.peerAddress()) + ",\"http\":"
                        + quoted(member.publicAddress()) + "}";
    }

    private static String nodeId(String id) {
        return id.matches("0|[1-9][0-9]{0,8}") ? id : quoted(id);
    }

    private static String quoted(@Nullable String text) {
        return text == null
                ? NULL
                : '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
    }
}
