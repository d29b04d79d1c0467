package io.snowgate.gateway.transport;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.ServerChannelRecvByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;
import java.io.IOException;
import java.net.InetSocketAddress;

/** One bound port. */
public final class ServerListener {

    private static final int BACKLOG = 4_096;
    private static final int ACCEPTED_IN_A_PASS = 16;
    private static final WriteBufferWaterMark WATER_MARK = new WriteBufferWaterMark(32 * 1024, 64 * 1024);

    private final Channel channel;

    private ServerListener(Channel channel) {
        this.channel = channel;
    }

    /**
     * Binds and accepts from now on.
     *
     * @throws IOException when the address cannot be bound; the message says which and why
     */
    static ServerListener bind(
            IoTransport transport,
            EventLoopGroup loops,
            ChannelInitializer<Channel> initializer,
            InetSocketAddress address)
            throws IOException {
        ChannelFuture bound = new ServerBootstrap()
                .group(loops)
                .channel(transport.serverChannel())
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .option(ChannelOption.RECVBUF_ALLOCATOR, acceptsSeveralInAPass())
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
                .childHandler(initializer)
                .bind(address)
                .awaitUninterruptibly();
        Throwable failure = bound.cause();
        if (failure != null) {
            throw new IOException(describe(address, failure), failure);
        }
        return new ServerListener(bound.channel());
    }

    /**
     * Left to itself, Netty's epoll accepts one connection in each pass of a loop: it takes the new descriptor for a number
     * of octets, and what is not as much as it asked for as the last there is. On a loop that is busy with a thousand
     * connections, new ones would wait for seconds.
     */
    private static RecvByteBufAllocator acceptsSeveralInAPass() {
        return new ServerChannelRecvByteBufAllocator()
                .respectMaybeMoreData(false)
                .maxMessagesPerRead(ACCEPTED_IN_A_PASS);
    }

    /** The port that was bound, which is a free one when 0 was asked for. */
    public int port() {
        return ((InetSocketAddress) channel.localAddress()).getPort();
    }

    /** New connections are refused from now on. */
    void stopAccepting() {
        channel.close().awaitUninterruptibly();
    }

    private static String describe(InetSocketAddress address, Throwable failure) {
        String where = "port " + address.getPort() + " on " + address.getHostString();
        String why = String.valueOf(failure.getMessage());
        if (why.contains("in use")) {
            return where + " is in use by another process";
        }
        if (why.contains("ermission denied")) {
            return where + " may not be bound by this user";
        }
        return where + " cannot be bound: " + why;
    }
}
