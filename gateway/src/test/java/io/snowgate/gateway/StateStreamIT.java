package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code GET /state/stream} over both versions, with TLS, against a file that the test changes. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class StateStreamIT {

    @TempDir
    private Path directory;

    private Path document;
    private TestGateway gateway;

    @BeforeEach
    void start() throws IOException {
        document = directory.resolve("state.json");
        change("{\"n\":1}");
        gateway = startGateway();
    }

    @AfterEach
    void stop() {
        gateway.close();
    }

    private TestGateway startGateway(String... more) {
        List<String> flags = new ArrayList<>(List.of(
                "--state", "file:" + document, "--plain-port", "0", "--grace", "2s", "--set", "state.refresh=100ms"));
        flags.addAll(List.of(more));
        return TestGateway.start(flags.toArray(String[]::new));
    }

    private void change(String json) throws IOException {
        Path next = Files.writeString(directory.resolve("next.json"), json);
        Files.move(next, document, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    @ParameterizedTest
    @EnumSource(names = {"HTTP_1_1", "HTTP_2"})
    void sendsTheDocumentAtOnceAndThenEachChange(Version version) throws Exception {
        try (EventReader events = EventReader.open(gateway, version, "/state/stream")) {
            assertThat(events.status()).isEqualTo(200);
            assertThat(events.field("content-type")).isEqualTo("text/event-stream");
            assertThat(events.field("cache-control")).isEqualTo("no-cache");
            assertThat(events.field("x-accel-buffering")).isEqualTo("no");
            assertThat(events.field("access-control-allow-origin")).isEqualTo("*");
            assertThat(events.field("date")).isNotEmpty();
            assertThat(events.field("content-length")).isEmpty();
            EventReader.Event first = events.next();
            assertThat(first.type()).isEqualTo("state");
            assertThat(first.data()).isEqualTo("{\"n\":1}");
            for (int n = 2; n < 6; n++) {
                change("{\r\n\"n\":" + n + "\n}");
                EventReader.Event next = events.next();
                assertThat(next.data()).isEqualTo("{\n\"n\":" + n + "\n}");
                assertThat(next.id()).isNotEqualTo(first.id());
            }
            assertThat(events.retryMillis()).isBetween(1_000L, 5_000L);
        }
        awaitOpen(0);
    }

    @ParameterizedTest
    @EnumSource(names = {"HTTP_1_1", "HTTP_2"})
    void namesAVersionByTheTagOfTheDocument(Version version) throws Exception {
        try (EventReader events = EventReader.open(gateway, version, "/state/stream")) {
            String etag =
                    gateway.get(version, "/state").headers().firstValue("etag").orElseThrow();
            assertThat('"' + events.next().id() + '"').isEqualTo(etag);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"HTTP_1_1", "HTTP_2"})
    void sendsNothingToAClientThatHasTheVersionUntilItChanges(Version version) throws Exception {
        String id;
        try (EventReader events = EventReader.open(gateway, version, "/state/stream")) {
            id = events.next().id();
        }
        gateway.close();
        gateway = startGateway();
        try (EventReader byField = EventReader.open(gateway, version, "/state/stream", "last-event-id", id);
                EventReader byQuery = EventReader.open(gateway, version, "/state/stream?last-event-id=" + id)) {
            awaitOpen(2);
            change("{\"n\":2}");
            assertThat(byField.next().data()).isEqualTo("{\"n\":2}");
            assertThat(byQuery.next().data()).isEqualTo("{\"n\":2}");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "\"\"", "*", "5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e", "%00", "../../etc/passwd", "{}"})
    @DisplayName("L140: rubbish as Last-Event-ID")
    void sendsTheWholeDocumentWhenTheLastEventIdMeansNothing(String garbage) throws Exception {
        for (Version version : List.of(Version.HTTP_1_1, Version.HTTP_2)) {
            try (EventReader events = EventReader.open(gateway, version, "/state/stream", "last-event-id", garbage)) {
                assertThat(events.next().data()).isEqualTo("{\"n\":1}");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"?last-event-id=%01", "?last-event-id=a&last-event-id=b", "?last-event-id", "?x=y"})
    void ignoresAQueryThatMeansNothing(String query) throws Exception {
        try (EventReader events = EventReader.open(gateway, Version.HTTP_2, "/state/stream" + query)) {
            assertThat(events.next().data()).isEqualTo("{\"n\":1}");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"HTTP_1_1", "HTTP_2"})
    void showsSignsOfLifeWhileNothingChanges(Version version) throws Exception {
        gateway.close();
        gateway = startGateway("--set", "limits.stream-heartbeat=100ms");
        try (EventReader events = EventReader.open(gateway, version, "/state/stream")) {
            assertThat(events.next().data()).isEqualTo("{\"n\":1}");
            events.awaitComments(5);
            change("{\"n\":2}");
            assertThat(events.next().data()).isEqualTo("{\"n\":2}");
        }
    }

    /** The first patches of a JVM take longer than anybody waits for them: then the whole document comes. */
    @ParameterizedTest
    @EnumSource(names = {"HTTP_1_1", "HTTP_2"})
    void sendsAPatchForAChangeToWhoeverAsks(Version version) throws Exception {
        String rest = ",\"rest\":\"" + "x".repeat(1_000) + "\"}";
        try (EventReader events = EventReader.open(gateway, version, "/state/stream?patch")) {
            EventReader.Event last = events.next();
            EventReader.Event next = last;
            for (int n = 2; !next.type().equals("patch"); n++) {
                assertThat(n).as("changes without a patch").isLessThan(50);
                last = next;
                change("{\"n\":" + n + rest);
                next = events.next();
                assertThat(next.data()).contains(Integer.toString(n));
            }
            assertThat(next.data()).matches("\\[\\{\"op\":\"replace\",\"path\":\"/n\",\"value\":[0-9]+}]");
            try (EventReader back =
                    EventReader.open(gateway, version, "/state/stream?patch", "last-event-id", last.id())) {
                assertThat(back.next()).isEqualTo(next);
            }
        }
    }

    @Test
    void streamsEachStateByItsName() throws Exception {
        gateway.close();
        Path other = Files.writeString(directory.resolve("other.json"), "{\"other\":1}");
        gateway = startGateway("--set", "states.other.source=file:" + other);
        try (EventReader usual = EventReader.open(gateway, Version.HTTP_2, "/state/default/stream");
                EventReader named = EventReader.open(gateway, Version.HTTP_2, "/state/other/stream")) {
            assertThat(usual.next().data()).isEqualTo("{\"n\":1}");
            assertThat(named.next().data()).isEqualTo("{\"other\":1}");
            change("{\"n\":2}");
            assertThat(usual.next().data()).isEqualTo("{\"n\":2}");
        }
    }

    @Test
    void waitsForTheFirstDocument() throws Exception {
        gateway.close();
        Files.delete(document);
        gateway = startGateway();
        try (EventReader events = EventReader.open(gateway, Version.HTTP_2, "/state/stream")) {
            assertThat(events.status()).isEqualTo(200);
            awaitOpen(1);
            change("{\"n\":7}");
            assertThat(events.next().data()).isEqualTo("{\"n\":7}");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"HTTP_1_1", "HTTP_2"})
    @DisplayName("E65: origins on a list")
    void tellsOnlyOriginsOnTheListThatTheyMayRead(Version version) throws Exception {
        gateway.close();
        gateway = startGateway("--cors-origin", "https://good.test");
        try (EventReader good = EventReader.open(gateway, version, "/state/stream", "origin", "https://good.test");
                EventReader bad = EventReader.open(gateway, version, "/state/stream", "origin", "https://evil.test")) {
            assertThat(good.field("access-control-allow-origin")).isEqualTo("https://good.test");
            assertThat(good.field("vary")).isEqualTo("origin");
            assertThat(good.next().data()).isEqualTo("{\"n\":1}");
            assertThat(bad.field("access-control-allow-origin")).isEmpty();
            assertThat(bad.field("vary")).isEqualTo("origin");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"HTTP_1_1", "HTTP_2"})
    void answersHeadWithoutOpeningAStream(Version version) throws Exception {
        try (HttpClient client = gateway.client(version)) {
            HttpResponse<String> answer = client.send(
                    java.net.http.HttpRequest.newBuilder(gateway.uri("/state/stream"))
                            .HEAD()
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("content-type")).contains("text/event-stream");
            assertThat(answer.headers().firstValue("content-length")).isEmpty();
            assertThat(client.send(
                                    java.net.http.HttpRequest.newBuilder(gateway.uri("/up"))
                                            .build(),
                                    HttpResponse.BodyHandlers.ofString())
                            .body())
                    .isEqualTo("ok");
        }
        assertThat(Scrape.of(gateway).value("snowgate_streams_open")).isZero();
    }

    @ParameterizedTest
    @EnumSource(names = {"HTTP_1_1", "HTTP_2"})
    void refusesStreamsPastTheLimitWithATimeToComeBackThatVaries(Version version) throws Exception {
        gateway.close();
        gateway = startGateway("--set", "limits.streams=1");
        try (EventReader events = EventReader.open(gateway, version, "/state/stream")) {
            assertThat(events.next().data()).isEqualTo("{\"n\":1}");
            Set<Integer> seconds = new HashSet<>();
            try (RawHttp2 client = RawHttp2.connect(gateway)) {
                for (int i = 0; i < 60; i++) {
                    RawHttp2.Answer refused = client.ask(2 * i + 1, "/state/stream");
                    assertThat(refused.status()).isEqualTo(503);
                    assertThat(refused.body()).contains("as many streams as this server keeps open: 1");
                    seconds.add(Integer.valueOf(String.valueOf(refused.header("retry-after"))));
                }
            }
            assertThat(seconds).hasSizeGreaterThan(2).allMatch(second -> second >= 1 && second <= 10);
            assertThat(Scrape.of(gateway).value("snowgate_streams_refused_total"))
                    .isEqualTo(60);
        }
        awaitOpen(0);
        try (EventReader again = EventReader.open(gateway, version, "/state/stream")) {
            assertThat(again.status()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"HTTP_1_1", "HTTP_2"})
    void saysGoodbyeWithATimeToComeBackAndEndsInOrderWhenTheServerStops(Version version) throws Exception {
        List<EventReader> readers = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            readers.add(EventReader.open(gateway, version, "/state/stream"));
            assertThat(readers.getLast().next().data()).isEqualTo("{\"n\":1}");
        }
        long began = System.nanoTime();
        gateway.close();
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(4));
        Set<Long> retries = new HashSet<>();
        for (EventReader reader : readers) {
            reader.awaitEnd();
            assertThat(reader.retryMillis()).isBetween(1_000L, 3_000L);
            retries.add(reader.retryMillis());
            reader.close();
        }
        assertThat(retries).as("spread").hasSizeGreaterThan(5);
    }

    @Test
    void tellsAClientOverHttp1ThatTheConnectionServesNothingElse() throws Exception {
        try (RawConnection client = RawConnection.plain(gateway)) {
            RawConnection.Answer head = client.get("/state/stream").head();
            assertThat(head.fields("connection")).containsExactly("close");
            assertThat(head.fields("transfer-encoding")).containsExactly("chunked");
            client.get("/up").get("/up");
            change("{\"n\":2}");
            String rest = client.textUntil("{\"n\":2}");
            assertThat(rest).doesNotContain("HTTP/1.1");
        }
        awaitOpen(0);
    }

    private void awaitOpen(int count) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(Scrape.of(gateway).value("snowgate_streams_open"))
                        .isEqualTo(count));
    }
}
