package io.snowgate.gateway.endpoint;

import static io.netty.handler.codec.http.HttpResponseStatus.OK;

import io.netty.buffer.Unpooled;
import io.netty.util.CharsetUtil;
import io.snowgate.gateway.http.Endpoint;
import io.snowgate.gateway.http.Request;
import io.snowgate.gateway.http.Response;
import io.snowgate.gateway.wire.FieldBlock;

/** {@code GET /}: what there is, for whoever opens the address in a browser. */
public final class PageEndpoint implements Endpoint {

    private static final FieldBlock FIELDS = FieldBlock.of(
            "content-type",
            "text/plain; charset=utf-8",
            "cache-control",
            "no-cache",
            "x-content-type-options",
            "nosniff");

    private static final byte[] PAGE = """
            Snowgate

            /api/snowflake        a new ID; ?n=1..1000 for more, ?format=text, json, hex, base62, base32 or octets
            /api/snowflake/{id}   what an ID says; ?layout=discord for those of others
            /state                the state document
            /state/stream         the same, and then each change, as server-sent events
            /up                   the process answers
            /ready                traffic should come here
            """.getBytes(CharsetUtil.US_ASCII);

    @Override
    public Response respond(Request request) {
        return Response.of(OK, FIELDS, Unpooled.wrappedBuffer(PAGE));
    }
}
