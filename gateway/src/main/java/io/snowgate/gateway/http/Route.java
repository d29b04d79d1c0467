package io.snowgate.gateway.http;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint with its meters: a counter for each status it has answered with, and a timer. Counting is one striped
 * addition; timing takes two clock readings, so only one request in {@value #TIMED_ONE_IN}, drawn by chance, is timed.
 */
final class Route {

    static final int TIMED_ONE_IN = 16;

    private static final int LAST_STATUS = 599;

    private final String name;
    private final Endpoint endpoint;
    private final Methods methods;
    private final MeterRegistry registry;
    private final Timer timer;
    private final AtomicReferenceArray<@Nullable Counter> answers = new AtomicReferenceArray<>(LAST_STATUS + 1);

    Route(String name, Endpoint endpoint, Methods methods, MeterRegistry registry) {
        this.name = name;
        this.endpoint = endpoint;
        this.methods = methods;
        this.registry = registry;
        this.timer = Timer.builder("snowgate.request.duration")
                .description("From the decoded request to the answer, of one request in " + TIMED_ONE_IN)
                .tag("endpoint", name)
                .serviceLevelObjectives(bounds())
                .register(registry);
        count(HttpResponseStatus.OK, 0);
    }

    String endpointName() {
        return name;
    }

    Methods methods() {
        return methods;
    }

    Response respond(Request request) {
        if (ThreadLocalRandom.current().nextInt(TIMED_ONE_IN) != 0) {
            return endpoint.respond(request);
        }
        long started = System.nanoTime();
        try {
            return timedFrom(started, endpoint.respond(request));
        } catch (RuntimeException bug) {
            timeSince(started);
            throw bug;
        }
    }

    private Response timedFrom(long startedNanos, Response response) {
        Awaited<?> awaited = response.awaited();
        if (awaited == null) {
            timeSince(startedNanos);
        } else {
            awaited.timedFrom(startedNanos);
        }
        return response;
    }

    void timeSince(long startedNanos) {
        timer.record(System.nanoTime() - startedNanos, TimeUnit.NANOSECONDS);
    }

    void count(HttpResponseStatus status) {
        count(status, 1);
    }

    private void count(HttpResponseStatus status, int answered) {
        Counter counter = answers.get(status.code());
        (counter != null ? counter : register(status)).increment(answered);
    }

    private Counter register(HttpResponseStatus status) {
        Counter counter = Counter.builder("snowgate.requests")
                .description("Requests answered")
                .tag("endpoint", name)
                .tag("status", Integer.toString(status.code()))
                .register(registry);
        answers.set(status.code(), counter);
        return counter;
    }

    private static Duration[] bounds() {
        long[] micros = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 10_000, 100_000, 1_000_000};
        Duration[] bounds = new Duration[micros.length];
        for (int i = 0; i < micros.length; i++) {
            bounds[i] = Duration.ofNanos(TimeUnit.MICROSECONDS.toNanos(micros[i]));
        }
        return bounds;
    }
}
