package io.snowgate.loadtest;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;
import javax.net.ssl.SSLException;

/**
 * Many TLS connections to one server. Everything happens on one event loop, what is handed in to be called as well; the
 * methods of this class may be called from anywhere.
 */
final class Crowd {

    private static final int CONNECT_TIMEOUT_MILLIS = 10_000;
    private static final int DEAF_RECEIVE_BUFFER_BYTES = 16 * 1024;

    /** How many connections stand, and how many could not be made. */
    record Size(int open, int failed) {}

    /** Hears, once, whether a connection stands. */
    @FunctionalInterface
    interface Arrival {
        void arrived(boolean stands);
    }

    private final int port;
    private final SslContext tls;
    private final EventLoop loop = new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory()).next();
    private final List<CrowdConnection> connections = new ArrayList<>();
    private final List<Listener> listeners = new ArrayList<>();

    Crowd(int port) throws SSLException {
        this.port = port;
        this.tls = SslContextBuilder.forClient()
                .sslProvider(SslProvider.OPENSSL)
                .trustManager(InsecureTrustManagerFactory.INSTANCE)
                .endpointIdentificationAlgorithm(null)
                .build();
    }

    /** Connects until so many stand, each of which has got one answer already. */
    void hold(int count, String path, Consumer<Size> then) {
        ByteBuf request = request(path);
        loop.execute(() -> gather(
                count - connections.size(),
                arrival -> new CrowdConnection(request, connections, arrival),
                false,
                failed -> then.accept(new Size(connections.size(), failed))));
    }

    /** Subscribes to a stream so often, and reads nothing of it when {@code deaf}. */
    void listen(int count, boolean deaf, String path, Consumer<Size> then) {
        ByteBuf request = request(path);
        loop.execute(() -> gather(
                count,
                arrival -> {
                    Listener listener = new Listener(request, deaf, arrival);
                    listeners.add(listener);
                    return listener;
                },
                deaf,
                failed -> then.accept(new Size(count - failed, failed))));
    }

    /** Of all that listen. */
    void events(LongConsumer then) {
        loop.execute(
                () -> then.accept(listeners.stream().mapToLong(Listener::events).sum()));
    }

    void pace(Pace pace) {
        loop.execute(() -> pace.start(loop, List.copyOf(connections)));
    }

    private static ByteBuf request(String path) {
        String text = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
        return Unpooled.unreleasableBuffer(
                Unpooled.directBuffer().writeBytes(text.getBytes(StandardCharsets.US_ASCII)));
    }

    private void gather(int count, Function<Arrival, ChannelHandler> member, boolean deaf, IntConsumer then) {
        new Gathering(count, arrival -> connect(member.apply(arrival), deaf, arrival), then).go();
    }

    private void connect(ChannelHandler member, boolean deaf, Arrival arrival) {
        Bootstrap bootstrap = new Bootstrap()
                .group(loop)
                .channel(EpollSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MILLIS)
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(tls.newHandler(channel.alloc(), "localhost", port), member);
                    }
                });
        if (deaf) {
            bootstrap.option(ChannelOption.SO_RCVBUF, DEAF_RECEIVE_BUFFER_BYTES);
        }
        bootstrap.connect("127.0.0.1", port).addListener(connected -> {
            if (!connected.isSuccess()) {
                arrival.arrived(false);
            }
        });
    }
}
