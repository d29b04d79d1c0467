package io.snowgate.generator;

import static io.snowgate.generator.SnowflakeGenerator.CLOCK_BEHIND;
import static io.snowgate.generator.SnowflakeGenerator.EXHAUSTED;
import static io.snowgate.generator.SnowflakeGenerator.UNRESERVED;
import static io.snowgate.generator.SnowflakeLayout.TWITTER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The gateway's settings (100 ms ahead, 10 ms of tolerance) under the clocks of CASES.md, H. */
final class SnowflakeGeneratorClockTest {

    private static final long NOW = 1_800_000_000_000L;
    private static final int WORKER = 3;
    private static final int IDS_PER_MS = 4096;

    private final HandClock clock = new HandClock(NOW);
    private final AtomicLong bound = new AtomicLong(Long.MAX_VALUE);
    private final SnowflakeGenerator generator = generator(100, 10);

    private SnowflakeGenerator generator(long maxAheadMillis, long toleranceMillis) {
        return SnowflakeGenerator.builder(TWITTER, WORKER)
                .clock(clock)
                .maxAhead(Duration.ofMillis(maxAheadMillis))
                .clockTolerance(Duration.ofMillis(toleranceMillis))
                .bound(bound::getAcquire)
                .build();
    }

    private static long id(long millis, int sequence) {
        return TWITTER.compose(millis - TWITTER.epochMillis(), WORKER, sequence);
    }

    @Nested
    class ClockTolerance {

        /** Case 87. */
        @Test
        void tenMillisecondsBackIdsGoOnAtOnce() {
            generator.tryNextId();
            clock.advance(-10);
            assertThat(generator.mayIssue()).isTrue();
            assertThat(generator.millisUntil(1_000)).isZero();
            assertThat(generator.tryNextId()).isEqualTo(id(NOW, 1));
            assertThat(generator.tryClaim(1_000)).isNotNegative();
        }

        /** Case 88: though 100 ms ahead would allow it. */
        @Test
        void elevenMillisecondsBackNothingIsIssuedUntilTheClockIsWithinTen() {
            generator.tryNextId();
            clock.advance(-11);
            assertThat(generator.mayIssue()).isFalse();
            assertThat(generator.millisUntil(1)).isEqualTo(1);
            assertThat(generator.tryNextId()).isEqualTo(CLOCK_BEHIND);
            clock.advance(1);
            assertThat(generator.mayIssue()).isTrue();
            assertThat(generator.tryNextId()).isEqualTo(id(NOW, 1));
        }

        /** Case 88. */
        @Test
        void oneSecondBackSaysHowLongToWait() {
            generator.tryNextId();
            clock.advance(-1_000);
            assertThat(generator.tryNextId()).isEqualTo(CLOCK_BEHIND);
            assertThat(generator.millisUntil(1)).isEqualTo(990);
        }

        /** Cases 89 and 90. */
        @Test
        void oneHourForwardAndBackNothingIsRepeated() {
            long before = generator.tryNextId();
            clock.advance(3_600_000);
            long forward = generator.tryNextId();
            clock.advance(-3_600_000);
            assertThat(generator.tryNextId()).isEqualTo(CLOCK_BEHIND);
            clock.advance(3_600_000);
            assertThat(new long[] {before, forward, generator.tryNextId()})
                    .isSorted()
                    .doesNotHaveDuplicates();
        }

        @Test
        void aBurstThatRanAheadIsNotMistakenForAClockThatSteppedBack() {
            assertThat(generator.tryClaim(16 * IDS_PER_MS)).isNotNegative();
            assertThat(generator.tryNextId()).isEqualTo(id(NOW + 16, 0));
        }

        @Test
        void isMeasuredFromTheHighestTimeNotFromTheLast() {
            generator.tryNextId();
            clock.advance(-6);
            generator.tryNextId();
            clock.advance(-6);
            assertThat(generator.tryNextId()).isEqualTo(CLOCK_BEHIND);
        }

        @Test
        void neverLetsIdsRunFurtherAheadThanAllowedOrSeen() {
            SnowflakeGenerator tolerant = generator(0, 10);
            tolerant.tryNextId();
            clock.advance(-5);
            assertThat(tolerant.tryClaim(IDS_PER_MS - 1)).isNotNegative();
            assertThat(tolerant.tryNextId()).isEqualTo(EXHAUSTED);
            assertThat(tolerant.millisUntil(1)).isEqualTo(6);
            clock.advance(5);
            assertThat(tolerant.tryNextId()).isEqualTo(EXHAUSTED);
            clock.advance(1);
            assertThat(tolerant.tryNextId()).isEqualTo(id(NOW + 1, 0));
        }

        /** The bound is asked between the two, and here lets another claim pass. */
        @Test
        void isLookedAtAgainWhenAHigherTimeWasNotedMeanwhile() {
            AtomicBoolean isOvertaken = new AtomicBoolean();
            AtomicReference<SnowflakeGenerator> self = new AtomicReference<>();
            Bound overtaking = () -> {
                if (isOvertaken.compareAndSet(false, true)) {
                    self.get().claimAt(NOW + 3, 1);
                }
                return Long.MAX_VALUE;
            };
            self.set(SnowflakeGenerator.builder(TWITTER, WORKER)
                    .clock(clock)
                    .clockTolerance(Duration.ofMillis(5))
                    .bound(overtaking)
                    .build());
            assertThat(self.get().tryNextId()).isEqualTo(id(NOW + 3, 1));
        }

        @Test
        void isNotOfferedUnlessAskedFor() {
            SnowflakeGenerator strict =
                    SnowflakeGenerator.builder(TWITTER, 1).clock(clock).build();
            strict.tryNextId();
            clock.advance(-1);
            assertThat(strict.tryNextId()).isEqualTo(CLOCK_BEHIND);
        }

        @Test
        void isRefusedOutOfRangeByNameAndValue() {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> generator(0, -1))
                    .withMessage("clock tolerance must be PT0S..PT610839H47M35.551S: PT-0.001S");
        }
    }

    /** Case 91: a minute on a clock that is slewed. */
    @ParameterizedTest
    @ValueSource(doubles = {0.95, 1.05})
    void keepsToTheRateOfASlewedClock(double speed) {
        SnowflakeGenerator strict = generator(0, 0);
        long issued = 0;
        long last = 0;
        for (int milli = 0; milli < 60_000; milli++) {
            clock.set(NOW + (long) (milli * speed));
            for (long position = strict.tryClaim(1_024); position >= 0; position = strict.tryClaim(1_024)) {
                assertThat(strict.idAt(position)).isGreaterThan(last);
                last = strict.idAt(position + 1_023);
                issued += 1_024;
            }
        }
        long millisSeen = Math.min(60_000, clock.epochMillis() - NOW + 1);
        assertThat(issued).isEqualTo(millisSeen * IDS_PER_MS);
    }

    @Nested
    class TheBound {

        private final long first = TWITTER.firstPositionAt(NOW);

        @Test
        void stopsIdsAtIt() {
            bound.set(first + 2);
            assertThat(generator.tryClaim(2)).isEqualTo(first);
            assertThat(generator.tryNextId()).isEqualTo(UNRESERVED);
            assertThat(generator.mayIssue()).isFalse();
        }

        @Test
        void letsThemGoOnWhenItHasMoved() {
            bound.set(first);
            assertThat(generator.tryNextId()).isEqualTo(UNRESERVED);
            bound.set(first + 1);
            assertThat(generator.mayIssue()).isTrue();
            assertThat(generator.tryNextId()).isEqualTo(id(NOW, 0));
        }

        @Test
        void refusesARunThatReachesPastIt() {
            bound.set(first + 2);
            assertThat(generator.tryClaim(3)).isEqualTo(UNRESERVED);
            assertThat(generator.tryClaim(2)).isEqualTo(first);
        }

        @Test
        void stopsThemAlsoWhenItFalls() {
            generator.tryNextId();
            bound.set(0);
            assertThat(generator.tryNextId()).isEqualTo(UNRESERVED);
        }

        @Test
        void isNotBlamedForATickUsedUp() {
            SnowflakeGenerator strict = generator(0, 0);
            bound.set(first + IDS_PER_MS);
            strict.tryClaim(IDS_PER_MS);
            assertThat(strict.tryNextId()).isEqualTo(EXHAUSTED);
        }

        /** Case 95: woken with the wall clock moved, before anybody has extended what is reserved. */
        @Test
        void stopsAProcessThatWasSuspendedBeforeItsFirstId() {
            bound.set(TWITTER.firstPositionAt(NOW + 3_000));
            assertThat(generator.tryNextId()).isEqualTo(id(NOW, 0));
            clock.advance(60_000);
            assertThat(generator.tryNextId()).isEqualTo(UNRESERVED);
        }

        /** Case 90: a leap for which nothing was reserved leaves no trace. */
        @Test
        void forgetsATimeThatItRefused() {
            bound.set(TWITTER.firstPositionAt(NOW + 3_000));
            generator.tryNextId();
            clock.advance(3_600_000);
            assertThat(generator.tryNextId()).isEqualTo(UNRESERVED);
            clock.advance(-3_600_000);
            assertThat(generator.tryNextId()).isEqualTo(id(NOW, 1));
        }
    }

    @Nested
    class TheFirstPosition {

        private final SnowflakeGenerator later = SnowflakeGenerator.builder(TWITTER, WORKER)
                .clock(clock)
                .clockTolerance(Duration.ofMillis(10))
                .firstPosition(TWITTER.firstPositionAt(NOW + 1_000))
                .build();

        /** Case 93. */
        @Test
        void keepsWhatWasIssuedBeforeTheRestart() {
            assertThat(later.tryNextId()).isEqualTo(CLOCK_BEHIND);
            assertThat(later.mayIssue()).isFalse();
            assertThat(later.millisUntil(1)).isEqualTo(990);
            clock.advance(1_000);
            assertThat(later.tryNextId()).isEqualTo(id(NOW + 1_000, 0));
        }

        @Test
        void isPassedOverWhenTheClockIsFurther() {
            clock.advance(5_000);
            assertThat(later.tryNextId()).isEqualTo(id(NOW + 5_000, 0));
        }

        @Test
        void isRefusedOutsideOfTheLayout() {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> SnowflakeGenerator.builder(TWITTER, 0).firstPosition(-1))
                    .withMessage("first position must be 0..9007199254740992: -1");
        }
    }

    @Nested
    class OnceClosed {

        @Test
        void issuesNothing() {
            long next = generator.tryClaim(5) + 5;
            assertThat(generator.close()).isEqualTo(next);
            assertThat(generator.tryNextId()).isEqualTo(SnowflakeGenerator.CLOSED);
            assertThat(generator.mayIssue()).isFalse();
            assertThat(generator.millisUntil(1)).isEqualTo(Long.MAX_VALUE);
            clock.advance(-1_000);
            assertThat(generator.tryNextId()).isEqualTo(SnowflakeGenerator.CLOSED);
            clock.set(0);
            assertThat(generator.tryNextId()).isEqualTo(SnowflakeGenerator.CLOSED);
        }

        @Test
        void nextIdDoesNotWaitForEver() {
            generator.close();
            assertThatIllegalStateException()
                    .isThrownBy(generator::nextId)
                    .withMessage("the generator of worker 3 is closed");
        }
    }

    @Nested
    class WithOtherTicks {

        private final SnowflakeLayout layout = SnowflakeLayout.SONYFLAKE;
        private final SnowflakeGenerator tenMillis =
                SnowflakeGenerator.builder(layout, 40_000).clock(clock).build();

        /** Case 94: 256 in ten milliseconds, not in one. */
        @Test
        void aTickIsUsedUpUntilTheNextOne() {
            assertThat(tenMillis.maxCount()).isEqualTo(256);
            assertThat(tenMillis.tryClaim(256)).isNotNegative();
            clock.advance(9);
            assertThat(tenMillis.tryNextId()).isEqualTo(EXHAUSTED);
            assertThat(tenMillis.millisUntil(1)).isEqualTo(1);
            clock.advance(1);
            long id = tenMillis.tryNextId();
            assertThat(layout.epochMillisOf(id)).isEqualTo(NOW + 10);
            assertThat(layout.workerIdOf(id)).isEqualTo(40_000);
            assertThat(layout.sequenceOf(id)).isZero();
        }
    }

    @Nested
    class WithSixtyFourBits {

        private static final long IN_2050 = 2_524_608_000_000L;

        private final SnowflakeLayout layout = SnowflakeLayout.SHARDED_41_11_12;
        private final SnowflakeGenerator wide =
                SnowflakeGenerator.builder(layout, 2047).clock(clock).build();

        @Test
        void idsAreNegativeLongsAndNoRefusals() {
            clock.set(IN_2050);
            long id = wide.tryNextId();
            assertThat(id).isNegative();
            assertThat(SnowflakeGenerator.isRefusal(id)).isFalse();
            assertThat(layout.epochMillisOf(id)).isEqualTo(IN_2050);
            assertThat(wide.nextId()).isEqualTo(id + 1);
        }

        @Test
        void theVeryLastTickIsNotIssued() {
            clock.set(layout.lastMillis());
            assertThat(wide.tryClaim(IDS_PER_MS)).isNotNegative();
            assertThat(wide.tryNextId()).isEqualTo(EXHAUSTED);
            clock.advance(1);
            assertThat(wide.tryNextId()).isEqualTo(SnowflakeGenerator.CLOCK_OUT_OF_RANGE);
        }
    }
}
