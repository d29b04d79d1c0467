package io.snowgate.gateway.transport;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.snowgate.gateway.http.Drain;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * All connections of all listeners: at most so many. A few past that are let in to be told so and when to come again,
 * which costs a handshake each; one past those is closed before it costs anything. Shared by all event loops.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a connection that cannot be closed is closed
public final class Connections {

    /** What becomes of a new connection. */
    enum Admission {
        SERVED,
        /** Gets one answer, which says that there are too many. */
        REFUSED,
        CLOSED
    }

    static final int FEWEST_REFUSED = 64;

    private static final int REFUSED_ONE_IN = 100;
    private static final long LOOK_MILLIS = 10;
    private static final Duration CUT = Duration.ofSeconds(1);

    /** One hundred clients a second is what any server can take back. */
    private static final Duration TURN = Duration.ofMillis(10);

    private final int limit;
    private final int limitWithRefused;
    private final AtomicInteger open = new AtomicInteger();
    private final ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);
    private final Counter accepted;
    private final Counter refused;

    public Connections(int limit, MeterRegistry registry) {
        this.limit = limit;
        this.limitWithRefused = limit + Math.max(FEWEST_REFUSED, limit / REFUSED_ONE_IN);
        this.accepted = Counter.builder("snowgate.connections.accepted")
                .description("Connections accepted")
                .register(registry);
        this.refused = Counter.builder("snowgate.connections.refused")
                .description("Connections refused because the limit was reached")
                .register(registry);
        Gauge.builder("snowgate.connections.open", open, AtomicInteger::get)
                .description("Connections open now")
                .register(registry);
    }

    /** Counts {@code channel} until it is closed. */
    Admission admit(Channel channel) {
        channel.closeFuture().addListener(closed -> open.decrementAndGet());
        int count = open.incrementAndGet();
        (count > limit ? refused : accepted).increment();
        if (count > limitWithRefused) {
            return Admission.CLOSED;
        }
        channels.add(channel);
        return count > limit ? Admission.REFUSED : Admission.SERVED;
    }

    /** Tells every connection that the server stops, and each its turn to leave, spread over most of {@code grace}. */
    void drain(Duration grace) {
        Channel[] all = channels.toArray(Channel[]::new);
        long nanosEach = Math.min(TURN.toNanos(), grace.toNanos() * 3 / 4 / Math.max(1, all.length));
        for (int i = 0; i < all.length; i++) {
            all[i].pipeline().fireUserEventTriggered(new Drain.Begun(Duration.ofNanos(i * nanosEach)));
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
