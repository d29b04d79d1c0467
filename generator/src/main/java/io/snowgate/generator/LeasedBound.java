package io.snowgate.generator;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * A bound that holds until a deadline of the monotonic clock and falls to 0 after it: a process that was suspended, or
 * cut off from whoever renews its lease, finds the deadline passed before it issues.
 *
 * <p>One thread renews, any number asks: a deadline is released whole. Costs a reading of the monotonic clock for every
 * claim. The lease itself has to last longer than the deadline by the time that can pass between the reading and the
 * ID's use, and by the error of both clocks.
 */
public final class LeasedBound implements Bound {

    private final Bound inner;
    private final LongSupplier nanoClock;
    private final AtomicLong deadlineNanos;

    /**
     * A lease that has already run out, until {@link #renew} is called.
     *
     * @param inner what holds besides, while the lease lasts
     * @param nanoClock {@link System#nanoTime}, or a test's
     */
    public LeasedBound(Bound inner, LongSupplier nanoClock) {
        this.inner = inner;
        this.nanoClock = nanoClock;
        this.deadlineNanos = new AtomicLong(nanoClock.getAsLong());
    }

    /** The lease now ends when the monotonic clock reads {@code newDeadlineNanos}; may be sooner than before. */
    public void renew(long newDeadlineNanos) {
        deadlineNanos.setRelease(newDeadlineNanos);
    }

    @Override
    public long position() {
        return deadlineNanos.getAcquire() - nanoClock.getAsLong() > 0 ? inner.position() : 0;
    }
}
