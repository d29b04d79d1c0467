package io.snowgate.gateway.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@SuppressWarnings("FutureReturnValueIgnored") // what is scheduled completes a future of its own
class ServerListenerTest {

    private static final int WAITING = 10;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final IoTransport transport = IoTransport.best();
    private final EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, transport.newFactory());
    private final AtomicInteger accepted = new AtomicInteger();
    private final List<Socket> clients = new ArrayList<>();

    @AfterEach
    void close() throws IOException {
        for (Socket client : clients) {
            client.close();
        }
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    @Test
    void acceptsAllWhoWaitInOnePassOfTheLoop() throws IOException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        ServerListener listener =
                ServerListener.bind(transport, loops, new Counting(), new InetSocketAddress(loopback, 0));
        CountDownLatch allWait = new CountDownLatch(1);
        CompletableFuture<Integer> afterOnePass = new CompletableFuture<>();
        EventLoop loop = loops.next();
        loop.execute(() -> {
            awaitUninterruptibly(allWait);
            // What is scheduled from within the loop is looked at when the loop has been through its sockets once.
            loop.schedule(() -> afterOnePass.complete(accepted.get()), 1, TimeUnit.NANOSECONDS);
        });

        for (int i = 0; i < WAITING; i++) {
            clients.add(new Socket(loopback, listener.port()));
        }
        allWait.countDown();

        assertThat(afterOnePass).succeedsWithin(PATIENCE).isEqualTo(WAITING);
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            assertThat(latch.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private final class Counting extends ChannelInitializer<Channel> {
        @Override
        protected void initChannel(Channel channel) {
            accepted.incrementAndGet();
        }
    }
}
