package io.snowgate.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class MonotonicCounterTest {

    private final MonotonicCounter counter = new MonotonicCounter();

    @Test
    void startsAtZero() {
        assertThat(counter.next()).isZero();
        assertThat(counter.claim(1, 0, 10)).isZero();
    }

    @Test
    void handsOutConsecutiveRuns() {
        assertThat(counter.claim(3, 0, 10)).isEqualTo(0);
        assertThat(counter.claim(1, 0, 10)).isEqualTo(3);
        assertThat(counter.claim(2, 0, 10)).isEqualTo(4);
        assertThat(counter.next()).isEqualTo(6);
    }

    @Test
    void startsAtTheFloorWhenThatIsHigher() {
        assertThat(counter.claim(2, 100, 200)).isEqualTo(100);
        assertThat(counter.next()).isEqualTo(102);
    }

    @Test
    void goesOnWhenTheFloorFalls() {
        counter.claim(2, 100, 200);
        assertThat(counter.claim(1, 50, 200)).isEqualTo(102);
    }

    @Test
    void neverHandsOutWhatAFloorHasPassedOver() {
        counter.claim(1, 100, 200);
        assertThat(counter.claim(1, 0, 100)).isEqualTo(MonotonicCounter.EXHAUSTED);
    }

    @Test
    void handsOutTheLastValueBelowTheLimit() {
        assertThat(counter.claim(10, 0, 10)).isZero();
        assertThat(counter.claim(1, 0, 10)).isEqualTo(MonotonicCounter.EXHAUSTED);
        assertThat(counter.claim(1, 0, 11)).isEqualTo(10);
    }

    @Test
    void refusesARunThatReachesTheLimit() {
        assertThat(counter.claim(2, 9, 10)).isEqualTo(MonotonicCounter.EXHAUSTED);
        assertThat(counter.claim(1, 9, 10)).isEqualTo(9);
    }

    @Test
    void aRefusalLeavesTheCounterAsItWas() {
        counter.claim(4, 0, 10);
        counter.claim(20, 8, 10);
        assertThat(counter.next()).isEqualTo(4);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE, Long.MIN_VALUE + 1})
    void hasNothingBelowALimitOfZeroOrLess(long limit) {
        assertThat(counter.claim(1, 0, limit)).isEqualTo(MonotonicCounter.EXHAUSTED);
        assertThat(counter.claim(1, Long.MAX_VALUE, limit)).isEqualTo(MonotonicCounter.EXHAUSTED);
    }

    @Test
    void endsBelowTheHighestLongWithoutOverflow() {
        assertThat(counter.claim(1, Long.MAX_VALUE - 2, Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE - 2);
        assertThat(counter.claim(2, 0, Long.MAX_VALUE)).isEqualTo(MonotonicCounter.EXHAUSTED);
        assertThat(counter.claim(Integer.MAX_VALUE, 0, Long.MAX_VALUE)).isEqualTo(MonotonicCounter.EXHAUSTED);
        assertThat(counter.claim(1, 0, Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE - 1);
        assertThat(counter.claim(1, Long.MAX_VALUE, Long.MAX_VALUE)).isEqualTo(MonotonicCounter.EXHAUSTED);
        assertThat(counter.next()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void givesBackWhatItAddedPastTheLimit() {
        counter.claim(10, 0, 10);
        for (int i = 0; i < 3; i++) {
            assertThat(counter.claim(4, 0, 12)).isEqualTo(MonotonicCounter.EXHAUSTED);
        }
        assertThat(counter.next()).isEqualTo(10);
        assertThat(counter.claim(2, 0, 12)).isEqualTo(10);
        assertThat(counter.claim(4, 0, 16)).isEqualTo(12);
    }

    @Test
    void claimsTheWholeRunFromTheFloorOnWhenItAddedAcrossIt() {
        counter.claim(4, 0, 100);
        assertThat(counter.claim(10, 8, 100)).isEqualTo(8);
        assertThat(counter.next()).isEqualTo(18);
    }

    @Test
    void aCounterWithoutGapsClaimsTheSame() {
        MonotonicCounter exact = MonotonicCounter.withoutGaps(5);
        assertThat(exact.claim(3, 0, 8)).isEqualTo(5);
        assertThat(exact.claim(1, 0, 8)).isEqualTo(MonotonicCounter.EXHAUSTED);
        assertThat(exact.claim(2, 10, 20)).isEqualTo(10);
        assertThat(exact.next()).isEqualTo(12);
        assertThat(exact.close()).isEqualTo(12);
        assertThat(exact.claim(1, 0, 20)).isEqualTo(MonotonicCounter.EXHAUSTED);
    }

    @Test
    void refusesACountBelowOne() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> counter.claim(0, 0, 10))
                .withMessage("count must be 1..2147483647: 0");
    }

    @Test
    void refusesANegativeFloor() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> counter.claim(1, -1, 10))
                .withMessage("floor must be 0..9223372036854775807: -1");
    }

    @Test
    void startsAtItsFirstValue() {
        MonotonicCounter later = new MonotonicCounter(100);
        assertThat(later.claim(1, 0, 100)).isEqualTo(MonotonicCounter.EXHAUSTED);
        assertThat(later.claim(1, 0, 101)).isEqualTo(100);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new MonotonicCounter(-1))
                .withMessage("first value must be 0..9223372036854775807: -1");
    }

    @Test
    void handsOutNothingOnceItIsClosed() {
        counter.claim(3, 0, 10);
        assertThat(counter.isClosed()).isFalse();
        assertThat(counter.close()).isEqualTo(3);
        assertThat(counter.isClosed()).isTrue();
        assertThat(counter.claim(1, 0, Long.MAX_VALUE)).isEqualTo(MonotonicCounter.EXHAUSTED);
        assertThat(counter.close()).isEqualTo(Long.MAX_VALUE);
    }
}
