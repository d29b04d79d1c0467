package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpClient.Version;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A gateway that is a cluster of its own. */
class SingleClusterIT {

    private static final Duration START = Duration.ofSeconds(30);

    @TempDir
    private Path directory;

    @Test
    void beginsWithTheFirstRequestAndNotBefore() throws Exception {
        Path data = TestGateway.newDataDir(directory);
        try (TestGateway gateway = TestGateway.start("--data-dir", data.toString())) {
            await().until(() -> get(gateway, "/ready").statusCode() == 200);
            assertThat(data.resolve("cluster")).doesNotExist();

            awaitLeader(gateway);
            assertThat(data.resolve("cluster")).isDirectory();
            assertThat(get(gateway, "/ready").body()).isEqualTo("ready");
        }
    }

    @Test
    void namesItselfToTheFirstWhoAsks() throws Exception {
        Path data = TestGateway.newDataDir(directory);
        try (TestGateway gateway = TestGateway.start("--data-dir", data.toString())) {
            assertThat(get(gateway, "/members").body())
                    .startsWith("{\"leader\":{\"nodeID\":\"single\",")
                    .contains("\"members\":[{\"nodeID\":\"single\",");
        }
    }

    @Test
    void goesOnWithItsLogAfterARestart() throws Exception {
        Path data = TestGateway.newDataDir(directory);
        for (int start = 0; start < 2; start++) {
            try (TestGateway gateway = TestGateway.start("--data-dir", data.toString(), "--cluster", "on")) {
                await().atMost(START).until(() -> get(gateway, "/ready").statusCode() == 200);
                assertThat(get(gateway, "/ready").body())
                        .isEqualTo("ready\nleader=single nodeID=single raftAvailable=true\n");
            }
        }
    }

    @Test
    void hasAPortOfItsOwnBesideAnother() throws Exception {
        Path one = TestGateway.newDataDir(directory.resolve("one"));
        Path other = TestGateway.newDataDir(directory.resolve("other"));
        try (TestGateway first = TestGateway.start("--data-dir", one.toString());
                TestGateway second = TestGateway.start("--data-dir", other.toString())) {
            awaitLeader(first);
            awaitLeader(second);
        }
    }

    @Test
    void saysThatItCannotBeginAndServesTheRest() throws Exception {
        Path data = TestGateway.newDataDir(directory);
        Files.writeString(data.resolve("cluster"), "a file where the directory should be");
        try (TestGateway gateway = TestGateway.start("--data-dir", data.toString())) {
            assertThat(get(gateway, "/members").body()).startsWith("{\"leader\":null,");
            await().atMost(START)
                    .untilAsserted(() -> assertThat(get(gateway, "/ready").body())
                            .startsWith("ready\nwarning: there are no timestamps and sequences"));
            assertThat(get(gateway, "/api/snowflake").statusCode()).isEqualTo(200);
        }
        try (TestGateway gateway = TestGateway.start("--data-dir", data.toString(), "--cluster", "on")) {
            await().atMost(START)
                    .untilAsserted(() -> assertThat(gateway.admin("/ready").body())
                            .contains("this gateway cannot take part in the cluster; ")
                            .contains(data.resolve("cluster").toString()));
            assertThat(get(gateway, "/ready").statusCode()).isEqualTo(503);
            assertThat(get(gateway, "/api/snowflake").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void isNotThereWhenItIsOff() throws Exception {
        try (TestGateway gateway = TestGateway.start("--cluster", "off")) {
            assertThat(get(gateway, "/members").statusCode()).isEqualTo(404);
            assertThat(get(gateway, "/").body()).contains("/state ").doesNotContain("/members", "/timestamp");
        }
    }

    @Test
    void isSaidAmongWhatThereIs() throws Exception {
        try (TestGateway gateway = TestGateway.start()) {
            assertThat(get(gateway, "/").body()).contains("/timestamp ", "/sequence/{name} ", "/members ");
        }
    }

    @Test
    void logsAsAllElseDoes() throws Exception {
        Path data = TestGateway.newDataDir(directory);
        try (GatewayProcess gateway =
                GatewayProcess.serving(directory, "--data-dir", data.toString(), "--worker-id", "auto")) {
            await().atMost(START)
                    .untilAsserted(() -> assertThat(gateway.complaints()).contains("worker id 0 is leased"));
            gateway.terminate();
            GatewayProcess.Ended ended = gateway.end();
            assertThat(ended.err().lines())
                    .allSatisfy(line -> assertThat(line).matches("[0-9:]{8}\\.[0-9]{3} (INFO|WARN) .*"));
            assertThat(ended.out())
                    .contains("  worker id    leased from the cluster\n")
                    .contains("  cluster      of its own\n");
        }
    }

    @Test
    void leasesAWorkerIdFromItself() throws Exception {
        Path data = TestGateway.newDataDir(directory);
        try (TestGateway gateway = TestGateway.start("--data-dir", data.toString(), "--worker-id", "auto")) {
            await().atMost(START).until(() -> get(gateway, "/api/snowflake").statusCode() == 200);
            assertThat(Scrape.of(gateway).value("snowgate_worker_id")).isZero();
            assertThat(Scrape.of(gateway).value("snowgate_worker_lease_epoch")).isPositive();
            assertThat(Scrape.of(gateway).value("snowgate_cluster_leading")).isEqualTo(1);
        }
    }

    private static void awaitLeader(TestGateway gateway) {
        await().atMost(START)
                .untilAsserted(() -> assertThat(get(gateway, "/members").body())
                        .startsWith("{\"leader\":{\"nodeID\":\"single\",\"addr\":\"127.0.0.1:"));
    }

    private static HttpResponse<String> get(TestGateway gateway, String path) throws Exception {
        return gateway.get(Version.HTTP_2, path);
    }
}
