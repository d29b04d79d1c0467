package io.snowgate.client;

import java.time.Duration;
import java.util.function.LongSupplier;

/** A monotonic clock that the test moves. */
final class HandClock implements LongSupplier {

    private long nanos = Long.MAX_VALUE - Duration.ofMillis(1).toNanos();

    void pass(Duration time) {
        nanos += time.toNanos();
    }

    @Override
    public long getAsLong() {
        return nanos;
    }
}
