package io.snowgate.loadtest;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.nio.charset.StandardCharsets;

/** Subscribes to a stream of events and counts them; a deaf one stops reading with the first. */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write closes the connection, which channelInactive tells
final class Listener extends SimpleChannelInboundHandler<ByteBuf> {

    private static final byte[] EVENT = "\nevent:".getBytes(StandardCharsets.US_ASCII);

    private final ByteBuf request;
    private final boolean deaf;
    private final Crowd.Arrival arrival;
    private boolean stands;
    private int matched;
    private long events;

    Listener(ByteBuf request, boolean deaf, Crowd.Arrival arrival) {
        this.request = request;
        this.deaf = deaf;
        this.arrival = arrival;
    }

    long events() {
        return events;
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof SslHandshakeCompletionEvent handshake) {
            if (handshake.isSuccess()) {
                context.writeAndFlush(request.duplicate(), context.voidPromise());
            } else {
                context.close();
            }
        }
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf in) {
        if (!stands) {
            stands = true;
            arrival.arrived(true);
        }
        if (deaf) {
            context.channel().config().setAutoRead(false);
        }
        while (in.isReadable()) {
            count(in.readByte());
        }
    }

    /** The beginning of the sequence does not come again within it, so there is nothing to go back to. */
    private void count(byte octet) {
        matched = octet == EVENT[matched] ? matched + 1 : octet == EVENT[0] ? 1 : 0;
        if (matched == EVENT.length) {
            events++;
            matched = 0;
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (!stands) {
            arrival.arrived(false);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        context.close();
    }
}
