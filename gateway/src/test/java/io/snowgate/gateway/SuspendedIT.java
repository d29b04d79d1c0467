package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowgate.generator.Snowflake;
import io.snowgate.generator.SnowflakeLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cases 90 and 95 with a process: it sleeps, and wakes in another time. */
class SuspendedIT {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int LOOKS = 50;

    @TempDir
    private Path directory;

    private Path offset;
    private String data;

    @BeforeEach
    void prepare() throws IOException {
        offset = directory.resolve("offset");
        data = TestGateway.newDataDir(directory).toString();
        setClock("+0");
    }

    @Test
    void wakesWithTheClockSetBackAndIssuesNothingBeforeItHasCaughtUp() throws Exception {
        try (GatewayProcess gateway = serving();
                KeepAliveClient client = client(gateway)) {
            long before = id(client);
            gateway.suspend();
            setClock("-60");
            gateway.resume();

            for (int i = 0; i < LOOKS; i++) {
                assertThat(client.get("/api/snowflake").status()).isEqualTo(503);
            }
            setClock("+0");
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> client.get("/api/snowflake").status() == 200);
            assertThat(id(client)).isGreaterThan(before);
        }
    }

    @Test
    void wakesAnHourLaterAndIssuesNothingThatIsNotReserved() throws Exception {
        try (GatewayProcess gateway = serving();
                KeepAliveClient client = client(gateway)) {
            Instant before = timeOf(id(client));
            gateway.suspend();
            setClock("+3600");
            gateway.resume();

            List<Instant> times = new ArrayList<>();
            Awaitility.await().atMost(PATIENCE).until(() -> {
                KeepAliveClient.Answer answer = client.get("/api/snowflake");
                if (answer.status() == 200) {
                    times.add(timeOf(Long.parseLong(answer.body())));
                    assertThat(times.getLast()).isBefore(reservedUntil());
                }
                return times.size() == LOOKS;
            });
            assertThat(times).isSorted();
            assertThat(times.getFirst()).isAfter(before);
            assertThat(times.getLast()).isAfter(before.plusSeconds(3_500));
        }
    }

    private GatewayProcess serving() throws IOException {
        return GatewayProcess.serving(
                directory,
                Faketime.find().toldBy(offset),
                "--data-dir",
                data,
                "--worker-id",
                "7",
                "--set",
                "snowflake.reserve=500ms");
    }

    private KeepAliveClient client(GatewayProcess gateway) throws Exception {
        return new KeepAliveClient(GatewayProcess.trust(Path.of(data)), gateway.port());
    }

    /** Written beside and moved over: the process may look at any moment. */
    private void setClock(String seconds) throws IOException {
        Path beside = Files.writeString(directory.resolve("offset.new"), seconds + "\n");
        Files.move(beside, offset, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** What the mark on the disk says. */
    private Instant reservedUntil() throws IOException {
        String mark = Files.readString(Path.of(data, "worker", "twitter", "worker-7.mark"));
        return Instant.parse(mark.replaceAll("(?s).*reserved until tick \\d+ \\((\\S+)\\).*", "$1"));
    }

    private static long id(KeepAliveClient client) throws IOException {
        return Long.parseLong(client.get("/api/snowflake").body());
    }

    private static Instant timeOf(long id) {
        return new Snowflake(id, SnowflakeLayout.TWITTER).time();
    }
}
