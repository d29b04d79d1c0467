package io.snowgate.loadtest;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLParameters;

/**
 * One connection after the other. Sessions are found by the name of the series, so that each resumes that of the
 * connection before, and none is in two hands. Confined to the event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write closes the connection, which channelInactive tells
final class HandshakeSeries {

    private static final int TIMEOUT_MILLIS = 10_000;
    private static final int PAUSE_AFTER_FAILURE_MILLIS = 10;
    private static final ByteBuf REQUEST = Unpooled.unreleasableBuffer(Unpooled.directBuffer()
            .writeBytes("GET /api/snowflake HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII)));

    /** Hears how a connection ended. */
    @FunctionalInterface
    interface Ear {
        void ended(boolean wasAnswered);
    }

    private final EventLoop loop;
    private final SslContext tls;
    private final String name;
    private final int port;
    private final Ear ear;

    HandshakeSeries(EventLoop loop, SslContext tls, String name, int port, Ear ear) {
        this.loop = loop;
        this.tls = tls;
        this.name = name;
        this.port = port;
        this.ear = ear;
    }

    void next() {
        new Bootstrap()
                .group(loop)
                .channel(EpollSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, TIMEOUT_MILLIS)
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(secure(channel), new Question());
                    }
                })
                .connect("127.0.0.1", port)
                .addListener(connected -> {
                    if (!connected.isSuccess()) {
                        end(false);
                    }
                });
    }

    private SslHandler secure(Channel channel) {
        SslHandler handler = tls.newHandler(channel.alloc(), name, port);
        SSLParameters parameters = handler.engine().getSSLParameters();
        parameters.setServerNames(List.of(new SNIHostName("localhost")));
        handler.engine().setSSLParameters(parameters);
        handler.setHandshakeTimeoutMillis(TIMEOUT_MILLIS);
        return handler;
    }

    private void end(boolean wasAnswered) {
        ear.ended(wasAnswered);
        if (wasAnswered) {
            next();
        } else {
            loop.schedule(this::next, PAUSE_AFTER_FAILURE_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private final class Question extends SimpleChannelInboundHandler<ByteBuf> {
        private boolean answered;

        @Override
        public void userEventTriggered(ChannelHandlerContext context, Object event) {
            if (event instanceof SslHandshakeCompletionEvent handshake) {
                if (handshake.isSuccess()) {
                    context.writeAndFlush(REQUEST.duplicate(), context.voidPromise());
                } else {
                    context.close();
                }
            }
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, ByteBuf in) {
            answered = true;
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            end(answered);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            context.close();
        }
    }
}
