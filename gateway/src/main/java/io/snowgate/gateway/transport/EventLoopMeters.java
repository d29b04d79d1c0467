package io.snowgate.gateway.transport;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.netty4.NettyEventExecutorMetrics;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.EventExecutor;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * How late the event loops are: each asks itself ten times a second to run a task at a certain time and notes when it
 * came to it.
 */
final class EventLoopMeters {

    private static final Duration INTERVAL = Duration.ofMillis(100);

    private final EventLoopGroup loops;

    EventLoopMeters(EventLoopGroup loops) {
        this.loops = loops;
    }

    void bindTo(MeterRegistry registry) {
        new NettyEventExecutorMetrics(loops).bindTo(registry);
        Timer lag = Timer.builder("snowgate.eventloop.lag")
                .description("How late a task ran on an event loop")
                .serviceLevelObjectives(
                        Duration.ofMillis(1), Duration.ofMillis(5), Duration.ofMillis(20), Duration.ofMillis(100))
                .register(registry);
        for (EventExecutor loop : loops) {
            new Probe(loop, lag).schedule();
        }
    }

    private static final class Probe implements Runnable {

        private final EventExecutor loop;
        private final Timer lag;
        private long dueNanos;

        Probe(EventExecutor loop, Timer lag) {
            this.loop = loop;
            this.lag = lag;
        }

        @Override
        public void run() {
            lag.record(Math.max(0, System.nanoTime() - dueNanos), TimeUnit.NANOSECONDS);
            if (!loop.isShuttingDown()) {
                schedule();
            }
        }

        @SuppressWarnings("FutureReturnValueIgnored") // it ends with the loop
        void schedule() {
            dueNanos = System.nanoTime() + INTERVAL.toNanos();
            loop.schedule(this, INTERVAL.toNanos(), TimeUnit.NANOSECONDS);
        }
    }
}
