package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.snowgate.generator.EpochClock;
import io.snowgate.generator.SnowflakeGenerator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cases 93, 99 and 104: one worker id, one process, and what was issued before it. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class WorkerClaimTest {

    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

    private final AtomicLong millis = new AtomicLong(NOW.toEpochMilli());
    private final AtomicLong millisPerReading = new AtomicLong();
    private final EpochClock clock = () -> millis.getAndAdd(millisPerReading.get());
    private final List<String> notices = new ArrayList<>();

    @TempDir
    private Path directory;

    @Test
    void isRefusedWhileAnotherHasTheDataDirectory() throws Exception {
        millisPerReading.set(1);
        try (WorkerClaim first = take("a")) {
            assertThat(first.generator().tryNextId()).isPositive();
            assertThatIOException()
                    .isThrownBy(() -> take("a"))
                    .withMessageStartingWith("worker id 5 is in use by this process already (");
        }
        take("a").close();
    }

    @Test
    void isRefusedWhileAnotherHasTheWorkerIdOnThisMachine() throws Exception {
        millisPerReading.set(1);
        try (WorkerClaim first = take("a")) {
            assertThat(first.generator().workerId()).isEqualTo(5);
            assertThatIOException()
                    .isThrownBy(() -> take("b"))
                    .withMessageContaining("worker id 5 is in use")
                    .withMessageContaining("locks");
            take("b", "--set", "worker-lock-dir=off").close();
            take("b", "--worker-id", "6").close();
            take("b", "--layout", "discord").close();
        }
        take("b").close();
    }

    @Test
    void goesOnAtOnceAfterOneThatEndedInOrder() throws Exception {
        long last = idOf("a");
        millis.incrementAndGet();

        assertThat(idOf("a")).isGreaterThan(last);
        assertThat(notices).isEmpty();
    }

    @Test
    void waitsForTheEndOfWhatACrashedOneHadReserved() throws Exception {
        Path crashed = crashedIn("a");
        millisPerReading.set(500);
        try (WorkerClaim next = takeIn(crashed)) {
            assertThat(next.window().firstInstant()).isEqualTo(NOW.plusMillis(2_001));
            assertThat(clock.epochMillis())
                    .isGreaterThanOrEqualTo(next.window().firstInstant().toEpochMilli());
            assertThat(next.generator().tryNextId()).isPositive();
        }
        assertThat(notices)
                .singleElement()
                .asString()
                .matches("waiting [0-9]+ ms until the clock is past the last IDs of worker id 5");
    }

    @Test
    void isRefusedWhenTheClockIsFarBehindACrashedOne() throws Exception {
        Path crashed = crashedIn("a");
        millis.addAndGet(-Duration.ofHours(1).toMillis());

        assertThatIOException()
                .isThrownBy(() -> takeIn(crashed))
                .withMessageStartingWith(
                        "the clock (2026-11-21T11:00:00Z) is PT1H2.001S behind the last IDs of worker 5")
                .withMessageEndingWith("set the clock right, or take a worker id that was never used");
        assertThat(notices).isEmpty();
    }

    @Test
    void issuesNothingPastWhatIsReserved() throws Exception {
        try (WorkerClaim claim = take("a")) {
            millis.addAndGet(2_500);
            assertThat(claim.generator().tryNextId()).isEqualTo(SnowflakeGenerator.UNRESERVED);
            claim.window().extendIfNeeded();
            assertThat(claim.generator().tryNextId()).isPositive();
        }
    }

    @ParameterizedTest
    @CsvSource({"0, is damaged", "1, is damaged", "100, is damaged", "-1, is damaged"})
    void refusesAMarkThatIsNotWhole(int length, String fault) throws Exception {
        Path mark = crashedIn("a").resolve(Path.of("worker", "twitter", "worker-5.mark"));
        byte[] whole = Files.readAllBytes(mark);
        byte[] part = new byte[length < 0 ? whole.length + length : length];
        System.arraycopy(whole, 0, part, 0, part.length);
        Files.write(mark, part);

        assertRefused(mark, fault);
        Files.delete(mark);
        takeIn(directory.resolve("crashed")).close();
    }

    @Test
    void refusesAMarkWithOneWrongBit() throws Exception {
        Path mark = crashedIn("a").resolve(Path.of("worker", "twitter", "worker-5.mark"));
        byte[] content = Files.readAllBytes(mark);
        content[content.length / 2] ^= 1;
        Files.write(mark, content);

        assertRefused(mark, "is damaged");
    }

    @Test
    void refusesTheMarkOfAnotherEpoch() throws Exception {
        Path crashed = crashedIn("a");
        Path mark = crashed.resolve(Path.of("worker", "twitter", "worker-5.mark"));

        assertThatIOException()
                .isThrownBy(() -> takeIn(crashed, "--set", "snowflake.epoch-millis=1288834974658"))
                .withMessageStartingWith(mark + " is of another worker or layout");
    }

    @Test
    void isRefusedBeforeTheEpoch() {
        assertThatIOException()
                .isThrownBy(() -> take("a", "--set", "snowflake.epoch-millis=1800000000000"))
                .withMessage("the epoch of the IDs lies in the future: 2027-01-15T08:00:00Z, and the clock says " + NOW
                        + "; set the clock right, or --set snowflake.epoch-millis");
    }

    @Test
    void isRefusedAfterTheEndOfTheLayout() {
        assertThatIOException()
                .isThrownBy(() -> take("a", "--layout", "baidu"))
                .withMessage("the time of layout baidu was over on 2024-11-20T13:24:15.999Z, and the clock says " + NOW
                        + "; take another --layout, or a later snowflake.epoch-millis");
    }

    @Test
    void saysWhatItCannotWrite() throws Exception {
        Files.writeString(directory.resolve("a"), "a file");

        assertThatIOException()
                .isThrownBy(() -> take("a"))
                .withMessageStartingWith("cannot write in " + directory.resolve("a"));
    }

    /** A data directory as a process left it that was killed after its first ID. */
    private Path crashedIn(String name) throws Exception {
        Path crashed = directory.resolve("crashed");
        try (WorkerClaim claim = take(name)) {
            assertThat(claim.generator().tryNextId()).isPositive();
            Path marks = Path.of("worker", "twitter");
            Files.createDirectories(crashed.resolve(marks));
            Path mark = marks.resolve("worker-5.mark");
            Files.copy(directory.resolve(name).resolve(mark), crashed.resolve(mark));
        }
        return crashed;
    }

    private void assertRefused(Path mark, String fault) {
        assertThatIOException()
                .isThrownBy(() -> takeIn(directory.resolve("crashed")))
                .withMessageStartingWith(mark + " " + fault)
                .withMessageContaining("move the file away");
    }

    private long idOf(String name) throws Exception {
        try (WorkerClaim claim = take(name)) {
            return claim.generator().tryNextId();
        }
    }

    private WorkerClaim take(String name, String... flags) throws IOException {
        return takeIn(directory.resolve(name), flags);
    }

    private WorkerClaim takeIn(Path dataDir, String... flags) throws IOException {
        List<String> all = new ArrayList<>(List.of(flags));
        if (!all.contains("--worker-id")) {
            all.addAll(List.of("--worker-id", "5"));
        }
        if (!all.contains("worker-lock-dir=off")) {
            all.addAll(List.of("--set", "worker-lock-dir=" + directory.resolve("locks")));
        }
        GatewayConfig config = Outcome.of(all.toArray(String[]::new)).config();
        return WorkerClaim.take(config.snowflake(), dataDir, clock, notices::add);
    }
}
