package io.snowgate.gateway.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.snowgate.cluster.Cluster;
import io.snowgate.gateway.endpoint.Asked.Answer;
import io.snowgate.gateway.http.Answers;
import io.snowgate.gateway.http.Endpoint;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Against a real cluster of one member. */
class SequenceEndpointTest {

    private static final Pattern JSON = Pattern.compile("\\{\"name\":\"([^\"]+)\",\"from\":([0-9]+),\"to\":([0-9]+)}");

    @TempDir
    private static Path directory;

    private static Cluster cluster;

    private SequenceEndpoint endpoint;
    private Endpoint status;

    private record Run(long from, long to) {}

    @BeforeAll
    static void start() throws IOException {
        cluster = OneMember.start(directory);
    }

    @BeforeEach
    void ask() {
        endpoint = new SequenceEndpoint(cluster.sequences(), "invoices"::equals, new SimpleMeterRegistry());
        status = SequenceEndpoint.status(cluster.sequences());
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @Test
    void beginsAtOneAndGoesOnWithoutAGapOnOneGateway() {
        assertThat(Asked.of("/sequence/orders").to(endpoint).text())
                .isEqualTo("{\"name\":\"orders\",\"from\":1,\"to\":2}");
        assertThat(Asked.of("/sequence/orders?n=10").to(endpoint).text())
                .isEqualTo("{\"name\":\"orders\",\"from\":2,\"to\":12}");
        assertThat(Asked.of("/sequence/orders?n=").to(endpoint).type()).isEqualTo("application/json");
    }

    @Test
    void answersAtOnceWhatIsReserved() {
        await().until(() -> {
            var response = endpoint.respond(Asked.of("/sequence/fast"));
            boolean later = Answers.isLater(response);
            Answers.await(response).content().release();
            return !later;
        });
    }

    @Test
    void leavesNoGapInStrictOrder() {
        long next = 1;
        for (int i = 1; i <= 20; i++) {
            Run run = run(Asked.of("/sequence/strict?order=strict&n=" + i).to(endpoint));
            assertThat(run).isEqualTo(new Run(next, next + i));
            next = run.to();
        }
    }

    @Test
    void keepsStrictOrderWhereItIsTheOnlyOne() {
        assertThat(run(Asked.of("/sequence/invoices?n=2").to(endpoint))).isEqualTo(new Run(1, 3));
        assertThat(Asked.of("/sequence/invoices/status").to(status).text()).contains("\"strict\":2", "\"held\":0");
        Answer fast = Asked.of("/sequence/invoices?order=fast").to(endpoint);
        assertThat(fast.status()).isEqualTo(400);
        assertThat(fast.text()).contains("order must be strict for the sequence invoices: fast");
    }

    @Test
    void givesTheSameRangeForTheSameKey() {
        Map<String, String> key = Map.of("idempotency-key", "order-4711");
        Run first = run(Asked.of("/sequence/keyed?n=3", key).to(endpoint));
        assertThat(run(Asked.of("/sequence/keyed?n=3&order=strict", key).to(endpoint)))
                .isEqualTo(first);
        assertThat(run(Asked.of("/sequence/keyed?n=3&order=strict").to(endpoint)))
                .isEqualTo(new Run(4, 7));
        Answer other = Asked.of("/sequence/keyed?n=4", key).to(endpoint);
        assertThat(other.status()).isEqualTo(422);
    }

    @Test
    void refusesAKeyThatItCannotKeep() {
        Answer fast = Asked.of("/sequence/a?order=fast", Map.of("idempotency-key", "k"))
                .to(endpoint);
        assertThat(fast.status()).isEqualTo(400);
        assertThat(fast.text()).contains("order must be strict with an idempotency-key");
        for (String key : List.of("", "k".repeat(129))) {
            assertThat(Asked.of("/sequence/a", Map.of("idempotency-key", key))
                            .to(endpoint)
                            .status())
                    .isEqualTo(400);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/sequence/a?n=0, 'n must be 1..1000000000: 0'",
        "/sequence/a?n=1000000001, 'n must be 1..1000000000: 1000000001'",
        "/sequence/a?n=-1, 'n must be 1..1000000000: -1'",
        "/sequence/a?n=x, 'n must be 1..1000000000: x'",
        "/sequence/a?n=1&n=2, n must be given once",
        "/sequence/a?order=none, 'order must be one of fast, strict: none'",
        "/sequence/a b, the name must be 1..128 of",
    })
    void refusesByNameAndValueAndSaysWhatIsAllowed(String target, String words) {
        Answer answer = Asked.of(target).to(endpoint);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text()).contains(words);
    }

    @Test
    void takesNamesOfUpTo128Characters() {
        assertThat(Asked.of("/sequence/" + "a".repeat(128)).to(endpoint).status())
                .isEqualTo(200);
        assertThat(Asked.of("/sequence/" + "a".repeat(129)).to(endpoint).status())
                .isEqualTo(400);
    }

    @Test
    void tellsHowFarASequenceIs() {
        run(Asked.of("/sequence/told?order=strict&n=5").to(endpoint));
        Answer answer = Asked.of("/sequence/told/status").to(status);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text())
                .isEqualTo(
                        "{\"name\":\"told\",\"next\":6,\"reserved\":0,\"strict\":5,\"skipped\":0,\"lost\":0,\"held\":0}");
        assertThat(Asked.of("/sequence/nobody/status").to(status).status()).isEqualTo(404);
        assertThat(Asked.of("/sequence/a b/status").to(status).status()).isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource({"fast", "strict"})
    void givesNoValueTwiceToFourClientsAtOnce(String order) throws Exception {
        Set<Long> seen = new HashSet<>();
        try (ExecutorService clients = Executors.newFixedThreadPool(4)) {
            List<Future<List<Run>>> all = new ArrayList<>();
            for (int client = 0; client < 4; client++) {
                all.add(clients.submit(() -> ask(order)));
            }
            for (Future<List<Run>> runs : all) {
                for (Run run : runs.get()) {
                    for (long value = run.from(); value < run.to(); value++) {
                        assertThat(seen.add(value)).as("value %d", value).isTrue();
                    }
                }
            }
        }
    }

    private List<Run> ask(String order) {
        List<Run> runs = new ArrayList<>();
        long last = 0;
        for (int i = 0; i < 100; i++) {
            Run run = run(Asked.of("/sequence/busy-" + order + "?order=" + order + "&n=" + (1 + i % 7))
                    .to(endpoint));
            assertThat(run.from()).as("rises for one client").isGreaterThan(last);
            last = run.to() - 1;
            runs.add(run);
        }
        return runs;
    }

    private static Run run(Answer answer) {
        Matcher json = JSON.matcher(answer.text());
        assertThat(json.matches()).as(answer.text()).isTrue();
        return new Run(Long.parseLong(json.group(2)), Long.parseLong(json.group(3)));
    }
}
