package io.snowgate.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class BoundTest {

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 10);
    private final LeasedBound leased = new LeasedBound(() -> 100, nanos::get);

    @Test
    void noneStopsNothing() {
        assertThat(Bound.none().position()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aLeaseThatWasNeverRenewedHasRunOut() {
        assertThat(leased.position()).isZero();
    }

    /** Also where the monotonic clock overflows. */
    @Test
    void aLeaseHoldsUntilItsDeadline() {
        leased.renew(nanos.get() + 20);
        assertThat(leased.position()).isEqualTo(100);
        nanos.addAndGet(19);
        assertThat(leased.position()).isEqualTo(100);
        nanos.addAndGet(1);
        assertThat(leased.position()).isZero();
        leased.renew(nanos.get() + 1);
        assertThat(leased.position()).isEqualTo(100);
    }

    @Test
    void aCachedClockStandsUntilItIsUpdated() {
        HandClock source = new HandClock(5);
        CachedEpochClock cached = new CachedEpochClock(source);
        source.set(7);
        assertThat(cached.epochMillis()).isEqualTo(5);
        cached.update();
        assertThat(cached.epochMillis()).isEqualTo(7);
        source.set(6);
        cached.update();
        assertThat(cached.epochMillis()).isEqualTo(6);
    }
}
