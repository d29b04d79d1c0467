package io.snowgate.gateway.http;

import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpHeadersFactory;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import org.jspecify.annotations.Nullable;

/**
 * A request as {@link Http1Decoder} hands it over, which remembers how it was understood: when the same octets come again
 * on the same connection, it is handed over again and nothing needs to be looked at twice. Confined to the event loop of
 * its connection.
 */
@SuppressWarnings("serial") // Netty's messages are not serializable
final class DecodedRequest extends DefaultHttpRequest {

    private @Nullable Request understood;

    DecodedRequest(HttpVersion version, HttpMethod method, String target, HttpHeadersFactory headers) {
        super(version, method, target, headers);
    }

    /** What was checked, is answered on a connection that stays open, and would be the same a second time; or null. */
    @Nullable
    Request understood() {
        return understood;
    }

    void understoodAs(Request request) {
        understood = request;
    }
}
