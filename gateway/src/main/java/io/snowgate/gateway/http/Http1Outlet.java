package io.snowgate.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import java.util.Objects;

/** A stream over HTTP/1.1, in chunks; over HTTP/1.0 bare, until the connection closes. */
final class Http1Outlet extends Outlet {

    private final ChannelHandlerContext ctx;
    private final boolean chunked;
    private final Runnable end;

    /** @param end writes what ends the body and closes the connection */
    Http1Outlet(
            ChannelHandlerContext ctx, Subscription subscription, HttpLimits limits, boolean chunked, Runnable end) {
        super(ctx, subscription, limits);
        this.ctx = ctx;
        this.chunked = chunked;
        this.end = end;
    }

    @Override
    ByteBuf octets(StreamChunk part) {
        return chunked ? part.framed() : part.data();
    }

    @Override
    ChannelFuture send(ByteBuf slice) {
        return ctx.writeAndFlush(slice);
    }

    @Override
    void sendEnd() {
        end.run();
    }

    /** From below TLS, which would wait for the client to take its goodbye. */
    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // closed either way
    void cut() {
        Objects.requireNonNull(ctx.pipeline().firstContext()).close();
    }
}
