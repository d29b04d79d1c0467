package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Differences in a real browser (RFC 9842), on a page of another origin: Chromium keeps the dictionary, names it and
 * decodes what comes, by itself. What crossed the wire is read from its own account of each request and from the
 * gateway's counters.
 */
class DictionaryBrowserIT {

    private static final int POLLS = 8;

    /** Polls once a second; notes for each answer how many octets of body came, and of how many. */
    private static final String POLL = """
            const sleep = millis => new Promise(done => setTimeout(done, millis));
            const newest = () => performance.getEntriesByType('resource')
                .filter(entry => entry.name === gateway + '/state').at(-1);
            const texts = new Set();
            const bodies = [];
            for (let i = 0; i < %d; i++) {
              const answer = await fetch(gateway + '/state', %s);
              const text = await answer.text();
              JSON.parse(text);
              texts.add(text);
              await sleep(50);
              bodies.push(newest().encodedBodySize + '/' + newest().decodedBodySize);
              await sleep(950);
            }
            seen.bodies = bodies.join(' ');
            seen.versions = texts.size;
            """;

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
        browser = Chromium.find().orElseGet(DictionaryBrowserIT::doWithout);
    }

    private static Path doWithout() {
        String missing = "no Chromium on PATH or in CHROMIUM: the browser tests are left out";
        if ("true".equals(System.getenv("CI"))) {
            return fail(missing);
        }
        System.out.println(missing);
        return abort(missing);
    }

    @Test
    void theVersionBeforeIsTheDictionary() throws Exception {
        try (TestGateway gateway = TestGateway.start("--set", "state.delta=previous")) {
            Map<String, String> seen = visit(gateway, POLL.formatted(POLLS, "{ cache: 'no-cache' }"));

            System.out.println("previous: " + seen);
            assertThat(seen).doesNotContainKey("failure");
            assertThat(Integer.parseInt(seen.getOrDefault("versions", "0"))).isGreaterThanOrEqualTo(POLLS - 1);
            assertThat(deltas(gateway)).isGreaterThanOrEqualTo(POLLS - 3);
            assertThat(medianPercent(seen.getOrDefault("bodies", ""))).isLessThan(4);
        }
    }

    @Test
    void oneDictionaryServesManyVersions() throws Exception {
        try (TestGateway gateway = TestGateway.start("--set", "state.delta=dictionary")) {
            Map<String, String> seen = visit(gateway, """
                    const link = document.createElement('link');
                    link.rel = 'compression-dictionary';
                    link.href = gateway + '/state/dictionary';
                    link.crossOrigin = 'anonymous';
                    document.head.append(link);
                    await new Promise(done => setTimeout(done, 2500));
                    """ + POLL.formatted(POLLS, "{}"));

            System.out.println("dictionary: " + seen);
            assertThat(seen).doesNotContainKey("failure");
            assertThat(Integer.parseInt(seen.getOrDefault("versions", "0"))).isGreaterThanOrEqualTo(POLLS - 1);
            assertThat(deltas(gateway)).isGreaterThanOrEqualTo(POLLS - 2);
        }
    }

    private static double deltas(TestGateway gateway) throws IOException, InterruptedException {
        Scrape scrape = Scrape.of(gateway);
        return scrape.value("snowgate_state_responses_total{coding=\"dcb\",state=\"default\"}")
                + scrape.value("snowgate_state_responses_total{coding=\"dcz\",state=\"default\"}");
    }

    private static double medianPercent(String bodies) {
        double[] percents = Arrays.stream(bodies.split(" ", -1))
                .map(body -> body.split("/", -1))
                .mapToDouble(body -> 100.0 * Integer.parseInt(body[0]) / Integer.parseInt(body[1]))
                .sorted()
                .toArray();
        return percents[percents.length / 2];
    }

    private Map<String, String> visit(TestGateway gateway, String script) throws IOException {
        page.write(gateway.uri(""), script);
        Path profile = Files.createDirectory(directory.resolve("profile"));
        Chromium shown = Chromium.show(browser, page.origin("localhost"), gateway.certificate(), profile);
        try (shown) {
            return page.awaitSeen();
        }
    }
}
