package io.snowgate.gateway.source;

import io.lettuce.core.metrics.CommandLatencyRecorder;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultEventLoopGroupProvider;
import io.netty.util.HashedWheelTimer;
import io.netty.util.concurrent.DefaultEventExecutorGroup;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** What one Redis source works with: a thread for its sockets, and two that the driver starts if it needs them. */
final class RedisThreads implements AutoCloseable {

    private final DefaultEventLoopGroupProvider sockets = new DefaultEventLoopGroupProvider(1, pool -> THREADS);
    private final DefaultEventExecutorGroup events = new DefaultEventExecutorGroup(1, THREADS);
    private final HashedWheelTimer timer = new HashedWheelTimer(THREADS);
    private final ClientResources resources = ClientResources.builder()
            .eventLoopGroupProvider(sockets)
            .eventExecutorGroup(events)
            .timer(timer)
            .commandLatencyRecorder(CommandLatencyRecorder.disabled())
            .build();

    private static final ThreadFactory THREADS =
            Thread.ofPlatform().daemon().name("snowgate-redis-", 1).factory();

    ClientResources resources() {
        return resources;
    }

    /** Does not wait for the threads to end. Those of the sockets end first: they still speak to the others. */
    @Override
    @SuppressWarnings("FutureReturnValueIgnored")
    public void close() {
        sockets.shutdown(0, 1, TimeUnit.SECONDS).addListener(ended -> {
            resources.shutdown(0, 1, TimeUnit.SECONDS);
            events.shutdownGracefully(0, 1, TimeUnit.SECONDS);
            timer.stop();
        });
    }
}
