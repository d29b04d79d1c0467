package io.snowgate.gateway.endpoint;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.snowgate.gateway.http.Jitter;
import io.snowgate.gateway.http.Subscription.Ending;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** All open streams of the process, of whichever state: how many there may be, and their meters. Any thread. */
public final class Streams {

    private final int limit;
    private final Duration heartbeat;
    private final Jitter jitter;
    private final AtomicInteger open = new AtomicInteger();
    private final Counter sent;
    private final Counter skipped;
    private final Counter stalled;
    private final Counter refused;

    /** @param heartbeat between two signs of life */
    public Streams(int limit, Duration heartbeat, Jitter jitter, MeterRegistry registry) {
        this.limit = limit;
        this.heartbeat = heartbeat;
        this.jitter = jitter;
        this.sent = counter(registry, "snowgate.stream.events.sent", "Events written to streams");
        this.skipped = counter(
                registry, "snowgate.stream.events.skipped", "Versions left out because a client had not read the last");
        this.stalled = counter(registry, "snowgate.streams.stalled", "Streams ended because the client did not read");
        this.refused = counter(registry, "snowgate.streams.refused", "Streams refused because there were too many");
        Gauge.builder("snowgate.streams.open", open, AtomicInteger::get)
                .description("Streams open now")
                .register(registry);
    }

    /** Takes a place, which {@link #leave} gives back; false when there is none. */
    boolean tryEnter() {
        if (open.incrementAndGet() <= limit) {
            return true;
        }
        open.decrementAndGet();
        refused.increment();
        return false;
    }

    void leave(Ending ending) {
        open.decrementAndGet();
        if (ending == Ending.STALLED) {
            stalled.increment();
        }
    }

    void countSent(long versionsLeftOut) {
        sent.increment();
        if (versionsLeftOut > 0) {
            skipped.increment((double) versionsLeftOut);
        }
    }

    int limit() {
        return limit;
    }

    Duration heartbeat() {
        return heartbeat;
    }

    Jitter jitter() {
        return jitter;
    }

    private static Counter counter(MeterRegistry registry, String name, String description) {
        return Counter.builder(name).description(description).register(registry);
    }
}
