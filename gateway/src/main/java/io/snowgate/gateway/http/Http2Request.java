package io.snowgate.gateway.http;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/** A request as HTTP/2 header fields. */
record Http2Request(Http2Headers headers, HttpMethod method, Target target, ByteBufAllocator alloc) implements Request {

    @Override
    public String path() {
        return target.path();
    }

    @Override
    public String query() {
        return target.query();
    }

    @Override
    public @Nullable CharSequence header(AsciiString name) {
        return headers.get(name);
    }

    @Override
    public int headerCount(AsciiString name) {
        return headers.getAll(name).size();
    }

    @Override
    public boolean takesHttp1Octets() {
        return false;
    }
}
