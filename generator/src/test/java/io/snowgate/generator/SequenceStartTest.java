package io.snowgate.generator;

import static io.snowgate.generator.SnowflakeGenerator.EXHAUSTED;
import static io.snowgate.generator.SnowflakeLayout.TWITTER;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;

final class SequenceStartTest {

    private static final long NOW = 1_800_000_000_000L;
    private static final int IDS_PER_MS = 4096;
    private static final int SAMPLES = 100_000;

    private final SplittableRandom random = Seed.random();
    private final HandClock clock = new HandClock(NOW);

    @Test
    void atZeroEveryLoneIdIsAMultipleOf4096() {
        SnowflakeGenerator generator = generator(SequenceStart.ZERO);
        for (int i = 0; i < 100; i++) {
            clock.advance(1 + random.nextInt(50));
            assertThat(TWITTER.sequenceOf(generator.tryNextId())).isZero();
        }
    }

    /** Chi-square: its mean is m-1 and its variance 2(m-1); eight standard deviations are chance once in ages. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5, 7, 10, 16, 31, 64, 100, 256, 1_000})
    void atRandomLoneIdsSpreadEvenlyOverTheRemaindersOfAnyNumber(int divisor) {
        assertThat(chiSquare(generator(SequenceStart.RANDOM), divisor, 1))
                .as("to the beat of the clock, %s", Seed.named())
                .isLessThan(divisor - 1 + 8 * Math.sqrt(2.0 * (divisor - 1)));
        assertThat(chiSquare(generator(SequenceStart.RANDOM), divisor, 50))
                .as("now and then, %s", Seed.named())
                .isLessThan(divisor - 1 + 8 * Math.sqrt(2.0 * (divisor - 1)));
    }

    /** More evenly than chance would have it. */
    @ParameterizedTest
    @ValueSource(ints = {2, 4, 16, 64, 256, 1_024})
    void rollingLoneIdsTakeTurnsInTheRemaindersOfPowersOfTwo(int divisor) {
        double oneMoreOrLess = (double) divisor * divisor / SAMPLES;
        assertThat(chiSquare(generator(SequenceStart.ROLLING), divisor, 1)).isLessThan(oneMoreOrLess);
        assertThat(chiSquare(generator(SequenceStart.ROLLING), divisor, 50)).isLessThan(oneMoreOrLess);
    }

    @Test
    void rollingBeginsOneAfterTheLastIdOfTheTickBefore() {
        SnowflakeGenerator generator = generator(SequenceStart.ROLLING);
        int last = TWITTER.sequenceOf(generator.tryNextId());
        for (int i = 0; i < 5_000; i++) {
            clock.advance(1);
            int sequence = TWITTER.sequenceOf(generator.tryNextId());
            assertThat(sequence).isEqualTo((last + 1) % (IDS_PER_MS / 2));
            last = sequence;
        }
    }

    @ParameterizedTest
    @EnumSource
    void whoeverUsesUpTheirTicksHasAllOfThem(SequenceStart start) {
        SnowflakeGenerator generator = generator(start);
        long issued = 0;
        for (int tick = 0; tick < 100; tick++) {
            while (generator.tryNextId() != EXHAUSTED) {
                issued++;
            }
            clock.advance(1);
        }
        assertThat(issued).isBetween(100L * IDS_PER_MS - IDS_PER_MS / 2, 100L * IDS_PER_MS);
    }

    @ParameterizedTest
    @EnumSource
    void theLongestRunStillFits(SequenceStart start) {
        SnowflakeGenerator generator = generator(start);
        for (int i = 0; i < 1_000; i++) {
            assertThat(generator.millisUntil(generator.maxCount())).isZero();
            assertThat(generator.tryClaim(generator.maxCount())).isNotNegative();
            clock.advance(1 + random.nextInt(3));
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "ZERO")
    void atLeastHalfOfATickIsLeft(SequenceStart start) {
        SnowflakeGenerator generator = generator(start);
        for (int i = 0; i < 1_000; i++) {
            assertThat(TWITTER.sequenceOf(generator.tryNextId())).isLessThan(IDS_PER_MS / 2);
            clock.advance(1 + random.nextInt(3));
        }
    }

    @ParameterizedTest
    @EnumSource
    void idsRiseWhateverTheRateAndTheClock(SequenceStart start) {
        SnowflakeGenerator generator = SnowflakeGenerator.builder(TWITTER, 1)
                .clock(clock)
                .sequenceStart(start)
                .maxAhead(Duration.ofMillis(20))
                .clockTolerance(Duration.ofMillis(20))
                .build();
        long last = 0;
        for (int i = 0; i < 100_000; i++) {
            clock.advance(random.nextInt(-5, 7));
            long id = generator.tryNextId();
            if (!SnowflakeGenerator.isRefusal(id)) {
                assertThat(id).as(Seed.named()).isGreaterThan(last);
                last = id;
            }
        }
        assertThat(last).isPositive();
    }

    @ParameterizedTest
    @EnumSource
    void aSequenceOfOneBitOrNoneStaysAtZero(SequenceStart start) {
        for (int bits = 0; bits <= 1; bits++) {
            SnowflakeLayout layout = new SnowflakeLayout(41, 0, 10, bits, 0);
            SnowflakeGenerator generator = SnowflakeGenerator.builder(layout, 1)
                    .clock(clock)
                    .sequenceStart(start)
                    .build();
            assertThat(layout.sequenceOf(generator.tryNextId())).isZero();
            clock.advance(1);
            assertThat(layout.sequenceOf(generator.tryNextId())).isZero();
        }
    }

    private SnowflakeGenerator generator(SequenceStart start) {
        return SnowflakeGenerator.builder(TWITTER, 5)
                .clock(clock)
                .sequenceStart(start)
                .build();
    }

    private double chiSquare(SnowflakeGenerator generator, int divisor, int longestPauseMillis) {
        long[] seen = new long[divisor];
        for (int i = 0; i < SAMPLES; i++) {
            clock.advance(1 + random.nextInt(longestPauseMillis));
            seen[(int) (generator.tryNextId() % divisor)]++;
        }
        double expected = (double) SAMPLES / divisor;
        double sum = 0;
        for (long count : seen) {
            sum += (count - expected) * (count - expected) / expected;
        }
        return sum;
    }
}
