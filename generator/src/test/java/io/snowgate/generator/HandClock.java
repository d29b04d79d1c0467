package io.snowgate.generator;

import java.util.concurrent.atomic.AtomicLong;

/** A clock whose hands the test holds. Any thread. */
final class HandClock implements EpochClock {

    private final AtomicLong millis;

    HandClock(long millis) {
        this.millis = new AtomicLong(millis);
    }

    @Override
    public long epochMillis() {
        return millis.get();
    }

    void set(long newMillis) {
        millis.set(newMillis);
    }

    void advance(long byMillis) {
        millis.addAndGet(byMillis);
    }
}
