package io.snowgate.gateway.transport;

import io.micrometer.core.instrument.Counter;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ApplicationProtocolNegotiationHandler;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.CharsetUtil;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts the handlers of the negotiated protocol into the pipeline once the handshake is done; HTTP/1.1 where the client
 * offered none. A handshake that fails ends the connection; to a client that spoke plain HTTP it is said in its own
 * language.
 */
final class AlpnHandler extends ApplicationProtocolNegotiationHandler {

    private static final Logger LOG = LoggerFactory.getLogger(AlpnHandler.class);
    private static final String SPEAKS_HTTPS = "this port speaks HTTPS: use https://\n";
    private static final byte[] PLAIN_ANSWER = ("HTTP/1.1 400 Bad Request\r\ncontent-type: text/plain\r\n"
                    + "content-length: " + SPEAKS_HTTPS.length() + "\r\nconnection: close\r\n\r\n" + SPEAKS_HTTPS)
            .getBytes(CharsetUtil.US_ASCII);

    private final BiConsumer<ChannelPipeline, String> protocolHandlers;
    private final Counter handshakes;
    private final Counter failures;

    AlpnHandler(BiConsumer<ChannelPipeline, String> protocolHandlers, Counter handshakes, Counter failures) {
        super(ApplicationProtocolNames.HTTP_1_1);
        this.protocolHandlers = protocolHandlers;
        this.handshakes = handshakes;
        this.failures = failures;
    }

    @Override
    protected void configurePipeline(ChannelHandlerContext ctx, String protocol) {
        handshakes.increment();
        protocolHandlers.accept(ctx.pipeline(), protocol);
    }

    @Override
    protected void handshakeFailure(ChannelHandlerContext ctx, Throwable cause) {
        failures.increment();
        LOG.debug("{} handshake failed: {}", ctx.channel(), cause.toString());
        ChannelHandlerContext belowTls = belowTls(ctx);
        if (cause instanceof NotSslRecordException) {
            belowTls.writeAndFlush(Unpooled.wrappedBuffer(PLAIN_ANSWER)).addListener(ChannelFutureListener.CLOSE);
        } else {
            belowTls.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        ctx.fireExceptionCaught(cause);
    }

    private static ChannelHandlerContext belowTls(ChannelHandlerContext ctx) {
        return Objects.requireNonNull(ctx.pipeline().context(SslHandler.class), "TLS");
    }
}
