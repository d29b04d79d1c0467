package io.snowgate.gateway.transport;

import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import java.io.IOException;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Last in every pipeline: what nobody else caught ends this connection and no other. Broken records and reset
 * connections are the network's daily bread and logged at debug; anything else is a bug and logged as one.
 */
@Sharable
final class FailureHandler extends ChannelInboundHandlerAdapter {

    static final FailureHandler INSTANCE = new FailureHandler();

    private static final Logger LOG = LoggerFactory.getLogger(FailureHandler.class);

    private FailureHandler() {}

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // there is nobody left to tell
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof IOException || cause instanceof DecoderException) {
            LOG.debug("{} closed: {}", ctx.channel(), cause.toString());
        } else {
            LOG.error("{} closed by a bug", ctx.channel(), cause);
        }
        // Below TLS and HTTP/2: an alert, if there is one, has been written, and nothing else can be said any more.
        Objects.requireNonNull(ctx.pipeline().firstContext()).close();
    }
}
