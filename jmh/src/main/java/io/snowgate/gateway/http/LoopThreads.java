package io.snowgate.gateway.http;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Lets JMH run benchmarks on threads like those of an event loop: on others Netty neither pools buffers nor recycles
 * objects, and everything allocates more than it does in the gateway.
 */
public final class LoopThreads extends ThreadPoolExecutor {

    /** As JMH calls it. */
    public LoopThreads(int threads, String prefix) {
        super(
                threads,
                threads,
                0,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                new DefaultThreadFactory(prefix, true));
    }
}
