package io.snowgate.generator;

import static io.snowgate.generator.SnowflakeLayout.TWITTER;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Every ID has its bit: eight threads issue while the clock jumps back and forth by up to half a second, and none of them
 * finds its bit set. Exact, for as many IDs as there is memory for bits. {@code mvn -Pslow verify} takes a hundred
 * million, every build two.
 */
final class EveryIdSimulationTest {

    private static final long NOW = 1_800_000_000_000L;
    private static final int THREADS = 8;
    private static final int WORKER = 777;

    @Test
    @Timeout(60)
    void noneOfTwoMillionIdsRepeats() {
        assertNoneRepeats(2_000_000);
    }

    @Test
    @Tag("slow")
    @Timeout(600)
    void noneOfAHundredMillionIdsRepeats() {
        assertNoneRepeats(100_000_000);
    }

    private static void assertNoneRepeats(int ids) {
        JumpingClock clock = new JumpingClock();
        SnowflakeGenerator generator = SnowflakeGenerator.builder(TWITTER, WORKER)
                .clock(clock)
                .maxAhead(Duration.ofMillis(1_100))
                .clockTolerance(Duration.ofMillis(800))
                .build();
        Bits bits = new Bits(ids);
        CompletableFuture<?>[] threads = new CompletableFuture<?>[THREADS];
        for (int i = 0; i < THREADS; i++) {
            threads[i] = CompletableFuture.runAsync(
                    () -> issue(generator, bits, ids / THREADS), work -> new Thread(work).start());
        }
        CompletableFuture.allOf(threads).join();
        assertThat(bits.count()).as(Seed.named()).isEqualTo(ids);
        assertThat(clock.jumps()).isGreaterThan(ids / 200_000);
    }

    private static void issue(SnowflakeGenerator generator, Bits bits, int count) {
        long last = 0;
        for (int issued = 0; issued < count; ) {
            long id = generator.tryNextId();
            if (SnowflakeGenerator.isRefusal(id)) {
                Thread.onSpinWait();
                continue;
            }
            require(id > last, "an ID that does not rise");
            require(TWITTER.workerIdOf(id) == WORKER, "an ID of another worker");
            require(bits.set(positionOf(id)), "an ID issued twice");
            last = id;
            issued++;
        }
    }

    private static long positionOf(long id) {
        return TWITTER.firstPositionAt(TWITTER.epochMillisOf(id)) + TWITTER.sequenceOf(id);
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise + ", " + Seed.named());
        }
    }

    /** One bit for every position from a second before the beginning on. */
    private static final class Bits {

        private static final long FIRST = TWITTER.firstPositionAt(NOW - 1_000);
        private static final int SPAN_PER_ID = 4;
        private static final int SPARE = 16_000_000;

        private final AtomicLongArray words;

        Bits(int ids) {
            this.words = new AtomicLongArray((int) (((long) SPAN_PER_ID * ids + SPARE) / Long.SIZE));
        }

        /** Whether it was not set before. */
        boolean set(long position) {
            long bit = position - FIRST;
            long mask = 1L << bit;
            return (words.getAndAccumulate((int) (bit / Long.SIZE), mask, (word, added) -> word | added) & mask) == 0;
        }

        long count() {
            long count = 0;
            for (int i = 0; i < words.length(); i++) {
                count += Long.bitCount(words.get(i));
            }
            return count;
        }
    }

    /** Runs a millisecond in 2,500 readings, and every 20,000 readings stands somewhere within 500 ms of that. */
    private static final class JumpingClock implements EpochClock {

        private static final long READINGS_PER_MILLI = 2_500;
        private static final long READINGS_PER_JUMP = 20_000;
        private static final int JUMP_MILLIS = 500;

        private final AtomicLong readings = new AtomicLong();

        @Override
        public long epochMillis() {
            long reading = readings.getAndIncrement();
            return NOW + reading / READINGS_PER_MILLI + offset(reading / READINGS_PER_JUMP);
        }

        long jumps() {
            return readings.get() / READINGS_PER_JUMP;
        }

        private static long offset(long jump) {
            return new SplittableRandom(Seed.VALUE + jump).nextInt(-JUMP_MILLIS, JUMP_MILLIS + 1);
        }
    }
}
