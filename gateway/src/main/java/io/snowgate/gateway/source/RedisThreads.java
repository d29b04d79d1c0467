package io.snowgate.gateway.source;

import io.lettuce.core.metrics.CommandLatencyRecorder;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultEventLoopGroupProvider;
import io.netty.channel.EventLoopGroup;
import io.netty.util.HashedWheelTimer;
import io.netty.util.concurrent.DefaultEventExecutorGroup;
import io.netty.util.concurrent.EventExecutorGroup;
import io.netty.util.concurrent.ImmediateEventExecutor;
import io.netty.util.concurrent.Promise;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What one Redis source works with: a thread for its sockets, one for the driver's timer, and one that the driver starts when
 * connecting has failed and its time for it is over.
 */
final class RedisThreads implements AutoCloseable {

    /** Connections that are being closed end before their thread does. */
    private static final int QUIET_MILLIS = 100;

    private static final int MAX_END_MILLIS = 2_000;
    private static final ThreadFactory THREADS =
            Thread.ofPlatform().daemon().name("snowgate-redis-", 1).factory();

    private final LastingLoop sockets = new LastingLoop();
    private final DefaultEventExecutorGroup events = new DefaultEventExecutorGroup(1, THREADS);
    private final HashedWheelTimer timer = new HashedWheelTimer(THREADS);
    private final ClientResources resources = ClientResources.builder()
            .eventLoopGroupProvider(sockets)
            .eventExecutorGroup(events)
            .timer(timer)
            .commandLatencyRecorder(CommandLatencyRecorder.disabled())
            .build();

    ClientResources resources() {
        return resources;
    }

    /** Does not wait for the threads to end. That of the sockets ends first: it still speaks to the others. */
    @Override
    public void close() {
        sockets.end(this::endOthers);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // nobody is left to be told
    private void endOthers() {
        resources.shutdown(QUIET_MILLIS, MAX_END_MILLIS, TimeUnit.MILLISECONDS);
        events.shutdownGracefully(QUIET_MILLIS, MAX_END_MILLIS, TimeUnit.MILLISECONDS);
        timer.stop();
    }

    /**
     * Outlives each of the driver's clients. The driver would end the thread with the last of them, which means with every
     * lost connection, and make a new one for the next.
     */
    private static final class LastingLoop extends DefaultEventLoopGroupProvider {

        private @Nullable EventExecutorGroup loop;

        LastingLoop() {
            super(1, pool -> THREADS);
        }

        @Override
        public <T extends EventLoopGroup> T allocate(Class<T> type) {
            T only = super.allocate(type);
            loop = only;
            return only;
        }

        @Override
        public Promise<Boolean> release(EventExecutorGroup unused, long quietPeriod, long timeout, TimeUnit unit) {
            return ImmediateEventExecutor.INSTANCE.<Boolean>newPromise().setSuccess(true);
        }

        @SuppressWarnings("FutureReturnValueIgnored")
        void end(Runnable then) {
            if (loop == null) {
                then.run();
            } else {
                loop.shutdownGracefully(QUIET_MILLIS, MAX_END_MILLIS, TimeUnit.MILLISECONDS)
                        .addListener(ended -> then.run());
            }
        }
    }
}
