package io.snowgate.gateway.transport;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.snowgate.gateway.http.Drain;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * All connections of all listeners: at most so many, and one past that is closed before it costs anything. First in
 * every pipeline; shared by all event loops.
 */
@Sharable
@SuppressWarnings("FutureReturnValueIgnored") // a connection that cannot be closed is closed
public final class Connections extends ChannelInboundHandlerAdapter {

    private static final long LOOK_MILLIS = 10;
    private static final Duration CUT = Duration.ofSeconds(1);

    private final int limit;
    private final AtomicInteger open = new AtomicInteger();
    private final ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);
    private final Counter accepted;
    private final Counter refused;

    public Connections(int limit, MeterRegistry registry) {
        this.limit = limit;
        this.accepted = Counter.builder("snowgate.connections.accepted")
                .description("Connections accepted")
                .register(registry);
        this.refused = Counter.builder("snowgate.connections.refused")
                .description("Connections closed at once because the limit was reached")
                .register(registry);
        Gauge.builder("snowgate.connections.open", open, AtomicInteger::get)
                .description("Connections open now")
                .register(registry);
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // counted down when it is done
    public void channelActive(ChannelHandlerContext ctx) {
        ctx.channel().closeFuture().addListener(closed -> open.decrementAndGet());
        if (open.incrementAndGet() > limit) {
            refused.increment();
            ctx.close();
        } else {
            accepted.increment();
            channels.add(ctx.channel());
            ctx.fireChannelActive();
        }
    }

    /** Tells every connection that the server stops. */
    void drain() {
        for (Channel channel : channels) {
            channel.pipeline().fireUserEventTriggered(Drain.Begun.EVENT);
        }
    }

    /** Waits until all are closed, at most {@code grace}; closes what is left and answers how many that were. */
    int awaitClosed(Duration grace) throws InterruptedException {
        awaitEmpty(grace);
        int left = channels.size();
        channels.forEach(Connections::cut);
        awaitEmpty(CUT);
        return left;
    }

    private void awaitEmpty(Duration atMost) throws InterruptedException {
        long deadline = System.nanoTime() + atMost.toNanos();
        while (!channels.isEmpty() && System.nanoTime() - deadline < 0) {
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
    }

    /** From below TLS and HTTP/2, which would wait for a client that does not read. */
    private static void cut(Channel channel) {
        ChannelHandlerContext first = channel.pipeline().firstContext();
        if (first != null) {
            first.close();
        }
    }
}
