package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Timestamps and sequences of a gateway that is a cluster of its own, over TLS. */
class SingleTimestampsIT {

    @TempDir
    private static Path directory;

    private static TestGateway gateway;

    @BeforeAll
    static void start() throws Exception {
        gateway = TestGateway.start(
                "--data-dir", TestGateway.newDataDir(directory).toString());
        assertThat(get(Version.HTTP_1_1, "/timestamp").statusCode())
                .as("the first who asks waits for the start")
                .isEqualTo(200);
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @ParameterizedTest
    @EnumSource
    void risesInRealTimeForFourClientsAtOnce(Version version) throws Exception {
        AtomicLong highestAnswered = new AtomicLong();
        Set<Long> all = new HashSet<>();
        int total = 0;
        try (ExecutorService clients = Executors.newFixedThreadPool(4)) {
            List<Future<List<Long>>> runs = new ArrayList<>();
            for (int client = 0; client < 4; client++) {
                runs.add(clients.submit(() -> ask(version, highestAnswered)));
            }
            for (Future<List<Long>> run : runs) {
                total += run.get().size();
                all.addAll(run.get());
            }
        }
        assertThat(all).hasSize(total);
    }

    private static List<Long> ask(Version version, AtomicLong highestAnswered) throws Exception {
        List<Long> mine = new ArrayList<>();
        try (HttpClient client = gateway.client(version)) {
            for (int i = 0; i < 300; i++) {
                long before = highestAnswered.get();
                HttpRequest request = HttpRequest.newBuilder(gateway.uri("/timestamp?format=text&n=3"))
                        .build();
                List<Long> answer = client.send(request, BodyHandlers.ofString())
                        .body()
                        .lines()
                        .map(Long::valueOf)
                        .toList();
                assertThat(answer.getFirst()).isGreaterThan(before);
                highestAnswered.accumulateAndGet(answer.getLast(), Math::max);
                mine.addAll(answer);
            }
        }
        return mine;
    }

    @ParameterizedTest
    @EnumSource
    void givesTheNextValuesToGetAndPostInEitherOrder(Version version) throws Exception {
        String path = "/sequence/of-" + version + "?order=strict&n=2";
        assertThat(get(version, path).body()).endsWith("\"from\":1,\"to\":3}");
        assertThat(post(version, path).body()).endsWith("\"from\":3,\"to\":5}");
        assertThat(get(version, "/sequence/fast-" + version).body()).endsWith("\"from\":1,\"to\":2}");
        assertThat(get(version, "/sequence/of-" + version + "/status").body()).contains("\"next\":5", "\"strict\":4");
    }

    @ParameterizedTest
    @EnumSource
    void givesTheSameRangeForTheSameKey(Version version) throws Exception {
        String path = "/sequence/keyed-" + version + "?n=2";
        String first = post(version, path, "idempotency-key", "once").body();
        assertThat(first).endsWith("\"from\":1,\"to\":3}");
        assertThat(post(version, path, "idempotency-key", "once").body()).isEqualTo(first);
        assertThat(post(version, path, "idempotency-key", "twice").body()).endsWith("\"from\":3,\"to\":5}");
    }

    @Test
    void takesPostOnlyForSequences() throws Exception {
        assertThat(post(Version.HTTP_2, "/timestamp").statusCode()).isEqualTo(405);
        HttpResponse<String> put = send(
                Version.HTTP_2,
                HttpRequest.newBuilder(gateway.uri("/sequence/a")).PUT(BodyPublishers.noBody()));
        assertThat(put.statusCode()).isEqualTo(405);
        assertThat(put.headers().firstValue("allow")).hasValue("GET, HEAD, POST, OPTIONS");
    }

    private static HttpResponse<String> get(Version version, String path) throws Exception {
        return gateway.get(version, path);
    }

    private static HttpResponse<String> post(Version version, String path, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(gateway.uri(path)).POST(BodyPublishers.noBody());
        return send(version, headers.length == 0 ? request : request.headers(headers));
    }

    private static HttpResponse<String> send(Version version, HttpRequest.Builder request) throws Exception {
        try (HttpClient client = gateway.client(version)) {
            return client.send(request.build(), BodyHandlers.ofString());
        }
    }
}
