package io.snowgate.generator;

import static io.snowgate.generator.SnowflakeLayout.TWITTER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReservedWindowTest {

    private static final long NOW = 1_800_000_000_000L;
    private static final int WORKER = 5;
    private static final Duration AHEAD = Duration.ofSeconds(3);
    private static final String ADVICE =
            "It keeps this worker from issuing IDs twice. If you are sure that the clock has passed the last ID this"
                    + " worker has issued, move the file away; if not, take a worker id that was never used";

    private final HandClock clock = new HandClock(NOW);

    @TempDir
    private Path directory;

    @Test
    void aWorkerThatNeverIssuedMayBeginAnywhere() throws IOException {
        ReservedWindow window = open();
        assertThat(window.firstPosition()).isZero();
        window.awaitClock(Duration.ZERO);
    }

    @Test
    void nothingMayBeIssuedBeforeItIsReserved() throws IOException {
        ReservedWindow window = open();
        assertThat(generator(window).tryNextId()).isEqualTo(SnowflakeGenerator.UNRESERVED);
        assertThat(window.extendIfNeeded()).isTrue();
        assertThat(generator(window).tryNextId()).isPositive();
    }

    @Test
    void whatIsReservedReachesAWindowAheadAndIsInTheFile() throws IOException {
        ReservedWindow window = opened();
        assertThat(TWITTER.millisAt(window.position())).isEqualTo(NOW + 3_001);
        assertThat(open().firstPosition()).isEqualTo(window.position());
    }

    @Test
    void isExtendedWhenHalfOfItIsLeftAndNotBefore() throws IOException {
        ReservedWindow window = opened();
        clock.advance(1_500);
        assertThat(window.extendIfNeeded()).isFalse();
        clock.advance(1);
        assertThat(window.extendIfNeeded()).isTrue();
        assertThat(TWITTER.millisAt(window.position())).isEqualTo(NOW + 1_501 + 3_001);
        assertThat(window.extendIfNeeded()).isFalse();
    }

    @Test
    void isNotTouchedWhenTheClockStepsBack() throws IOException {
        ReservedWindow window = opened();
        long end = window.position();
        clock.advance(-3_600_000);
        assertThat(window.extendIfNeeded()).isFalse();
        assertThat(window.position()).isEqualTo(end);
    }

    @Test
    void followsAClockThatLeapsForwardAndRemembersIt() throws IOException {
        ReservedWindow window = opened();
        clock.advance(3_600_000);
        assertThat(generator(window).tryNextId()).isEqualTo(SnowflakeGenerator.UNRESERVED);
        window.extendIfNeeded();
        assertThat(generator(window).tryNextId()).isPositive();
        clock.advance(-3_600_000);
        assertThat(TWITTER.millisAt(open().firstPosition())).isEqualTo(NOW + 3_600_000 + 3_001);
    }

    /** Case 93, ten seconds. */
    @Test
    void afterACrashItWaitsForTheClockIfThatIsNear() throws Exception {
        opened();
        ReservedWindow next = open();
        CompletableFuture<Void> waiting = CompletableFuture.runAsync(() -> await(next, Duration.ofSeconds(5)));
        Thread.onSpinWait();
        assertThat(waiting).isNotDone();
        clock.advance(3_001);
        waiting.get();
        next.extendIfNeeded();
        assertThat(TWITTER.epochMillisOf(generator(next).tryNextId())).isEqualTo(NOW + 3_001);
    }

    /** Case 93, an hour. */
    @Test
    void afterACrashItRefusesAClockThatIsFarBehind() throws IOException {
        opened();
        clock.advance(-3_600_000);
        ReservedWindow next = open();
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> next.awaitClock(Duration.ofSeconds(5)))
                .withMessage("the clock (2027-01-15T07:00:00Z) is PT1H3.001S behind the last IDs of worker 5, which "
                        + directory.resolve("worker-5.mark")
                        + " says may reach to 2027-01-15T08:00:03.001Z; set the clock"
                        + " right, or take a worker id that was never used");
    }

    /** Case 94, at a start. */
    @Test
    void afterACrashItDoesNotWaitForAClockThatStandsStill() throws IOException {
        opened();
        ReservedWindow next = open();
        clock.advance(2_991);
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> next.awaitClock(Duration.ofMillis(20)))
                .withMessage(
                        "the clock stands still at 2027-01-15T08:00:02.991Z, or nearly so; worker 5 waits for it to"
                                + " reach 2027-01-15T08:00:03.001Z");
    }

    @Test
    void whoeverWaitsAndIsInterruptedSaysSo() throws IOException {
        opened();
        ReservedWindow next = open();
        Thread.currentThread().interrupt();
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> next.awaitClock(Duration.ofSeconds(5)))
                .withMessage("interrupted while waiting for the clock to reach 2027-01-15T08:00:03.001Z");
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void whoeverEndsInOrderGivesBackWhatWasNotUsed() throws IOException {
        ReservedWindow window = opened();
        SnowflakeGenerator generator = generator(window);
        generator.tryNextId();
        window.close(generator.close());
        assertThat(window.position()).isZero();
        assertThat(open().firstInstant()).isEqualTo(Instant.ofEpochMilli(NOW + 1));
    }

    @Test
    void whoeverIssuedNothingGivesBackEverythingButNotWhatCameBefore() throws IOException {
        opened();
        ReservedWindow idle = open();
        idle.close(generator(idle).close());
        assertThat(open().firstInstant()).isEqualTo(Instant.ofEpochMilli(NOW + 3_001));
    }

    @Test
    void aFullDiskStopsIdsAtTheEndOfTheWindow() throws IOException {
        ReservedWindow window = opened();
        SnowflakeGenerator generator = generator(window);
        Files.createDirectory(directory.resolve("worker-5.mark.new"));
        clock.advance(2_000);
        assertThatExceptionOfType(IOException.class).isThrownBy(window::extendIfNeeded);
        assertThat(generator.tryNextId()).isPositive();
        clock.advance(1_001);
        assertThat(generator.tryNextId()).isEqualTo(SnowflakeGenerator.UNRESERVED);
        Files.delete(directory.resolve("worker-5.mark.new"));
        assertThat(window.extendIfNeeded()).isTrue();
        assertThat(generator.tryNextId()).isPositive();
    }

    @Test
    void anEmptyFileIsRefusedWithAdvice() throws IOException {
        opened();
        Files.write(mark(), new byte[0]);
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(this::open)
                .withMessage(mark() + " is damaged: 0 bytes that do not add up. " + ADVICE);
    }

    @Test
    void everyTornFileIsRefused() throws IOException {
        opened();
        byte[] whole = Files.readAllBytes(mark());
        for (int length = 0; length < whole.length; length++) {
            Files.write(mark(), java.util.Arrays.copyOf(whole, length));
            assertThatExceptionOfType(IOException.class).isThrownBy(this::open).withMessageContaining(ADVICE);
        }
        Files.write(mark(), whole);
        assertThat(open().firstPosition()).isPositive();
    }

    @Test
    void everyFlippedBitIsRefused() throws IOException {
        opened();
        byte[] whole = Files.readAllBytes(mark());
        SplittableRandom random = Seed.random();
        for (int i = 0; i < whole.length; i++) {
            byte[] flipped = whole.clone();
            flipped[i] ^= (byte) (1 << random.nextInt(8));
            Files.write(mark(), flipped);
            assertThatExceptionOfType(IOException.class)
                    .as(Seed.named())
                    .isThrownBy(this::open)
                    .withMessageContaining(ADVICE);
        }
    }

    @Test
    void aFileThatIsMuchTooLongIsNotRead() throws IOException {
        Files.write(mark(), new byte[2_000_000]);
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(this::open)
                .withMessageContaining("is damaged: 2000000 bytes are too many");
    }

    @Test
    void theMarkOfAnotherLayoutOrWorkerIsRefused() throws IOException {
        opened();
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> ReservedWindow.open(directory, SnowflakeLayout.TSID, WORKER, clock, AHEAD))
                .withMessageContaining("is of another worker or layout than worker 5, time 42, ")
                .withMessageContaining(ADVICE);
        Files.copy(mark(), directory.resolve("worker-6.mark"));
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> ReservedWindow.open(directory, TWITTER, 6, clock, AHEAD))
                .withMessageContaining("is of another worker or layout");
    }

    @Test
    void aMarkThatCannotBeReadIsNotTakenForNone() throws IOException {
        Files.createDirectory(mark());
        assertThatExceptionOfType(IOException.class).isThrownBy(this::open);
    }

    @Test
    void whatIsLeftOfAnUnfinishedWriteIsNoMark() throws IOException {
        Files.write(directory.resolve("worker-5.mark.new"), new byte[] {1, 2, 3});
        ReservedWindow window = open();
        assertThat(window.firstPosition()).isZero();
        assertThat(window.extendIfNeeded()).isTrue();
        assertThat(directory.resolve("worker-5.mark.new")).doesNotExist();
    }

    @Test
    void theFileSaysInWordsWhatItHolds() throws IOException {
        opened();
        assertThat(Files.readAllLines(mark()))
                .startsWith(
                        "snowgate high-water mark 1",
                        "worker 5",
                        "layout " + TWITTER,
                        "reserved until tick 511165028344 (2027-01-15T08:00:03.001Z)")
                .hasSize(5);
    }

    @Test
    void reservesToTheEndOfTimeAndNoFurther() throws IOException {
        clock.set(TWITTER.lastMillis() - 1_000);
        ReservedWindow window = opened();
        assertThat(window.position()).isEqualTo(TWITTER.endPosition());
        assertThat(open().firstPosition()).isEqualTo(TWITTER.endPosition());
        clock.advance(2_000);
        assertThat(window.extendIfNeeded()).isFalse();
    }

    @Test
    void refusesAWindowOutOfRangeByNameAndValue() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ReservedWindow.open(directory, TWITTER, WORKER, clock, Duration.ofMillis(9)))
                .withMessage("window in ms must be 10..3600000: 9");
    }

    private Path mark() {
        return directory.resolve("worker-5.mark");
    }

    private ReservedWindow open() throws IOException {
        return ReservedWindow.open(directory, TWITTER, WORKER, clock, AHEAD);
    }

    private ReservedWindow opened() throws IOException {
        ReservedWindow window = open();
        window.extendIfNeeded();
        return window;
    }

    private SnowflakeGenerator generator(ReservedWindow window) {
        return SnowflakeGenerator.builder(TWITTER, WORKER)
                .clock(clock)
                .firstPosition(window.firstPosition())
                .bound(window)
                .build();
    }

    private static void await(ReservedWindow window, Duration longest) {
        try {
            window.awaitClock(longest);
        } catch (IOException refused) {
            throw new java.io.UncheckedIOException(refused);
        }
    }
}
