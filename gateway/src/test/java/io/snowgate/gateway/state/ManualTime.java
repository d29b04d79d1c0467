package io.snowgate.gateway.state;

import io.snowgate.generator.EpochClock;
import java.time.Duration;

/** Both clocks, with their hands held by a test. One thread. */
final class ManualTime implements EpochClock {

    /** Tue, 01 Sep 2026 00:00:00 GMT. */
    static final long START_MILLIS = 1_788_220_800_000L;

    private long epochMillis = START_MILLIS;
    private long nanos = Long.MAX_VALUE - 1_000; // soon to overflow, as it may

    @Override
    public long epochMillis() {
        return epochMillis;
    }

    long nanoTime() {
        return nanos;
    }

    void pass(Duration time) {
        epochMillis += time.toMillis();
        nanos += time.toNanos();
    }

    void stepWallClock(Duration by) {
        epochMillis += by.toMillis();
    }
}
