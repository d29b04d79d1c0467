package io.snowgate.generator;

import static io.snowgate.generator.SnowflakeGenerator.CLOCK_BEHIND;
import static io.snowgate.generator.SnowflakeGenerator.CLOCK_OUT_OF_RANGE;
import static io.snowgate.generator.SnowflakeGenerator.EXHAUSTED;
import static io.snowgate.generator.SnowflakeLayout.TWITTER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SnowflakeGeneratorTest {

    private static final long NOW = 1_800_000_000_000L;
    private static final int WORKER = 33;
    private static final int IDS_PER_MS = 4096;

    private final HandClock clock = new HandClock(NOW);
    private final SnowflakeGenerator strict = generator(Duration.ZERO);
    private final SnowflakeGenerator ahead = generator(Duration.ofMillis(2));

    private SnowflakeGenerator generator(Duration maxAhead) {
        return new SnowflakeGenerator(TWITTER, WORKER, clock, maxAhead);
    }

    private long id(long millis, int sequence) {
        return TWITTER.compose(millis - TWITTER.epochMillis(), WORKER, sequence);
    }

    @Nested
    class WhileTheClockRuns {

        @Test
        void theFirstIdIsTheFirstOfThisMillisecond() {
            assertThat(strict.tryNextId()).isEqualTo(id(NOW, 0));
        }

        @Test
        void countsUpWithinTheMillisecond() {
            strict.tryNextId();
            assertThat(strict.tryNextId()).isEqualTo(id(NOW, 1));
            assertThat(strict.tryNextId()).isEqualTo(id(NOW, 2));
        }

        @Test
        void startsAtZeroInTheNextMillisecond() {
            strict.tryNextId();
            clock.advance(1);
            assertThat(strict.tryNextId()).isEqualTo(id(NOW + 1, 0));
        }

        @Test
        void claimsConsecutivePositions() {
            long first = strict.tryClaim(3);
            assertThat(strict.idAt(first)).isEqualTo(id(NOW, 0));
            assertThat(strict.idAt(first + 2)).isEqualTo(id(NOW, 2));
            assertThat(strict.tryNextId()).isEqualTo(id(NOW, 3));
        }

        @Test
        void issuesEveryIdOfTheMillisecondAndThenRefuses() {
            assertThat(strict.tryClaim(IDS_PER_MS)).isNotNegative();
            assertThat(strict.tryNextId()).isEqualTo(EXHAUSTED);
            clock.advance(1);
            assertThat(strict.tryNextId()).isEqualTo(id(NOW + 1, 0));
        }

        @Test
        void runsAheadNoFurtherThanToldTo() {
            assertThat(ahead.tryClaim(3 * IDS_PER_MS - 1)).isNotNegative();
            assertThat(ahead.tryNextId()).isEqualTo(id(NOW + 2, 4095));
            assertThat(ahead.tryNextId()).isEqualTo(EXHAUSTED);
        }

        @Test
        void aRunFlowsOverIntoTheNextMillisecond() {
            ahead.tryClaim(IDS_PER_MS - 1);
            long first = ahead.tryClaim(2);
            assertThat(ahead.idAt(first)).isEqualTo(id(NOW, 4095));
            assertThat(ahead.idAt(first + 1)).isEqualTo(id(NOW + 1, 0));
        }

        @Test
        void refusesARunThatIsTooLongButNotAShorterOne() {
            strict.tryClaim(IDS_PER_MS - 1);
            assertThat(strict.tryClaim(2)).isEqualTo(EXHAUSTED);
            assertThat(strict.tryClaim(1)).isNotNegative();
        }

        @Test
        void fillsAnArrayFromAsManyMillisecondsAsItMayRunAhead() {
            long[] ids = new long[3 * IDS_PER_MS];
            ahead.nextIds(ids);
            assertThat(ids)
                    .isSorted()
                    .doesNotHaveDuplicates()
                    .startsWith(id(NOW, 0))
                    .endsWith(id(NOW + 2, 4095));
        }

        @ParameterizedTest
        @EnumSource
        void fillsAnArrayWithTheIdsOfItsPositionsWhereverTheSequenceLies(SnowflakeLayout.Order order) {
            SnowflakeLayout layout = new SnowflakeLayout(41, 3, 4, 5, 0).withOrder(order);
            SnowflakeGenerator some = new SnowflakeGenerator(layout, 77, clock, Duration.ofMillis(20));
            long next = some.tryClaim(7) + 7;
            long[] ids = new long[500];
            some.nextIds(ids);
            for (int i = 0; i < ids.length; i++) {
                assertThat(ids[i]).isEqualTo(some.idAt(next + i));
            }
        }

        @Test
        void looksAtTheClockAgainBeforeItRefuses() {
            EpochClock ticking = new EpochClock() {
                private long readings;

                @Override
                public long epochMillis() {
                    return NOW + readings++ / 2;
                }
            };
            SnowflakeGenerator generator = new SnowflakeGenerator(TWITTER, WORKER, ticking, Duration.ZERO);
            assertThat(generator.tryClaim(IDS_PER_MS)).isNotNegative();
            assertThat(generator.tryNextId()).isEqualTo(id(NOW + 1, 0));
        }
    }

    @Nested
    class WhenTheClockStepsBack {

        @Test
        void keepsIncreasingWhileItMayRunAhead() {
            ahead.tryNextId();
            clock.advance(-2);
            assertThat(ahead.tryNextId()).isEqualTo(id(NOW, 1));
        }

        @Test
        void refusesWhenItWouldRunTooFarAhead() {
            ahead.tryNextId();
            clock.advance(-3);
            assertThat(ahead.tryNextId()).isEqualTo(CLOCK_BEHIND);
        }

        @Test
        void isNotMistakenForAMillisecondUsedUp() {
            strict.tryClaim(IDS_PER_MS);
            assertThat(strict.tryNextId()).isEqualTo(EXHAUSTED);
            clock.advance(-1);
            assertThat(strict.tryNextId()).isEqualTo(CLOCK_BEHIND);
        }

        @Test
        void goesOnFromTheLastIdWhenTheClockHasCaughtUp() {
            strict.tryNextId();
            clock.advance(-1_000);
            assertThat(strict.tryNextId()).isEqualTo(CLOCK_BEHIND);
            clock.advance(999);
            assertThat(strict.tryNextId()).isEqualTo(CLOCK_BEHIND);
            clock.advance(1);
            assertThat(strict.tryNextId()).isEqualTo(id(NOW, 1));
        }

        @Test
        void doesNotReturnToATimeItHasLeft() {
            strict.tryNextId();
            clock.advance(3_600_000);
            assertThat(strict.tryNextId()).isEqualTo(id(NOW + 3_600_000, 0));
            clock.advance(-3_600_000);
            assertThat(strict.tryNextId()).isEqualTo(CLOCK_BEHIND);
        }

        @Test
        void mayNotIssueUntilItHasCaughtUp() {
            strict.tryNextId();
            clock.advance(-1);
            assertThat(strict.mayIssue()).isFalse();
            clock.advance(1);
            assertThat(strict.mayIssue()).isTrue();
        }
    }

    @Nested
    class OutsideOfTheLayoutsTime {

        @ParameterizedTest
        @ValueSource(longs = {Long.MIN_VALUE, -1, 0, 1_288_834_974_656L, 3_488_057_999_999_999L, Long.MAX_VALUE})
        void refusesEverything(long millis) {
            clock.set(millis);
            assertThat(ahead.tryNextId()).isEqualTo(CLOCK_OUT_OF_RANGE);
            assertThat(ahead.tryClaim(100)).isEqualTo(CLOCK_OUT_OF_RANGE);
            assertThat(ahead.mayIssue()).isFalse();
        }

        @Test
        void issuesTheVeryFirstId() {
            clock.set(TWITTER.epochMillis());
            assertThat(strict.tryNextId()).isEqualTo((long) WORKER << 12);
        }

        @Test
        void doesNotRunAheadOfTheEnd() {
            clock.set(TWITTER.lastMillis());
            assertThat(ahead.tryClaim(IDS_PER_MS)).isNotNegative();
            assertThat(ahead.tryNextId()).isEqualTo(EXHAUSTED);
            assertThat(ahead.millisUntil(1)).isEqualTo(Long.MAX_VALUE);
            clock.advance(1);
            assertThat(ahead.tryNextId()).isEqualTo(CLOCK_OUT_OF_RANGE);
        }

        @Test
        void isRefusedAlsoWhenTheClockFallsThere() {
            strict.tryNextId();
            clock.set(0);
            assertThat(strict.tryNextId()).isEqualTo(CLOCK_OUT_OF_RANGE);
        }
    }

    @Nested
    class SaysHowLongToWait {

        @Test
        void notAtAllWhenAClaimWouldPass() {
            assertThat(strict.millisUntil(IDS_PER_MS)).isZero();
            strict.tryNextId();
            assertThat(strict.millisUntil(IDS_PER_MS - 1)).isZero();
        }

        @Test
        void untilTheNextMillisecondWhenThisOneIsUsedUp() {
            strict.tryClaim(IDS_PER_MS);
            assertThat(strict.millisUntil(1)).isEqualTo(1);
            ahead.tryClaim(3 * IDS_PER_MS);
            assertThat(ahead.millisUntil(1)).isEqualTo(1);
            assertThat(ahead.millisUntil(IDS_PER_MS + 1)).isEqualTo(2);
        }

        @Test
        void untilTheClockHasCaughtUp() {
            ahead.tryNextId();
            clock.advance(-1_000);
            assertThat(ahead.millisUntil(1)).isEqualTo(998);
        }

        @Test
        void untilTheEpoch() {
            clock.set(TWITTER.epochMillis() - 5);
            assertThat(strict.millisUntil(1)).isEqualTo(5);
            assertThat(ahead.millisUntil(1)).isEqualTo(5);
        }

        @Test
        void forEverWhenTheLayoutsTimeIsOver() {
            clock.set(TWITTER.lastMillis() + 1);
            assertThat(strict.millisUntil(1)).isEqualTo(Long.MAX_VALUE);
        }

        @Test
        void andAClaimPassesExactlyThen() {
            SnowflakeLayout tiny = new SnowflakeLayout(41, 0, 0, 2, 0);
            for (int issued = 1; issued <= 12; issued++) {
                for (int count = 1; count <= 12; count++) {
                    clock.set(NOW);
                    SnowflakeGenerator generator = new SnowflakeGenerator(tiny, 0, clock, Duration.ofMillis(2));
                    generator.tryClaim(issued);
                    clock.advance(-7);
                    long wait = generator.millisUntil(count);
                    clock.advance(wait - 1);
                    assertThat(generator.tryClaim(count)).isNegative();
                    clock.advance(1);
                    assertThat(generator.tryClaim(count)).isNotNegative();
                }
            }
        }
    }

    @Nested
    class Readiness {

        @Test
        void claimsNothing() {
            assertThat(strict.mayIssue()).isTrue();
            strict.millisUntil(1);
            assertThat(strict.tryNextId()).isEqualTo(id(NOW, 0));
        }

        @Test
        void doesNotFlickerWhenAMillisecondIsUsedUp() {
            strict.tryClaim(IDS_PER_MS);
            assertThat(strict.mayIssue()).isTrue();
        }
    }

    @Nested
    class AtConstruction {

        @Test
        void knowsItsLayoutAndWorkerId() {
            assertThat(strict.layout()).isEqualTo(TWITTER);
            assertThat(strict.workerId()).isEqualTo(WORKER);
        }

        @ParameterizedTest
        @ValueSource(ints = {-1, 1024, 4096})
        void refusesAWorkerIdOutOfRange(int workerId) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new SnowflakeGenerator(TWITTER, workerId, clock, Duration.ZERO))
                    .withMessage("worker id must be 0..1023: " + workerId);
        }

        @Test
        void refusesToRunAheadOfTheClockBackwardsOrForEver() {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> generator(Duration.ofNanos(-1)))
                    .withMessage("max ahead must be PT0S..PT610839H47M35.551S: PT-0.000000001S");
            assertThatIllegalArgumentException().isThrownBy(() -> generator(Duration.ofSeconds(Long.MAX_VALUE)));
        }
    }

    @Nested
    class TheCountOfAClaim {

        @Test
        void isBoundedByWhatFitsBelowTheLimit() {
            assertThat(strict.maxCount()).isEqualTo(IDS_PER_MS);
            assertThat(ahead.maxCount()).isEqualTo(3 * IDS_PER_MS);
        }

        @Test
        void isBoundedInAnyCase() {
            SnowflakeLayout wide = new SnowflakeLayout(31, 0, 0, 31, NOW);
            Duration most = Duration.ofMillis(wide.maxTick());
            assertThat(new SnowflakeGenerator(wide, 0, clock, most).maxCount()).isEqualTo(SnowflakeGenerator.MAX_COUNT);
            assertThat(generator(Duration.ofDays(1)).maxCount()).isEqualTo(SnowflakeGenerator.MAX_COUNT);
        }

        @ParameterizedTest
        @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 4097, Integer.MAX_VALUE})
        void isRefusedOutsideOfItsBounds(int count) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> strict.tryClaim(count))
                    .withMessage("count must be 1..4096: " + count);
            assertThatIllegalArgumentException().isThrownBy(() -> strict.millisUntil(count));
        }
    }
}
