package io.snowgate.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Somebody who was written for EpicEpoch and knows nothing of Snowgate: asks {@code /membership} who leads, asks that one
 * for {@code /timestamp?n=2}, and when it answers 409, 500 or not at all, asks for the membership again.
 */
@EnabledOnOs(OS.LINUX)
class EpicEpochClientIT {

    private static final List<String> NUMBERS = List.of("1", "2", "3");
    private static final Duration START = Duration.ofSeconds(60);
    private static final Duration GOES_ON = Duration.ofSeconds(30);
    private static final int ENOUGH = 200;

    @TempDir
    private Path directory;

    /** EpicEpoch's 128 bits. */
    private record Timestamp(long nanos, long index) implements Comparable<Timestamp> {

        @Override
        public int compareTo(Timestamp other) {
            return nanos != other.nanos ? Long.compare(nanos, other.nanos) : Long.compare(index, other.index);
        }
    }

    /** The loop. Knows each node by its number. */
    private static final class EpicEpochClient {

        private static final JsonMapper JSON = new JsonMapper();

        private final HttpClient http = HttpClient.newHttpClient();
        private final TreeMap<Integer, String> nodes;
        private final List<String> unexpected = new ArrayList<>();
        private int rejected;
        private int leader;

        EpicEpochClient(Map<Integer, String> nodes) {
            this.nodes = new TreeMap<>(nodes);
        }

        /** Two timestamps, however often it has to ask. */
        List<Timestamp> next() throws InterruptedException {
            while (true) {
                try {
                    HttpResponse<byte[]> answer = get(nodes.getOrDefault(leader, ""), "/timestamp?n=2");
                    if (answer.statusCode() == 200) {
                        return read(answer.body());
                    }
                    note(answer);
                } catch (IOException | IllegalArgumentException gone) {
                    rejected++;
                }
                refresh();
            }
        }

        /** All that it has a reason to try again for. */
        private void note(HttpResponse<byte[]> answer) {
            String said = new String(answer.body(), UTF_8);
            boolean isExpected = switch (answer.statusCode()) {
                case 409 -> said.matches("node \\([1-3]\\) is not the leader \\([0-3]\\)");
                case 500 -> said.equals("raft leadership not ready");
                default -> false;
            };
            rejected++;
            if (!isExpected) {
                unexpected.add(answer.statusCode() + " " + said);
            }
        }

        private void refresh() throws InterruptedException {
            TimeUnit.MILLISECONDS.sleep(20);
            for (String node : nodes.values()) {
                try {
                    JsonNode members = JSON.readTree(get(node, "/membership").body());
                    if (members.get("leader").hasNonNull("nodeID")) {
                        leader = members.get("leader").get("nodeID").intValue();
                        return;
                    }
                } catch (IOException gone) {
                    rejected++;
                }
            }
        }

        private HttpResponse<byte[]> get(String node, String path) throws IOException, InterruptedException {
            HttpRequest request = HttpRequest.newBuilder(URI.create(node + path))
                    .timeout(Duration.ofSeconds(2))
                    .build();
            return http.send(request, BodyHandlers.ofByteArray());
        }

        private static List<Timestamp> read(byte[] body) {
            assertThat(body).hasSize(32);
            ByteBuffer octets = ByteBuffer.wrap(body);
            return List.of(
                    new Timestamp(octets.getLong(), octets.getLong()),
                    new Timestamp(octets.getLong(), octets.getLong()));
        }
    }

    @Test
    void livesThroughTheDeathOfTheLeaderWithoutAnErrorThatItDoesNotTryAgain() throws Exception {
        try (ThreeGateways gateways = ThreeGateways.serving(directory, NUMBERS, "--timestamp-follower", "reject")) {
            EpicEpochClient client = new EpicEpochClient(addresses(gateways));
            Timestamp last = new Timestamp(0, 0);
            last = takeMore(client, last);
            gateways.kill(awaitLeader(gateways));
            int before = client.rejected;

            last = takeMore(client, last);

            assertThat(client.rejected).as("times it had to ask again").isGreaterThan(before);
            assertThat(client.unexpected).isEmpty();
            assertThat(last.index).isPositive();
        }
    }

    private static Timestamp takeMore(EpicEpochClient client, Timestamp before) throws InterruptedException {
        Timestamp last = before;
        long deadline = System.nanoTime() + START.toNanos();
        for (int i = 0; i < ENOUGH; i++) {
            assertThat(System.nanoTime()).as("time passed after %d answers", i).isLessThan(deadline);
            for (Timestamp timestamp : client.next()) {
                assertThat(timestamp).isGreaterThan(last);
                last = timestamp;
            }
        }
        return last;
    }

    private static Map<Integer, String> addresses(ThreeGateways gateways) throws IOException {
        Map<Integer, String> addresses = new TreeMap<>();
        for (String id : gateways.running()) {
            addresses.put(
                    Integer.valueOf(id),
                    "http://127.0.0.1:" + gateways.process(id).plainPort());
        }
        return addresses;
    }

    private static String awaitLeader(ThreeGateways gateways) {
        return Objects.requireNonNull(await().atMost(GOES_ON).until(gateways::leader, Objects::nonNull));
    }
}
