package io.snowgate.generator;

import static io.snowgate.generator.SnowflakeLayout.TWITTER;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A million IDs over four threads: every one checked, none twice, rising on each thread. */
@Timeout(60)
final class SnowflakeGeneratorSimulationTest {

    private static final long NOW = 1_800_000_000_000L;
    private static final int THREADS = 4;
    private static final int IDS_PER_THREAD = 250_000;

    @Test
    void neverRepeatsOnTheClockOfTheMachine() {
        SnowflakeGenerator generator = generator(EpochClock.system(), Duration.ZERO);
        assertAllDistinctAndRisingPerThread(issue(generator::nextId));
    }

    /** Strictly on the clock, and far enough ahead of it that no jump is refused. */
    @ParameterizedTest
    @ValueSource(longs = {0, 1_500})
    void neverRepeatsWhileTheClockJumpsBackAndForth(long maxAheadMillis) {
        SnowflakeGenerator generator = generator(new JumpingClock(), Duration.ofMillis(maxAheadMillis));
        assertAllDistinctAndRisingPerThread(issue(() -> untilIssued(generator)));
    }

    @Test
    void neverRepeatsInRunsOfManyLengthsWhileTheClockJumps() {
        SnowflakeGenerator generator = generator(new JumpingClock(), Duration.ofMillis(3));
        assertAllDistinctAndRisingPerThread(
                inParallel(thread -> runs(generator, new SplittableRandom(Seed.VALUE + thread))));
    }

    private static SnowflakeGenerator generator(EpochClock clock, Duration maxAhead) {
        return new SnowflakeGenerator(TWITTER, 5, clock, maxAhead);
    }

    private static long untilIssued(SnowflakeGenerator generator) {
        long id;
        do {
            id = generator.tryNextId();
        } while (id < 0);
        return id;
    }

    private static long[] runs(SnowflakeGenerator generator, SplittableRandom random) {
        long[] ids = new long[IDS_PER_THREAD];
        int filled = 0;
        while (filled < ids.length) {
            int count = Math.min(ids.length - filled, 1 + random.nextInt(1_000));
            long position = generator.tryClaim(count);
            for (int i = 0; position >= 0 && i < count; i++) {
                ids[filled++] = generator.idAt(position + i);
            }
        }
        return ids;
    }

    private static long[][] issue(LongSupplier ids) {
        return inParallel(thread -> {
            long[] issued = new long[IDS_PER_THREAD];
            for (int i = 0; i < issued.length; i++) {
                issued[i] = ids.getAsLong();
            }
            return issued;
        });
    }

    private interface Work {
        long[] of(int thread);
    }

    private static long[][] inParallel(Work work) {
        CountDownLatch start = new CountDownLatch(THREADS);
        CompletableFuture<?>[] done = new CompletableFuture<?>[THREADS];
        long[][] issued = new long[THREADS][];
        for (int i = 0; i < THREADS; i++) {
            int thread = i;
            done[i] = CompletableFuture.runAsync(
                    () -> {
                        start.countDown();
                        while (start.getCount() > 0) {
                            Thread.onSpinWait();
                        }
                        issued[thread] = work.of(thread);
                    },
                    task -> new Thread(task).start());
        }
        CompletableFuture.allOf(done).join();
        return issued;
    }

    private static void assertAllDistinctAndRisingPerThread(long[][] issued) {
        for (long[] ids : issued) {
            assertThat(firstNotAbovePrevious(ids))
                    .as("a thread's ID that does not rise, " + Seed.named())
                    .isEqualTo(-1);
        }
        long[] all =
                Arrays.stream(issued).flatMapToLong(Arrays::stream).sorted().toArray();
        assertThat(all).hasSize(THREADS * IDS_PER_THREAD);
        assertThat(all[0]).isNotNegative();
        assertThat(firstNotAbovePrevious(all))
                .as("an ID issued twice, " + Seed.named())
                .isEqualTo(-1);
    }

    private static int firstNotAbovePrevious(long[] ids) {
        for (int i = 1; i < ids.length; i++) {
            if (ids[i] <= ids[i - 1]) {
                return i;
            }
        }
        return -1;
    }

    /**
     * Runs a millisecond in 500 readings, and every 1,000 readings stands somewhere within 500 ms of where it would
     * stand.
     */
    private static final class JumpingClock implements EpochClock {

        private static final long READINGS_PER_MILLI = 500;
        private static final long READINGS_PER_JUMP = 1_000;
        private static final int JUMP_MILLIS = 500;

        private final AtomicLong readings = new AtomicLong();

        @Override
        public long epochMillis() {
            long reading = readings.getAndIncrement();
            return NOW + reading / READINGS_PER_MILLI + offset(reading / READINGS_PER_JUMP);
        }

        private static long offset(long jump) {
            return new SplittableRandom(Seed.VALUE + jump).nextInt(-JUMP_MILLIS, JUMP_MILLIS + 1);
        }
    }
}
