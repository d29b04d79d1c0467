package io.snowgate.gateway.http;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.CharsetUtil;
import io.snowgate.gateway.wire.FieldBlock;

/**
 * The body of every failure: an {@code application/problem+json} document
 * (<a href="https://www.rfc-editor.org/rfc/rfc9457">RFC 9457</a>). Text of others is made fit to stand in it:
 * JSON-escaped, and never longer than a few lines.
 */
final class Problem {

    static final FieldBlock FIELDS = FieldBlock.of(
            "content-type",
            "application/problem+json",
            "cache-control",
            "no-store",
            "x-content-type-options",
            "nosniff");

    private static final int MAX_DETAIL_CHARS = 300;

    private Problem() {}

    static byte[] document(HttpResponseStatus status, String detail) {
        return ("{\"type\":\"about:blank\",\"title\":\"" + status.reasonPhrase() + "\",\"status\":" + status.code()
                        + ",\"detail\":\"" + escape(detail) + "\"}\n")
                .getBytes(CharsetUtil.UTF_8);
    }

    private static String escape(String text) {
        return new String(JsonStringEncoder.getInstance().quoteAsString(shorten(text)));
    }

    private static String shorten(String text) {
        return text.length() <= MAX_DETAIL_CHARS ? text : text.substring(0, MAX_DETAIL_CHARS) + "…";
    }
}
