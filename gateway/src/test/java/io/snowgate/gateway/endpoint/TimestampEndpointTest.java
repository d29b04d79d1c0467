package io.snowgate.gateway.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.snowgate.cluster.Cluster;
import io.snowgate.cluster.HybridTimestamp;
import io.snowgate.gateway.endpoint.Asked.Answer;
import io.snowgate.gateway.http.Answers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against a real cluster of one member, which leads. */
class TimestampEndpointTest {

    private static final Pattern JSON = Pattern.compile(
            "\\{\"timestamp\":\"([0-9]+)\",\"physical\":([0-9]+),\"logical\":([0-9]+),\"time\":\"([^\"]+)\"}");

    @TempDir
    private static Path directory;

    private static Cluster cluster;

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private TimestampEndpoint endpoint;

    @BeforeAll
    static void start() throws IOException {
        cluster = OneMember.start(directory);
    }

    @BeforeEach
    void ask() {
        endpoint = new TimestampEndpoint(cluster, Follower.FORWARD, registry);
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/timestamp", "/timestamp?n=", "/timestamp?n=1", "/timestamp?n=01"})
    void givesOneInSixteenOctets(String target) {
        Answer answer = Asked.of(target).to(endpoint);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.type()).isEqualTo("application/octet-stream");
        ByteBuffer octets = ByteBuffer.wrap(answer.octets());
        assertThat(octets.remaining()).isEqualTo(16);
        assertThat(octets.getLong() / 1_000_000).isCloseTo(System.currentTimeMillis(), within(5_000));
        assertThat(octets.getLong()).isBetween(1L, HybridTimestamp.PER_MILLI);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 100, 10_000})
    void givesManyThatRiseAndGoOnRising(int count) {
        byte[] two = concat(
                Asked.of("/timestamp?n=" + count).to(endpoint).octets(),
                Asked.of("/timestamp?n=" + count).to(endpoint).octets());
        assertThat(two).hasSize(2 * count * 16);
        ByteBuffer octets = ByteBuffer.wrap(two);
        long nanos = 0;
        long index = 0;
        while (octets.hasRemaining()) {
            long nextNanos = octets.getLong();
            long nextIndex = octets.getLong();
            assertThat(nextNanos > nanos || (nextNanos == nanos && nextIndex > index))
                    .isTrue();
            nanos = nextNanos;
            index = nextIndex;
        }
        assertThat(registry.get("snowgate.timestamps.issued").counter().count()).isEqualTo(2 * count);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "10001", "x", "1.0", "1e3", "99999999999999999999"})
    void refusesAnyOtherCountAndNamesIt(String n) {
        Answer answer = Asked.of("/timestamp?n=" + n).to(endpoint);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text())
                .contains("invalid n param, must be a number >= 1 if provided, and at most 10000: " + n);
    }

    @Test
    void givesJsonWithAllThereIsToKnow() {
        Answer answer =
                Asked.of("/timestamp", Map.of("accept", "application/json")).to(endpoint);
        assertThat(answer.type()).isEqualTo("application/json");
        Matcher json = JSON.matcher(answer.text());
        assertThat(json.matches()).as(answer.text()).isTrue();
        long timestamp = Long.parseLong(json.group(1));
        assertThat(Long.parseLong(json.group(2))).isEqualTo(HybridTimestamp.physicalMillis(timestamp));
        assertThat(Long.parseLong(json.group(3))).isEqualTo(HybridTimestamp.logical(timestamp));
        assertThat(Instant.parse(json.group(4)).toEpochMilli()).isEqualTo(HybridTimestamp.physicalMillis(timestamp));
    }

    @Test
    void givesAListWhenACountIsAskedFor() {
        String text = Asked.of("/timestamp?n=3&format=json").to(endpoint).text();
        assertThat(text).startsWith("{\"timestamps\":[{").endsWith("}]}");
        List<Long> timestamps = JSON.matcher(text)
                .results()
                .map(found -> Long.valueOf(found.group(1)))
                .toList();
        assertThat(timestamps).hasSize(3);
        assertThat(timestamps.get(2)).isEqualTo(timestamps.get(0) + 2);
    }

    @Test
    void givesTheSameNumbersInEveryTextForm() {
        List<String> decimal = Asked.of("/timestamp?n=2&format=text")
                .to(endpoint)
                .text()
                .lines()
                .toList();
        List<String> hex = Asked.of("/timestamp?n=2&format=hex")
                .to(endpoint)
                .text()
                .lines()
                .toList();
        assertThat(Long.parseLong(decimal.get(1))).isEqualTo(Long.parseLong(decimal.get(0)) + 1);
        assertThat(Long.parseLong(hex.get(0), 16)).isGreaterThan(Long.parseLong(decimal.get(1)));
        assertThat(Asked.of("/timestamp?format=roman").to(endpoint).status()).isEqualTo(400);
    }

    @Test
    void answersAtOnceWhileItLeads() {
        await().until(() -> !isLater());
    }

    private boolean isLater() {
        var response = endpoint.respond(Asked.of("/timestamp"));
        boolean later = Answers.isLater(response);
        Answers.await(response).content().release();
        return later;
    }

    /** What was answered before is lower than what is asked for afterwards, whoever asks. */
    @Test
    void risesInRealTimeForFourClientsAtOnce() throws Exception {
        AtomicLong highestAnswered = new AtomicLong();
        Set<Long> all = new HashSet<>();
        int total = 0;
        try (ExecutorService clients = Executors.newFixedThreadPool(4)) {
            List<Future<List<Long>>> runs = new ArrayList<>();
            for (int client = 0; client < 4; client++) {
                runs.add(clients.submit(() -> ask(highestAnswered)));
            }
            for (Future<List<Long>> run : runs) {
                total += run.get().size();
                all.addAll(run.get());
            }
        }
        assertThat(all).hasSize(total);
    }

    private List<Long> ask(AtomicLong highestAnswered) {
        List<Long> mine = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            long before = highestAnswered.get();
            List<Long> answer = Asked.of("/timestamp?format=text&n=" + (1 + i % 5))
                    .to(endpoint)
                    .text()
                    .lines()
                    .map(Long::valueOf)
                    .toList();
            assertThat(answer.getFirst()).isGreaterThan(before);
            highestAnswered.accumulateAndGet(answer.getLast(), Math::max);
            mine.addAll(answer);
        }
        return mine;
    }

    private static byte[] concat(byte[] first, byte[] second) {
        return ByteBuffer.allocate(first.length + second.length)
                .put(first)
                .put(second)
                .array();
    }

    private static org.assertj.core.data.Offset<Long> within(long millis) {
        return org.assertj.core.data.Offset.offset(millis);
    }
}
