package io.snowgate.generator;

import static io.snowgate.generator.SnowflakeLayout.TWITTER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code nextId} and {@code nextIds}: they wait for the clock, whose hands the test holds. */
@Timeout(20)
final class SnowflakeGeneratorWaitTest {

    private static final long NOW = 1_800_000_000_000L;

    private final AtomicLong readings = new AtomicLong();
    private final HandClock clock = new HandClock(NOW);
    private final SnowflakeGenerator generator =
            new SnowflakeGenerator(TWITTER, 0, this::countedReading, Duration.ZERO);

    private long countedReading() {
        readings.getAndIncrement();
        return clock.epochMillis();
    }

    @Test
    void waitsForTheNextMillisecond() throws Exception {
        generator.tryClaim(4096);
        CompletableFuture<Long> id = CompletableFuture.supplyAsync(generator::nextId);
        awaitThat(() -> readings.get() > 1_000);
        assertThat(id).isNotDone();

        clock.advance(1);
        assertThat(TWITTER.epochMillisOf(id.get())).isEqualTo(NOW + 1);
    }

    @Test
    void waitsUntilAClockThatStepsBackHasCaughtUp() throws Exception {
        long before = generator.nextId();
        clock.advance(-5);
        CompletableFuture<Long> id = CompletableFuture.supplyAsync(generator::nextId);
        awaitThat(() -> readings.get() > 500);
        assertThat(id).isNotDone();

        clock.advance(5);
        assertThat(id.get()).isEqualTo(before + 1);
    }

    @Test
    void readsAFrozenClockSeldomOnceItIsParked() throws Exception {
        generator.tryClaim(4096);
        clock.advance(-3_600_000);
        Thread waiting = start(generator::nextId);
        awaitThat(() -> waiting.getState() == Thread.State.TIMED_WAITING);
        long earlier = readings.get();
        long startedNanos = System.nanoTime();
        awaitThat(() -> readings.get() >= earlier + 30);

        assertThat(Duration.ofNanos(System.nanoTime() - startedNanos)).isGreaterThan(Duration.ofMillis(50));
        clock.advance(3_600_001);
        waiting.join();
    }

    @Test
    void anInterruptNeitherEndsTheWaitNorIsLost() throws Exception {
        generator.tryClaim(4096);
        CompletableFuture<Boolean> interruptedAfterwards = new CompletableFuture<>();
        Thread waiting = start(() -> {
            generator.nextId();
            interruptedAfterwards.complete(Thread.currentThread().isInterrupted());
        });
        waiting.interrupt();
        awaitThat(() -> !waiting.isInterrupted() && waiting.getState() == Thread.State.TIMED_WAITING);
        assertThat(interruptedAfterwards).isNotDone();

        clock.advance(1);
        assertThat(interruptedAfterwards.get()).isTrue();
    }

    @Test
    void throwsWhenTheClockStandsOutsideOfTheLayoutsTime() {
        clock.set(0);
        assertThatIllegalStateException()
                .isThrownBy(generator::nextId)
                .withMessage("clock must be 2010-11-04T01:42:54.657Z..2080-07-10T17:30:30.208Z: 1970-01-01T00:00:00Z");
    }

    @Test
    void throwsWhenTheClockLeavesTheLayoutsTimeWhileItWaits() {
        generator.tryClaim(4096);
        CompletableFuture<Long> id = CompletableFuture.supplyAsync(generator::nextId);
        awaitThat(() -> readings.get() > 500);
        clock.set(TWITTER.lastMillis() + 1);
        assertThat(id)
                .failsWithin(Duration.ofSeconds(10))
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(IllegalStateException.class);
    }

    @Test
    void fillsAnArrayFromSeveralMilliseconds() throws Exception {
        long[] ids = new long[10_000];
        generator.tryClaim(1);
        CompletableFuture<Void> filled = CompletableFuture.runAsync(() -> generator.nextIds(ids));
        awaitThat(() -> readings.get() > 500);
        assertThat(filled).isNotDone();
        awaitThat(() -> {
            clock.advance(1);
            return filled.isDone();
        });
        filled.get();
        assertThat(ids).isSorted().doesNotHaveDuplicates();
        assertThat(ids[4094])
                .as("what was left of the first millisecond is taken first")
                .isEqualTo(idAt(NOW, 4095));
    }

    @Test
    void takesNothingForAnEmptyArray() {
        generator.nextIds(new long[0]);
        assertThat(generator.nextId()).isEqualTo(idAt(NOW, 0));
    }

    private static long idAt(long millis, int sequence) {
        return TWITTER.compose(millis - TWITTER.epochMillis(), 0, sequence);
    }

    private static Thread start(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void awaitThat(BooleanSupplier condition) {
        long deadlineNanos = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - deadlineNanos)
                    .as("past the deadline")
                    .isNegative();
            Thread.onSpinWait();
        }
    }
}
