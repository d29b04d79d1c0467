package io.snowgate.gateway.http;

import io.netty.buffer.PooledByteBufAllocator;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import java.util.Objects;

/** Requests as HTTP/1.1 hands them over. They may be answered any number of times. */
public final class Requests {

    private Requests() {}

    /** A GET of {@code target}, which is a path and perhaps a query. */
    public static Request get(String target) {
        HttpRequest message = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, target);
        message.headers().set(HttpHeaderNames.HOST, "localhost");
        Target parsed = Objects.requireNonNull(Target.parse(target), target);
        return new Http1Request(message, parsed, true, PooledByteBufAllocator.DEFAULT);
    }
}
