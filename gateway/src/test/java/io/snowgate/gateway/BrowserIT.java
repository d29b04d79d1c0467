package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages of other origins in a real browser: what they can read from the gateway, and what is kept from them. */
class BrowserIT {

    private static Path browser = Path.of("");

    @TempDir
    private Path directory;

    private ScriptedPage page;

    @BeforeEach
    void openPage() throws IOException {
        page = ScriptedPage.open();
    }

    @AfterEach
    void closePage() {
        page.close();
    }

    @BeforeAll
    static void findBrowser() {
        browser = Chromium.findOrDoWithout();
    }

    @Test
    void aPageOfAnotherOriginReadsIds() throws Exception {
        try (TestGateway gateway = TestGateway.start()) {
            Map<String, String> seen = visit(gateway, "localhost", """
                    const text = await fetch(gateway + '/api/snowflake');
                    seen.text = await text.text();
                    seen.textType = text.headers.get('content-type');
                    const accept = { headers: { accept: 'application/json' } };
                    seen.json = (await (await fetch(gateway + '/api/snowflake', accept)).json()).id;
                    const list = await fetch(gateway + '/api/snowflake?n=3&format=json');
                    seen.list = (await list.json()).ids.join(' ');
                    seen.protocols = performance.getEntriesByType('resource')
                        .filter(entry => entry.name.startsWith(gateway))
                        .map(entry => entry.nextHopProtocol)
                        .join(' ');
                    """);

            assertThat(seen).doesNotContainKey("failure");
            assertThat(seen.get("text")).matches("[0-9]{18,19}");
            assertThat(seen).containsEntry("textType", "text/plain; charset=utf-8");
            assertThat(seen.get("json")).matches("[0-9]{18,19}");
            assertThat(seen.get("list")).matches("[0-9]{18,19}( [0-9]{18,19}){2}");
            assertThat(seen).containsEntry("protocols", "h2 h2 h2");
        }
    }

    @Test
    void anIdSurvivesJavaScriptDigitForDigit() throws Exception {
        try (TestGateway gateway = TestGateway.start()) {
            Map<String, String> seen = visit(gateway, "localhost", """
                    const text = await (await fetch(gateway + '/api/snowflake?format=json')).text();
                    seen.text = text;
                    seen.sent = JSON.parse(text).id;
                    const decoded = await (await fetch(gateway + '/api/snowflake/' + seen.sent)).text();
                    seen.back = JSON.parse(decoded).id;
                    seen.time = JSON.parse(decoded).time;
                    """);

            assertThat(seen).doesNotContainKey("failure");
            assertThat(seen.get("sent")).matches("[0-9]{18,19}");
            assertThat(seen.get("text")).isEqualTo("{\"id\":\"" + seen.get("sent") + "\"}");
            assertThat(seen.get("back")).isEqualTo(seen.get("sent"));
            assertThat(Instant.parse(seen.get("time"))).isCloseTo(Instant.now(), within(1, ChronoUnit.MINUTES));
        }
    }

    @Test
    void aNumberOfTheJavaScriptLayoutSurvivesDigitForDigit() throws Exception {
        try (TestGateway gateway = TestGateway.start("--layout", "js-safe-53")) {
            Map<String, String> seen = visit(gateway, "localhost", """
                    const text = await (await fetch(gateway + '/api/snowflake?format=json')).text();
                    seen.text = text;
                    const id = JSON.parse(text).id;
                    seen.type = typeof id;
                    const decoded = await (await fetch(gateway + '/api/snowflake/' + id)).text();
                    seen.back = JSON.parse(decoded).id;
                    """);

            assertThat(seen).doesNotContainKey("failure").containsEntry("type", "number");
            assertThat(seen.get("text")).isEqualTo("{\"id\":" + seen.get("back") + "}");
        }
    }

    @Test
    void aPageOfAnotherOriginReadsTheStateAndRevalidatesIt() throws Exception {
        Path document = Files.writeString(directory.resolve("state.json"), "{\"seats\":[3,1]}");
        try (TestGateway gateway = TestGateway.start("--state", "file:" + document)) {
            Map<String, String> seen = visit(gateway, "localhost", """
                    const first = await fetch(gateway + '/state');
                    seen.first = JSON.stringify(await first.json());
                    seen.etag = first.headers.get('etag');
                    seen.age = first.headers.get('snowgate-age');
                    const second = await fetch(gateway + '/state');
                    seen.second = JSON.stringify(await second.json());
                    """);

            assertThat(seen).doesNotContainKey("failure");
            assertThat(seen).containsEntry("first", "{\"seats\":[3,1]}").containsEntry("second", "{\"seats\":[3,1]}");
            assertThat(seen.get("etag")).startsWith("\"").endsWith("\"");
            assertThat(seen.get("age")).matches("[0-9]+");
            assertThat(answers(gateway, "state", 200)).isEqualTo(1);
            assertThat(answers(gateway, "state", 304)).isEqualTo(1);
        }
    }

    @Test
    void aPageOfAnotherOriginReadsWhatWasWrong() throws Exception {
        try (TestGateway gateway = TestGateway.start()) {
            Map<String, String> seen = visit(gateway, "localhost", """
                    const nowhere = await fetch(gateway + '/nowhere');
                    seen.nowhere = nowhere.status + ' ' + nowhere.headers.get('content-type')
                        + ' ' + (await nowhere.json()).detail;
                    const much = await fetch(gateway + '/api/snowflake?n=1001');
                    seen.much = much.status + ' ' + (await much.json()).detail;
                    """);

            assertThat(seen).doesNotContainKey("failure");
            assertThat(seen)
                    .hasEntrySatisfying(
                            "nowhere",
                            nowhere -> assertThat(nowhere)
                                    .startsWith("404 application/problem+json nothing is served at /nowhere"))
                    .containsEntry("much", "400 n must be 1..1000: 1001");
        }
    }

    @Test
    void aPageOfAnOriginThatIsNotOnTheListIsBlocked() throws Exception {
        try (TestGateway gateway = TestGateway.start("--cors-origin", page.origin("localhost"))) {
            Map<String, String> seen = visit(gateway, "127.0.0.1", """
                    const outcome = request => fetch(...request).then(answer => answer.status, String);
                    seen.id = await outcome([gateway + '/api/snowflake']);
                    seen.nowhere = await outcome([gateway + '/nowhere']);
                    seen.preflighted = await outcome([gateway + '/state', { headers: { 'x-mine': '1' } }]);
                    """);

            assertThat(seen)
                    .containsOnly(
                            Map.entry("id", "TypeError: Failed to fetch"),
                            Map.entry("nowhere", "TypeError: Failed to fetch"),
                            Map.entry("preflighted", "TypeError: Failed to fetch"));
            assertThat(answers(gateway, "snowflake", 200)).as("was sent").isEqualTo(1);
            assertThat(answers(gateway, "state", 200)).as("was not sent").isZero();
        }
    }

    @Test
    void aPageOfAnOriginOnTheListReadsAndItsPreflightIsRemembered() throws Exception {
        try (TestGateway gateway = TestGateway.start("--cors-origin", page.origin("localhost"))) {
            Map<String, String> seen = visit(gateway, "localhost", """
                    seen.id = await (await fetch(gateway + '/api/snowflake')).text();
                    for (const value of ['first', 'second']) {
                      const answer = await fetch(gateway + '/up', { headers: { 'x-mine': value } });
                      seen[value] = await answer.text();
                    }
                    """);

            assertThat(seen).doesNotContainKey("failure");
            assertThat(seen.get("id")).matches("[0-9]{18,19}");
            assertThat(seen).containsEntry("first", "ok").containsEntry("second", "ok");
            assertThat(answers(gateway, "up", 200)).isEqualTo(2);
            assertThat(answers(gateway, "up", 204)).as("preflights").isEqualTo(1);
        }
    }

    @Test
    void aPageOfAnotherOriginHearsOfEachChangeAndGoesOnWhereItWasWhenTheServerIsBack() throws Exception {
        Path document = Files.writeString(directory.resolve("state.json"), "{\"n\":1}");
        String[] flags = {"--state", "file:" + document, "--set", "state.refresh=100ms", "--grace", "1s", "--port", "0"
        };
        TestGateway gateway = TestGateway.start(flags);
        flags[flags.length - 1] = Integer.toString(gateway.port());
        try {
            page.write(gateway.uri(""), """
                    const events = [];
                    let opened = 0;
                    const source = new EventSource(gateway + '/state/stream');
                    source.onopen = () => { opened++; };
                    await new Promise(done => source.addEventListener('state', event => {
                      events.push(event.data + event.lastEventId);
                      if (events.length === 3) done();
                    }));
                    seen.events = events.join(' ');
                    seen.opened = opened;
                    seen.protocols = performance.getEntriesByType('resource')
                        .filter(entry => entry.name.startsWith(gateway))
                        .map(entry => entry.nextHopProtocol)
                        .join(' ');
                    """);
            Path profile = Files.createDirectory(directory.resolve("profile"));
            try (Chromium shown = Chromium.show(browser, page.origin("localhost"), gateway.certificate(), profile)) {
                awaitSent(gateway, 1);
                Files.writeString(document, "{\"n\":2}");
                awaitSent(gateway, 2);
                gateway.close();
                gateway = TestGateway.start(flags);
                TestGateway again = gateway;
                Awaitility.await()
                        .atMost(Duration.ofSeconds(10))
                        .until(() -> Scrape.of(again).value("snowgate_streams_open") == 1);
                Files.writeString(document, "{\"n\":3}");
                Map<String, String> seen = page.awaitSeen();

                assertThat(seen).doesNotContainKey("failure").containsEntry("opened", "2");
                assertThat(seen.get("events"))
                        .matches("\\{\"n\":1}[0-9a-f]{32} \\{\"n\":2}[0-9a-f]{32} \\{\"n\":3}[0-9a-f]{32}");
                assertThat(Scrape.of(gateway).value("snowgate_stream_events_sent_total"))
                        .as("the page said what it had")
                        .isEqualTo(1);
                assertThat(shown).isNotNull();
            }
        } finally {
            gateway.close();
        }
    }

    @Test
    void aPageOfAnOriginThatIsNotOnTheListHearsNothing() throws Exception {
        try (TestGateway gateway = TestGateway.start("--cors-origin", page.origin("localhost"))) {
            Map<String, String> seen = visit(gateway, "127.0.0.1", """
                    const source = new EventSource(gateway + '/state/stream');
                    seen.outcome = await new Promise(done => {
                      source.onopen = () => done('opened');
                      source.onerror = () => done('failed ' + source.readyState);
                    });
                    """);

            assertThat(seen).containsOnly(Map.entry("outcome", "failed 2"));
        }
    }

    private static void awaitSent(TestGateway gateway, int events) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .until(() -> Scrape.of(gateway).value("snowgate_stream_events_sent_total") == events);
    }

    /** What the script of a page saw in a browser that went to {@code host}. */
    private Map<String, String> visit(TestGateway gateway, String host, String script) throws IOException {
        page.write(gateway.uri(""), script);
        Path profile = Files.createDirectory(directory.resolve("profile"));
        Chromium shown = Chromium.show(browser, page.origin(host), gateway.certificate(), profile);
        try (shown) {
            return page.awaitSeen();
        }
    }

    private static double answers(TestGateway gateway, String endpoint, int status)
            throws IOException, InterruptedException {
        String start = "snowgate_requests_total{endpoint=\"" + endpoint + "\",status=\"" + status + "\"} ";
        return gateway.admin("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith(start))
                .mapToDouble(line -> Double.parseDouble(line.substring(start.length())))
                .sum();
    }
}
