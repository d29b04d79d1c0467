package io.snowgate.gateway.transport;

import io.micrometer.core.instrument.MeterRegistry;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import io.snowgate.gateway.http.Drain;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The event loops, the listeners on them, and how they end. Started and stopped by one thread. */
public final class Server {

    private static final Logger LOG = LoggerFactory.getLogger(Server.class);
    private static final Duration LOOPS_END = Duration.ofSeconds(2);

    private final IoTransport transport;
    private final EventLoopGroup loops;
    private final Connections connections;
    private final Drain drain;
    private final List<ServerListener> listeners = new ArrayList<>();

    /** Event loops, as many as {@code threads}, and no listener yet. */
    public Server(IoTransport transport, int threads, Connections connections, Drain drain) {
        this.transport = transport;
        this.loops = new MultiThreadIoEventLoopGroup(
                threads, new DefaultThreadFactory("snowgate-loop", true), transport.newFactory());
        this.connections = connections;
        this.drain = drain;
    }

    /** Meters of the event loops. */
    public void bindTo(MeterRegistry registry) {
        new EventLoopMeters(loops).bindTo(registry);
    }

    public Connections connections() {
        return connections;
    }

    /** Binds one more port. */
    public ServerListener listen(InetSocketAddress address, ConnectionInitializer initializer) throws IOException {
        ServerListener listener = ServerListener.bind(transport, loops, initializer, address);
        listeners.add(listener);
        return listener;
    }

    /**
     * Stops: no new connections, word to the open ones that they end, time for what is in flight, then the loops.
     *
     * @param grace how long the open connections may take
     */
    public void stop(Duration grace) throws InterruptedException {
        drain.begin();
        listeners.forEach(ServerListener::stopAccepting);
        awaitLoops();
        connections.drain(grace);
        int left = connections.awaitClosed(grace);
        if (left > 0) {
            LOG.warn("closed {} connections that had not ended within {} ms", left, grace.toMillis());
        }
        loops.shutdownGracefully(0, LOOPS_END.toMillis(), TimeUnit.MILLISECONDS).await(LOOPS_END.toMillis());
    }

    /** Until every loop has done what it was told before: then a connection accepted last is among the open ones. */
    private void awaitLoops() throws InterruptedException {
        for (EventExecutor loop : loops) {
            loop.submit(() -> {}).await(LOOPS_END.toMillis());
        }
    }
}
