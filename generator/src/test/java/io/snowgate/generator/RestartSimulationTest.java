package io.snowgate.generator;

import static io.snowgate.generator.SnowflakeLayout.TWITTER;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Fifty processes, one after the other, on one data directory: each is killed at some moment, and the clock moved back by
 * up to two seconds before the next. All IDs of all of them rise.
 */
final class RestartSimulationTest {

    private static final int RESTARTS = 50;
    private static final int MILLIS_PER_LIFE = 2_000;

    private final SplittableRandom random = Seed.random();
    private final HandClock clock = new HandClock(1_800_000_000_000L);
    private long last;
    private long issued;

    @TempDir
    private Path directory;

    @Test
    void noIdRepeatsWhenTheClockIsMovedBackBetweenCrashAndRestart() throws IOException {
        for (int life = 0; life < RESTARTS; life++) {
            liveUntilKilled();
            clock.advance(-random.nextInt(2_001));
        }
        assertThat(issued).isGreaterThan(RESTARTS * MILLIS_PER_LIFE / 2L);
    }

    private void liveUntilKilled() throws IOException {
        ReservedWindow window = ReservedWindow.open(directory, TWITTER, 1, clock, Duration.ofSeconds(3));
        SnowflakeGenerator generator = SnowflakeGenerator.builder(TWITTER, 1)
                .clock(clock)
                .maxAhead(Duration.ofMillis(100))
                .clockTolerance(Duration.ofMillis(10))
                .sequenceStart(SequenceStart.RANDOM)
                .firstPosition(window.firstPosition())
                .bound(window)
                .build();
        int millis = random.nextInt(MILLIS_PER_LIFE) + 6_000;
        for (int milli = 0; milli < millis; milli++) {
            clock.advance(1);
            if (random.nextInt(100) == 0) {
                window.extendIfNeeded();
            }
            issue(generator);
        }
    }

    private void issue(SnowflakeGenerator generator) {
        int count = 1 + random.nextInt(500);
        long position = generator.tryClaim(count);
        if (position >= 0) {
            assertThat(generator.idAt(position)).as(Seed.named()).isGreaterThan(last);
            last = generator.idAt(position + count - 1);
            issued++;
        }
    }
}
