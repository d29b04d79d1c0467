package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cases 88, 93, 99 and 104 with processes: one that has the worker id, one that wants it, and what SIGKILL leaves. */
class NeverTwiceIT {

    private static final int RESTARTS = 2;
    private static final int LISTS = 20;
    private static final int LIST_LENGTH = 1_000;

    @TempDir
    private Path directory;

    @Test
    void theSecondProcessSaysWhoHasTheDataDirectory() throws Exception {
        String data = TestGateway.newDataDir(directory).toString();
        try (GatewayProcess first = GatewayProcess.serving(
                        directory, "--data-dir", data, "--worker-id", "7", "--layout", "discord");
                GatewayProcess second = GatewayProcess.start(directory, "--data-dir", data, "--worker-id", "7")) {
            assertRefused(second, first);
        }
    }

    @Test
    void theSecondProcessSaysWhoHasTheWorkerIdOnThisMachine() throws Exception {
        String data = TestGateway.newDataDir(directory).toString();
        try (GatewayProcess first = GatewayProcess.serving(directory, "--data-dir", data, "--worker-id", "7");
                GatewayProcess second = GatewayProcess.start(directory, "--data-dir", "other", "--worker-id", "7");
                GatewayProcess offline =
                        GatewayProcess.start(directory, "id", "--data-dir", data, "--worker-id", "7")) {
            assertRefused(second, first);
            assertRefused(offline, first);
        }
    }

    @Test
    void aKilledProcessLeavesNoLockAndItsIdsAreNotRepeated() throws Exception {
        String data = TestGateway.newDataDir(directory).toString();
        List<Long> ids = new ArrayList<>(drawUntilKilled(data, Map.of()));
        ids.addAll(drawUntilKilled(data, Map.of()));

        assertThat(ids).hasSize(2 * LISTS * LIST_LENGTH).isSorted().doesNotHaveDuplicates();
    }

    /** Two seconds behind the kill when it could serve: what the first start has taken comes on top. */
    @Test
    void noIdComesTwiceAlthoughTheClockGoesBackAtEachRestart() throws Exception {
        Faketime faketime = Faketime.find();
        String data = TestGateway.newDataDir(directory).toString();
        long began = System.nanoTime();
        List<Long> ids = new ArrayList<>(drawUntilKilled(data, faketime.behind(0)));
        int step = 3 + (int) Duration.ofNanos(System.nanoTime() - began).toSeconds();
        for (int restart = 1; restart <= RESTARTS; restart++) {
            ids.addAll(drawUntilKilled(data, faketime.behind(step * restart)));
        }

        assertThat(ids).hasSize((RESTARTS + 1) * LISTS * LIST_LENGTH).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void refusesToStartWithTheClockFarBehindItsLastIds() throws Exception {
        Faketime faketime = Faketime.find();
        String data = TestGateway.newDataDir(directory).toString();
        drawUntilKilled(data, Map.of());
        try (GatewayProcess next = GatewayProcess.start(
                directory, faketime.behind(3_600), "--port", "0", "--data-dir", data, "--worker-id", "7")) {
            GatewayProcess.Ended ended = next.end();

            assertThat(ended.err())
                    .startsWith("snowgate: the clock (")
                    .contains("behind the last IDs of worker 7")
                    .hasLineCount(1);
            assertThat(ended.status()).isEqualTo(1);
        }
    }

    /** What one gateway issues, one request after the other, up to its end by SIGKILL. */
    private List<Long> drawUntilKilled(String data, Map<String, String> environment) throws Exception {
        List<Long> drawn = new ArrayList<>();
        try (GatewayProcess gateway = GatewayProcess.serving(
                        directory,
                        environment,
                        "--data-dir",
                        data,
                        "--worker-id",
                        "7",
                        "--set",
                        "snowflake.restart-wait=5m");
                KeepAliveClient client = new KeepAliveClient(GatewayProcess.trust(Path.of(data)), gateway.port())) {
            for (int i = 0; i < LISTS; i++) {
                String list = client.get("/api/snowflake?n=" + LIST_LENGTH).body();
                list.lines().mapToLong(Long::parseLong).forEach(drawn::add);
            }
        }
        return drawn;
    }

    private static void assertRefused(GatewayProcess second, GatewayProcess first)
            throws IOException, InterruptedException {
        GatewayProcess.Ended ended = second.end(Duration.ofSeconds(20));

        assertThat(ended.err())
                .startsWith("snowgate: worker id 7 is in use by process " + first.pid() + ", started ")
                .endsWith("; stop it, or take another worker id" + System.lineSeparator())
                .hasLineCount(1);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.status()).isEqualTo(1);
    }
}
