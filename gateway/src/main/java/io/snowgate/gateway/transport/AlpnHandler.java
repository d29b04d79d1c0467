package io.snowgate.gateway.transport;

import io.micrometer.core.instrument.Counter;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ApplicationProtocolNegotiationHandler;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.CharsetUtil;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts the handlers of the negotiated protocol into the pipeline once the handshake is done; HTTP/1.1 where the client
 * offered none. A handshake that fails is counted, and a client that spoke plain HTTP is told so in its own language.
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

    /** Comes before the exception, which {@link FailureHandler} gets, and before the alert is written. */
    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) throws Exception {
        if (event instanceof SslHandshakeCompletionEvent handshake && !handshake.isSuccess()) {
            failed(ctx, handshake.cause());
        }
        super.userEventTriggered(ctx, event);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the connection ends either way
    private void failed(ChannelHandlerContext ctx, Throwable cause) {
        failures.increment();
        LOG.debug("{} handshake failed: {}", ctx.channel(), cause.toString());
        if (cause instanceof NotSslRecordException) {
            belowTls(ctx).writeAndFlush(Unpooled.wrappedBuffer(PLAIN_ANSWER), ctx.voidPromise());
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
