package io.snowgate.gateway.http;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/** A request as Netty's HTTP/1.1 decoder hands it over. */
record Http1Request(HttpRequest message, Target target, boolean takesHttp1Octets, ByteBufAllocator alloc)
        implements Request {

    @Override
    public HttpMethod method() {
        return message.method();
    }

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
        return message.headers().get(name);
    }

    @Override
    public int headerCount(AsciiString name) {
        return message.headers().getAll(name).size();
    }
}
