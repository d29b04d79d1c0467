package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The state document as clients see it, from the source to the answer. */
class StateIT {

    private static final HttpClient.Version H1 = HttpClient.Version.HTTP_1_1;

    @TempDir
    private Path directory;

    @Test
    void theDemoChangesOnceASecond() throws Exception {
        try (TestGateway gateway = TestGateway.start();
                HttpClient client = gateway.client(H1)) {
            Map<String, String> bodiesByTag = new LinkedHashMap<>();
            long start = System.nanoTime();
            Awaitility.await().until(() -> {
                HttpResponse<String> answer = get(gateway, client, "/state");
                bodiesByTag.put(etag(answer), answer.body());
                return bodiesByTag.size() == 4;
            });
            Duration taken = Duration.ofNanos(System.nanoTime() - start);

            assertThat(Set.copyOf(bodiesByTag.values())).hasSize(4);
            assertThat(taken).as("three changes").isGreaterThan(Duration.ofMillis(1_500));
        }
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void showsAnEditAndNothingNewWithoutOne(HttpClient.Version version) throws Exception {
        Path file = write("{\"lead\":1}");
        try (TestGateway gateway = TestGateway.start("--state", "file:" + file, "--refresh", "100ms");
                HttpClient client = gateway.client(version)) {
            HttpResponse<String> before = get(gateway, client, "/state");
            HttpResponse<String> again = get(gateway, client, "/state", "If-None-Match", etag(before));
            write("{\"lead\":2}");
            Awaitility.await().until(() -> !etag(get(gateway, client, "/state")).equals(etag(before)));
            HttpResponse<String> after = get(gateway, client, "/state", "If-None-Match", etag(before));

            assertThat(before.body()).isEqualTo("{\"lead\":1}");
            assertThat(before.version()).isEqualTo(version);
            assertThat(before.headers().firstValue("cache-control")).contains("no-cache");
            assertThat(again.statusCode()).isEqualTo(304);
            assertThat(again.body()).isEmpty();
            assertThat(etag(again)).isEqualTo(etag(before));
            assertThat(after.statusCode()).isEqualTo(200);
            assertThat(after.body()).isEqualTo("{\"lead\":2}");
        }
    }

    @Test
    void sameContentKeepsItsTagThroughARestart() throws Exception {
        Path file = write("[1]");
        String first = tagOfOneStart(file);
        write("[2]");
        String other = tagOfOneStart(file);
        write("[1]");
        String second = tagOfOneStart(file);

        assertThat(second).isEqualTo(first).isNotEqualTo(other);
    }

    @Test
    void aBrokenFileKeepsTheLastDocumentUntilReadinessFailsAndRecovers() throws Exception {
        Path file = write("{\"lead\":1}");
        try (TestGateway gateway =
                        TestGateway.start("--state", "file:" + file, "--refresh", "100ms", "--stale-after", "500ms");
                HttpClient client = gateway.client(H1)) {
            assertThat(get(gateway, client, "/ready").statusCode()).isEqualTo(200);

            write("{\"lead\":");
            awaitReady(gateway, client, 503);
            HttpResponse<String> kept = get(gateway, client, "/state");
            HttpResponse<String> ready = get(gateway, client, "/ready");
            HttpResponse<String> detail = gateway.admin("/ready");
            write("{\"lead\":2}");
            awaitReady(gateway, client, 200);

            assertThat(kept.statusCode()).isEqualTo(200);
            assertThat(kept.body()).isEqualTo("{\"lead\":1}");
            assertThat(ready.headers().firstValue("content-type")).contains("application/problem+json");
            assertThat(ready.body()).contains("state document").doesNotContain("JSON");
            assertThat(detail.statusCode()).isEqualTo(503);
            assertThat(detail.body()).as("for the operator").contains("not valid JSON");
            assertThat(get(gateway, client, "/state").body()).isEqualTo("{\"lead\":2}");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "HTTP_1_1, /state",
        "HTTP_2, /state",
        "HTTP_1_1, /api/snowflake",
        "HTTP_2, /api/snowflake",
        "HTTP_1_1, /api/snowflake?n=3&format=json",
        "HTTP_2, /nowhere"
    })
    void answersHeadWithTheFieldsOfGetAndNoBody(HttpClient.Version version, String path) throws Exception {
        Path file = write("{\"lead\":1}");
        try (TestGateway gateway = TestGateway.start("--state", "file:" + file);
                HttpClient client = gateway.client(version)) {
            HttpResponse<String> get = get(gateway, client, path);
            HttpResponse<String> head =
                    client.send(HttpRequest.newBuilder(gateway.uri(path)).HEAD().build(), BodyHandlers.ofString());
            HttpResponse<String> next = get(gateway, client, path);

            assertThat(head.statusCode()).isEqualTo(get.statusCode());
            assertThat(head.body()).isEmpty();
            assertThat(new TreeSet<>(head.headers().map().keySet()))
                    .isEqualTo(new TreeSet<>(get.headers().map().keySet()));
            assertThat(head.headers().firstValue("content-length"))
                    .isEqualTo(get.headers().firstValue("content-length"));
            assertThat(next.body()).as("on the same connection").hasSameSizeAs(get.body());
        }
    }

    private String tagOfOneStart(Path file) throws IOException, InterruptedException {
        try (TestGateway gateway = TestGateway.start("--state", "file:" + file)) {
            return etag(gateway.get(H1, "/state"));
        }
    }

    private static void awaitReady(TestGateway gateway, HttpClient client, int status) {
        Awaitility.await().until(() -> get(gateway, client, "/ready").statusCode() == status);
    }

    private static HttpResponse<String> get(TestGateway gateway, HttpClient client, String path, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(gateway.uri(path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private static String etag(HttpResponse<String> answer) {
        return answer.headers().firstValue("etag").orElseThrow();
    }

    private Path write(String content) throws IOException {
        return Files.writeString(directory.resolve("state.json"), content);
    }
}
