package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowgate.gateway.endpoint.IdStatus;
import io.snowgate.generator.EpochClock;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cases 87 to 96 as a client, the operator and the log see them. The clock is this machine's and a step. */
class ClockIT {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final AtomicLong stepMillis = new AtomicLong();
    private final EpochClock clock = () -> System.currentTimeMillis() + stepMillis.get();

    @TempDir
    private Path directory;

    @Test
    void aSmallStepBackIsNotSeen() throws Exception {
        try (TestGateway gateway = start("--clock-tolerance", "1s", "--max-ahead", "1s")) {
            String before = get(gateway).body();
            stepMillis.addAndGet(-500);
            HttpResponse<String> after = get(gateway);

            assertThat(after.statusCode()).isEqualTo(200);
            assertThat(Long.parseLong(after.body())).isGreaterThan(Long.parseLong(before));
        }
    }

    @Test
    void aLongStepBackIsRefusedSaidOnceAndPasses() throws Exception {
        try (LogOf log = new LogOf(IdStatus.class);
                TestGateway gateway = start()) {
            long before = Long.parseLong(get(gateway).body());
            stepMillis.addAndGet(-60_000);

            for (int i = 0; i < 5; i++) {
                HttpResponse<String> refused = get(gateway);
                assertThat(refused.statusCode()).isEqualTo(503);
                assertThat(refused.headers().firstValueAsLong("retry-after").orElse(0))
                        .isBetween(30L, 61L);
                assertThat(refused.body()).contains("the clock of this server went back");
            }
            assertThat(get(gateway, "/ready").statusCode()).isEqualTo(503);
            assertThat(get(gateway, "/ready").body()).containsPattern("the clock is [3-6][0-9]\\.[0-9]+ s behind");
            assertThat(metric(gateway, "snowgate_clock_behind_seconds")).isBetween(30.0, 61.0);
            assertThat(metric(gateway, "snowgate_ids_refused_total{reason=\"clock-behind\"}"))
                    .isEqualTo(5);
            assertThat(log.lines()).singleElement().asString().startsWith("WARN the clock went back by more than");

            stepMillis.addAndGet(60_000);
            assertThat(Long.parseLong(get(gateway).body())).isGreaterThan(before);
            assertThat(get(gateway, "/ready").body()).isEqualTo("ready");
            Awaitility.await().atMost(PATIENCE).until(() -> log.lines().size() == 2);
            assertThat(log.lines().getLast()).startsWith("INFO the clock has caught up");
            assertThat(metric(gateway, "snowgate_clock_behind_seconds")).isZero();
        }
    }

    @Test
    void aStepBackOfASecondPassesByItself() throws Exception {
        try (TestGateway gateway = start()) {
            long before = Long.parseLong(get(gateway).body());
            stepMillis.addAndGet(-1_000);

            HttpResponse<String> refused = get(gateway);
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValueAsLong("retry-after").orElse(0))
                    .isEqualTo(1);
            Awaitility.await().atMost(PATIENCE).until(() -> get(gateway).statusCode() == 200);
            assertThat(Long.parseLong(get(gateway).body())).isGreaterThan(before);
        }
    }

    @Test
    void anHourBackIsRefusedUntilTheClockIsSetRight() throws Exception {
        try (TestGateway gateway = start()) {
            long before = Long.parseLong(get(gateway).body());
            stepMillis.addAndGet(-Duration.ofHours(1).toMillis());

            HttpResponse<String> refused = get(gateway);
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValueAsLong("retry-after").orElse(0))
                    .isBetween(3_500L, 3_601L);
            stepMillis.addAndGet(Duration.ofHours(1).toMillis());
            assertThat(Long.parseLong(get(gateway).body())).isGreaterThan(before);
        }
    }

    @Test
    void anHourAheadAndBackAgainRepeatsNothing() throws Exception {
        try (TestGateway gateway = start()) {
            stepMillis.addAndGet(Duration.ofHours(1).toMillis());
            Awaitility.await().atMost(PATIENCE).until(() -> get(gateway).statusCode() == 200);
            long ahead = Long.parseLong(get(gateway).body());
            stepMillis.addAndGet(-Duration.ofHours(1).toMillis());

            assertThat(get(gateway).statusCode()).isEqualTo(503);
            stepMillis.addAndGet(Duration.ofHours(1).toMillis());
            assertThat(Long.parseLong(get(gateway).body())).isGreaterThan(ahead);
        }
    }

    @Test
    void aStepAheadIsReservedBeforeItIsUsed() throws Exception {
        try (TestGateway gateway = start()) {
            long before = Long.parseLong(get(gateway).body());
            stepMillis.addAndGet(Duration.ofHours(1).toMillis());

            Awaitility.await().atMost(PATIENCE).until(() -> get(gateway).statusCode() == 200);
            assertThat(Long.parseLong(get(gateway).body()) - before)
                    .isGreaterThan(Duration.ofHours(1).toMillis() << 22);
        }
    }

    @Test
    void aDiskThatFailsEndsIdsWithTheWindowAndIsSaidOnce() throws Exception {
        try (LogOf log = new LogOf(ReservationAgent.class);
                TestGateway gateway = start("--set", "snowflake.reserve=200ms", "--worker-id", "3")) {
            Path marks = directory.resolve(Path.of("data", "worker", "twitter"));
            Path away = Files.move(marks, marks.resolveSibling("away"));

            Awaitility.await().atMost(PATIENCE).until(() -> get(gateway).statusCode() == 503);
            assertThat(get(gateway).body()).contains("not reserved on disk yet");
            assertThat(get(gateway, "/ready").body()).contains("no IDs are reserved on disk");
            assertThat(metric(gateway, "snowgate_reservation_failing")).isEqualTo(1);
            assertThat(log.lines()).singleElement().asString().startsWith("ERROR IDs cannot be reserved on disk");

            Files.move(away, marks);
            Awaitility.await().atMost(PATIENCE).until(() -> get(gateway).statusCode() == 200);
            assertThat(metric(gateway, "snowgate_reservation_failing")).isZero();
            assertThat(log.lines()).hasSize(2);
            assertThat(log.lines().getLast()).isEqualTo("INFO IDs are reserved on disk again");
        }
    }

    @Test
    void aLayoutThatIsNearlyOverIsAWarningNotAFailure() throws Exception {
        long epoch = System.currentTimeMillis() - Duration.ofDays(1).toMillis();
        try (LogOf log = new LogOf(Gateway.class);
                TestGateway gateway =
                        start("--set", "snowflake.epoch-millis=" + epoch, "--set", "snowflake.time-bits=35")) {
            String warning = "warning: the time of this layout of IDs is over on 20";

            assertThat(get(gateway, "/ready").statusCode()).isEqualTo(200);
            assertThat(get(gateway, "/ready").body()).startsWith("ready\n" + warning);
            assertThat(gateway.admin("/ready").body()).startsWith("ready\n" + warning);
            assertThat(metric(gateway, "snowgate_layout_seconds_left")).isBetween(1e6, 6.4e7);
            assertThat(log.lines())
                    .singleElement()
                    .asString()
                    .startsWith("WARN the time of this layout of IDs is over");
        }
    }

    @Test
    void aLayoutWithDecadesLeftIsNoWarning() throws Exception {
        try (TestGateway gateway = start()) {
            assertThat(gateway.admin("/ready").body()).isEqualTo("ready\n");
            assertThat(metric(gateway, "snowgate_layout_seconds_left")).isGreaterThan(1e9);
        }
    }

    @Test
    void aLayoutOutsideOfItsTimeDoesNotStart() throws Exception {
        GatewayConfig over = TestGateway.config("--layout", "baidu", "--data-dir", data());
        GatewayConfig early = TestGateway.config("--set", "snowflake.epoch-millis=4102444800000", "--data-dir", data());

        assertThatExceptionOfType(StartFailure.class)
                .isThrownBy(() -> Gateway.start(over, clock))
                .withMessageStartingWith("the time of layout baidu was over on 2024-11-20T");
        assertThatExceptionOfType(StartFailure.class)
                .isThrownBy(() -> Gateway.start(early, clock))
                .withMessageStartingWith("the epoch of the IDs lies in the future: 2100-01-01T00:00:00Z");
    }

    private TestGateway start(String... flags) throws IOException {
        return TestGateway.start(
                clock,
                Stream.concat(Stream.of("--data-dir", data()), Stream.of(flags)).toArray(String[]::new));
    }

    private String data() throws IOException {
        Path data = directory.resolve("data");
        return (Files.exists(data) ? data : TestGateway.newDataDir(directory)).toString();
    }

    private static HttpResponse<String> get(TestGateway gateway) throws IOException, InterruptedException {
        return get(gateway, "/api/snowflake");
    }

    private static HttpResponse<String> get(TestGateway gateway, String path) throws IOException, InterruptedException {
        return gateway.get(HttpClient.Version.HTTP_1_1, path);
    }

    private static double metric(TestGateway gateway, String series) throws IOException, InterruptedException {
        return gateway.admin("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith(series + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(series.length() + 1)))
                .findFirst()
                .orElseThrow();
    }
}
