package io.snowgate.gateway.http;

import io.netty.handler.codec.http2.Http2Headers;

/** A request whose body is still coming; the body itself is not kept. */
final class Http2Upload {

    private final Http2Headers headers;
    private long octets;

    Http2Upload(Http2Headers headers) {
        this.headers = headers;
    }

    Http2Headers headers() {
        return headers;
    }

    long add(int more) {
        octets += more;
        return octets;
    }
}
