package io.snowgate.gateway.state;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long to wait after a failure: at first a refresh, but not more than {@link #FIRST_AT_MOST}, and twice as long after
 * each further one, up to a limit. Of each wait the second half is random, so that gateways which failed together do not
 * come back together.
 *
 * <p>The limit is a refresh, within {@link #LIMIT_AT_LEAST} and {@link #LIMIT_AT_MOST}: with a refresh of one second a
 * source that comes back is asked within 1.5 s. One thread.
 */
final class Backoff {

    static final Duration FIRST_AT_MOST = Duration.ofSeconds(1);
    static final Duration LIMIT_AT_LEAST = Duration.ofMillis(1_500);
    static final Duration LIMIT_AT_MOST = Duration.ofSeconds(30);

    private final RandomGenerator random;
    private final long firstNanos;
    private final long limitNanos;
    private long nextNanos;

    Backoff(Duration refresh, RandomGenerator random) {
        this.random = random;
        this.firstNanos = Math.min(refresh.toNanos(), FIRST_AT_MOST.toNanos());
        this.limitNanos = Math.clamp(refresh.toNanos(), LIMIT_AT_LEAST.toNanos(), LIMIT_AT_MOST.toNanos());
        this.nextNanos = firstNanos;
    }

    /** The wait after one more failure. */
    long failed() {
        long half = nextNanos / 2;
        nextNanos = Math.min(nextNanos * 2, limitNanos);
        return half + random.nextLong(half) + 1;
    }

    void succeeded() {
        nextNanos = firstNanos;
    }
}
