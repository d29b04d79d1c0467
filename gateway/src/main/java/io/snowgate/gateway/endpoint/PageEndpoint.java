package io.snowgate.gateway.endpoint;

import io.netty.util.CharsetUtil;
import io.snowgate.gateway.http.Accept;
import io.snowgate.gateway.http.Endpoint;
import io.snowgate.gateway.http.Names;
import io.snowgate.gateway.http.Request;
import io.snowgate.gateway.http.Response;
import io.snowgate.gateway.wire.FieldBlock;

/**
 * {@code GET /}: a page for whoever names {@code text/html} in Accept, as browsers do; for anybody else a few lines that
 * say what there is.
 */
public final class PageEndpoint implements Endpoint {

    private static final String HTML = "text/html";
    private static final String VARY = "accept, accept-encoding";

    /** The page runs its own scripts and talks to its own origin; nothing else, and in nobody's frame. */
    private static final FieldBlock GUARDED = FieldBlock.of(
            "content-security-policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; "
                    + "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
            "referrer-policy",
            "no-referrer");

    private static final String ALWAYS = """
            Snowgate

            /api/snowflake        a new ID; ?n=1..1000 for more, ?format=text, json, hex, base62, base32 or octets
            /api/snowflake/{id}   what an ID says; ?layout=discord for those of others
            /state                the state document; /state/{name} those with a name
            /state/stream         each change as it comes (Server-Sent Events)
            /states               which states there are, and how they are doing
            /snowgate.js          a module for pages: poll, stream, nextId
            /openapi.json         all of this for programs
            /up                   the process answers
            /ready                traffic should come here
            """;

    private static final String CLUSTER = """
            /timestamp            a timestamp that rises over the whole cluster; ?n=1..10000, ?format=text, json or hex
            /sequence/{name}      the next value of a sequence, 1 at first; ?n= for more, ?order=strict without gaps
            /members              who is in the cluster, and who leads
            """;

    private static final String END = """

            A browser sees a page here.
            """;

    private final Asset page = new Asset(Asset.read("page.html"), "text/html; charset=utf-8", VARY, GUARDED);
    private final Asset lines;

    /** @param hasCluster whether there are timestamps and sequences */
    public PageEndpoint(boolean hasCluster) {
        String text = ALWAYS + (hasCluster ? CLUSTER : "") + END;
        lines = new Asset(text.getBytes(CharsetUtil.US_ASCII), "text/plain; charset=utf-8", VARY, FieldBlock.NONE);
    }

    @Override
    public Response respond(Request request) {
        String type = Accept.preferred(request.header(Names.ACCEPT), "text/plain", HTML);
        return (type.equals(HTML) ? page : lines).respond(request);
    }
}
