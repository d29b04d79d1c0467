package io.snowgate.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameStream;
import java.util.Objects;

/** A stream over HTTP/2: DATA frames, which the codec holds back while the client's window is used up. */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write closes its stream or the connection
final class Http2Outlet extends Outlet {

    private final ChannelHandlerContext ctx;
    private final Http2FrameStream stream;
    private final Http2Allowance allowance;

    Http2Outlet(
            ChannelHandlerContext ctx,
            Http2FrameStream stream,
            Subscription subscription,
            HttpLimits limits,
            Http2Allowance allowance) {
        super(ctx, subscription, limits);
        this.ctx = ctx;
        this.stream = stream;
        this.allowance = allowance;
    }

    @Override
    ByteBuf octets(StreamChunk part) {
        return part.data();
    }

    @Override
    ChannelFuture send(ByteBuf slice) {
        allowance.earnPart(slice.readableBytes());
        return ctx.writeAndFlush(new DefaultHttp2DataFrame(slice, false).stream(stream));
    }

    @Override
    void sendEnd() {
        ctx.writeAndFlush(new DefaultHttp2DataFrame(Unpooled.EMPTY_BUFFER, true).stream(stream));
    }

    /** Only this stream, unless it is the connection that the client does not read. */
    @Override
    void cut() {
        if (holdsBack(ctx.channel())) {
            Objects.requireNonNull(ctx.pipeline().firstContext()).close();
        } else {
            ctx.writeAndFlush(new DefaultHttp2ResetFrame(Http2Error.CANCEL).stream(stream));
        }
    }

    private static boolean holdsBack(Channel channel) {
        ChannelOutboundBuffer pending = channel.unsafe().outboundBuffer();
        return pending != null && pending.totalPendingWriteBytes() > 0;
    }
}
