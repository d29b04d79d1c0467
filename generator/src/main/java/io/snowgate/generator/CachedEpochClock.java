package io.snowgate.generator;

import java.util.concurrent.atomic.AtomicLong;

/**
 * A clock that is read once for many: {@link #update} takes the time, from a thread that does so at least once in a
 * tick, and everybody else reads what it took, for about a nanosecond instead of twenty.
 *
 * <p>While the thread is late the time stands still, and IDs are issued as if it did: a tick is used up, or another
 * one passed over. None is repeated.
 */
public final class CachedEpochClock implements EpochClock {

    private final EpochClock source;
    private final AtomicLong millis;

    /** Has taken the time once. */
    public CachedEpochClock(EpochClock source) {
        this.source = source;
        this.millis = new AtomicLong(source.epochMillis());
    }

    /** Takes the time again, forwards or backwards. One thread. */
    public void update() {
        millis.setRelease(source.epochMillis());
    }

    @Override
    public long epochMillis() {
        return millis.getAcquire();
    }
}
