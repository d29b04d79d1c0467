package io.snowgate.gateway.state;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class BackoffTest {

    @Test
    void doublesFromTheRefreshToAndAHalfSeconds() {
        assertWaits(ofMillis(100), 100, 200, 400, 800, 1_500, 1_500);
    }

    @Test
    void waitsNeverMoreThanAndAHalfSecondsForARefreshOfOne() {
        assertWaits(ofSeconds(1), 1_000, 1_500, 1_500, 1_500);
    }

    @Test
    void comesBackWithinHalfAMinuteForARefreshOfAnHour() {
        assertWaits(ofHours(1), 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000);
    }

    @Test
    void beginsAnewAfterASuccess() {
        Backoff backoff = new Backoff(ofSeconds(1), new SplittableRandom(1));
        backoff.failed();
        backoff.failed();
        backoff.succeeded();
        assertThat(backoff.failed()).isLessThanOrEqualTo(ofSeconds(1).toNanos());
    }

    @Test
    void waitsDifferentlyWithEachSeedAndTheSameWithTheSame() {
        assertThat(waits(1)).isEqualTo(waits(1));
        assertThat(waits(1)).isNotEqualTo(waits(2));
    }

    private static List<Long> waits(long seed) {
        Backoff backoff = new Backoff(ofSeconds(1), new SplittableRandom(seed));
        return Stream.generate(backoff::failed).limit(5).toList();
    }

    /** Each between the half and the whole, over many seeds. */
    private static void assertWaits(Duration refresh, long... wholeMillis) {
        for (long seed = 0; seed < 200; seed++) {
            Backoff backoff = new Backoff(refresh, new SplittableRandom(seed));
            for (long whole : wholeMillis) {
                assertThat(backoff.failed())
                        .as("seed %d", seed)
                        .isBetween(
                                ofMillis(whole).toNanos() / 2, ofMillis(whole).toNanos());
            }
        }
    }
}
