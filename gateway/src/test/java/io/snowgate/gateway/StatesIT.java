package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Several states of one gateway. */
class StatesIT {

    private static final Version H1 = Version.HTTP_1_1;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource(Version.class)
    void servesEachStateAtItsOwnPath(Version version) throws Exception {
        try (TestGateway gateway = TestGateway.start(
                        "--state",
                        file("one"),
                        "--set",
                        "states.two.source=" + file("two"),
                        "--set",
                        "states.Three_3.source=" + file("three"));
                HttpClient client = gateway.client(version)) {
            assertThat(get(gateway, client, "/state").body()).isEqualTo("[\"one\"]");
            assertThat(get(gateway, client, "/state/default").body()).isEqualTo("[\"one\"]");
            assertThat(get(gateway, client, "/state/two").body()).isEqualTo("[\"two\"]");
            assertThat(get(gateway, client, "/state/Three_3").body()).isEqualTo("[\"three\"]");
            assertThat(get(gateway, client, "/state/three_3").statusCode()).isEqualTo(404);
            assertThat(get(gateway, client, "/state/four").statusCode()).isEqualTo(404);
            assertThat(get(gateway, client, "/state/").statusCode()).isEqualTo(404);
        }
    }

    @ParameterizedTest
    @EnumSource(Version.class)
    void listsTheStatesAndNotWhereTheyComeFrom(Version version) throws Exception {
        try (TestGateway gateway = TestGateway.start(
                        "--state",
                        file("one"),
                        "--set",
                        "states.two.source=" + file("two"),
                        "--set",
                        "states.two.refresh=250ms",
                        "--set",
                        "states.two.delta=off",
                        "--set",
                        "states.none.source=file:" + directory.resolve("missing.json"));
                HttpClient client = gateway.client(version)) {
            Awaitility.await()
                    .until(() -> get(gateway, client, "/state/two").statusCode() == 200
                            && get(gateway, client, "/state").statusCode() == 200
                            && !get(gateway, client, "/states")
                                    .body()
                                    .contains("\"two\",\"path\":\"/state/two\",\"etag\":null"));
            HttpResponse<String> list = get(gateway, client, "/states");
            String tag = get(gateway, client, "/state/two")
                    .headers()
                    .firstValue("etag")
                    .orElseThrow();

            assertThat(list.statusCode()).isEqualTo(200);
            assertThat(list.headers().firstValue("content-type")).contains("application/json");
            assertThat(list.headers().firstValue("cache-control")).contains("no-cache");
            assertThat(list.headers().firstValue("access-control-allow-origin")).contains("*");
            assertThat(list.body().replaceAll("\"ageMillis\":[0-9]+", "\"ageMillis\":N"))
                    .startsWith("{\"states\":[{\"name\":\"default\",\"path\":\"/state\",\"etag\":\"\\\"")
                    .contains("{\"name\":\"two\",\"path\":\"/state/two\",\"etag\":\"" + tag.replace("\"", "\\\"")
                            + "\",\"ageMillis\":N,\"stale\":false,\"sizeBytes\":7,\"refreshMillis\":250,"
                            + "\"staleAfterMillis\":10000,\"stream\":\"/state/two/stream\",\"dictionary\":null}")
                    .contains(
                            "{\"name\":\"none\",\"path\":\"/state/none\",\"etag\":null,\"ageMillis\":N,\"stale\":false,"
                                    + "\"sizeBytes\":0,")
                    .contains("\"stream\":\"/state/stream\",\"dictionary\":\"/state/dictionary\"")
                    .doesNotContain("file:", "missing", directory.toString());
        }
    }

    @Test
    void isReadyOnlyWhenEveryStateIsAndSaysWhichIsNot() throws Exception {
        try (TestGateway gateway = TestGateway.start(
                        "--state",
                        file("one"),
                        "--set",
                        "states.late.source=file:" + directory.resolve("late.json"),
                        "--set",
                        "states.late.refresh=100ms",
                        "--set",
                        "states.late.stale-after=300ms");
                HttpClient client = gateway.client(H1)) {
            Awaitility.await()
                    .until(() -> get(gateway, client, "/ready")
                            .body()
                            .contains("not ready: there is no state document of late yet\""));
            assertThat(get(gateway, client, "/state").statusCode()).isEqualTo(200);
            assertThat(get(gateway, client, "/state/late").statusCode()).isEqualTo(503);

            file("late");
            Awaitility.await().until(() -> get(gateway, client, "/ready").statusCode() == 200);

            Files.delete(directory.resolve("late.json"));
            Awaitility.await().until(() -> get(gateway, client, "/ready").statusCode() == 503);
            assertThat(get(gateway, client, "/ready").body()).contains("the state document of late is 0 s old");
            assertThat(gateway.admin("/ready").body()).contains("late.json");
            assertThat(get(gateway, client, "/ready").body()).doesNotContain("late.json");
        }
    }

    @Test
    void oneStateWithoutASourceTouchesNoOther() throws Exception {
        String unread = directory.resolve("fifo").toString();
        new ProcessBuilder("mkfifo", unread).start().waitFor();
        try (TestGateway gateway = TestGateway.start(
                        "--state",
                        "demo",
                        "--set",
                        "states.hung.source=file:" + unread,
                        "--set",
                        "states.far.source=file:/x");
                HttpClient client = gateway.client(H1)) {
            Awaitility.await().until(() -> get(gateway, client, "/state").statusCode() == 200);
            String first = get(gateway, client, "/state").body();

            Awaitility.await()
                    .until(() -> !get(gateway, client, "/state").body().equals(first));
            assertThat(get(gateway, client, "/state/hung").statusCode()).isEqualTo(503);
        }
    }

    @Test
    void tagsMetricsWithTheState() throws Exception {
        try (TestGateway gateway =
                TestGateway.start("--state", file("one"), "--set", "states.two.source=" + file("longer"))) {
            Awaitility.await()
                    .untilAsserted(() -> assertThat(gateway.admin("/metrics").body())
                            .contains("snowgate_state_size_bytes{state=\"default\"} 7.0")
                            .contains("snowgate_state_size_bytes{state=\"two\"} 10.0")
                            .contains("snowgate_state_refresh_failures_total{state=\"two\"} 0.0"));
        }
    }

    @Test
    void servesThreeHundredStatesAndStopsThemTogether() throws Exception {
        List<String> flags = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            flags.addAll(List.of("--set", "states.s" + i + ".source=demo:" + i));
        }
        TestGateway gateway = TestGateway.start(flags.toArray(String[]::new));
        try (gateway;
                HttpClient client = gateway.client(Version.HTTP_2)) {
            Awaitility.await().until(() -> get(gateway, client, "/ready").statusCode() == 200);
            assertThat(get(gateway, client, "/state/s7").body())
                    .isNotEqualTo(get(gateway, client, "/state/s299").body());
            assertThat(get(gateway, client, "/states").body().split("\"name\"", -1))
                    .hasSize(302);
            assertThat(publisherThreads()).isGreaterThanOrEqualTo(301);
        }
        Awaitility.await().until(() -> publisherThreads() == 0);
    }

    private static long publisherThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("snowgate-publisher"))
                .count();
    }

    private static HttpResponse<String> get(TestGateway gateway, HttpClient client, String path)
            throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(gateway.uri(path)).build(), BodyHandlers.ofString());
    }

    private String file(String content) throws IOException {
        return "file:" + Files.writeString(directory.resolve(content + ".json"), "[\"" + content + "\"]");
    }
}
