package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Differences in a real browser (RFC 9842): Chromium keeps the dictionary, names it and decodes what comes, by itself.
 * What crossed the wire is read from its own account of each request and from the gateway's counters.
 *
 * <p>The page comes from the gateway itself or, of another origin, from a second one beside it. Chromium uses no dictionary
 * for a page of another site.
 */
class DictionaryBrowserIT {

    private static final int POLLS = 8;

    /** Of the demo, which begins another at each quarter of an hour, and that has little of the one before. */
    private static final Duration NIGHT = Duration.ofMinutes(15);

    private static final Duration LONGEST_TEST = Duration.ofSeconds(30);

    /** Polls once a second; comes to how many octets of body each answer took, of how many, and how many versions. */
    @SuppressWarnings("InlineFormatString") // a script of its own, not a format
    private static final String POLL = """
            (async (url, namesDictionary, options, polls) => {
              const sleep = millis => new Promise(done => setTimeout(done, millis));
              if (namesDictionary) {
                const link = document.createElement('link');
                Object.assign(link, { rel: 'compression-dictionary', crossOrigin: 'anonymous', href: url + '/dictionary' });
                document.head.append(link);
                await sleep(2500);
              }
              const texts = new Set();
              const bodies = [];
              for (let i = 0; i < polls; i++) {
                const text = await (await fetch(url, options)).text();
                texts.add(JSON.parse(text).updated);
                await sleep(100);
                const entry = performance.getEntriesByName(url).at(-1);
                bodies.push(entry.encodedBodySize + '/' + entry.decodedBodySize);
                await sleep(900);
              }
              return texts.size + ' ' + bodies.join(' ');
            })
            """;

    private static Path browser = Path.of("");

    @TempDir
    private Path directory;

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

    @BeforeEach
    void awaitNightThatLasts() throws InterruptedException {
        long left = NIGHT.toMillis() - System.currentTimeMillis() % NIGHT.toMillis();
        if (left < LONGEST_TEST.toMillis()) {
            Thread.sleep(left);
        }
    }

    @Test
    void theVersionBeforeIsTheDictionary() throws Exception {
        try (TestGateway gateway = TestGateway.start("--set", "state.delta=previous")) {
            String seen = poll(gateway, gateway, false, "{ cache: 'no-cache' }");

            assertThat(deltas(gateway)).as(seen).isGreaterThanOrEqualTo(POLLS - 2);
            assertThat(versions(seen)).as(seen).isGreaterThanOrEqualTo(POLLS - 1);
            assertThat(medianPercent(seen)).as(seen).isLessThan(4);
        }
    }

    @Test
    void theVersionBeforeIsTheDictionaryForAnotherOriginToo() throws Exception {
        try (TestGateway gateway = TestGateway.start("--set", "state.delta=previous");
                TestGateway other = TestGateway.start()) {
            String seen = poll(gateway, other, false, "{ cache: 'no-cache' }");

            assertThat(deltas(gateway)).as(seen).isGreaterThanOrEqualTo(POLLS - 2);
            assertThat(medianPercent(seen)).as(seen).isLessThan(4);
        }
    }

    @Test
    void oneDictionaryServesManyVersionsAndEveryAnswerIsFresh() throws Exception {
        try (TestGateway gateway = TestGateway.start("--set", "state.delta=dictionary")) {
            String seen = poll(gateway, gateway, true, "{}");

            assertThat(deltas(gateway)).as(seen).isEqualTo(POLLS);
            assertThat(versions(seen)).as(seen).isGreaterThanOrEqualTo(POLLS - 1);
            assertThat(medianPercent(seen)).as(seen).isLessThan(16);
        }
    }

    @Test
    void oneDictionaryServesAnotherOriginToo() throws Exception {
        try (TestGateway gateway = TestGateway.start("--set", "state.delta=dictionary");
                TestGateway other = TestGateway.start()) {
            String seen = poll(gateway, other, true, "{}");

            assertThat(deltas(gateway)).as(seen).isEqualTo(POLLS);
            assertThat(medianPercent(seen)).as(seen).isLessThan(16);
        }
    }

    /** Opens a page of {@code home} that has no script and no policy of its own, and polls {@code gateway} from there. */
    private String poll(TestGateway gateway, TestGateway home, boolean namesDictionary, String options)
            throws IOException, InterruptedException {
        Path profile = Files.createDirectory(directory.resolve("profile"));
        try (Tab tab = Tab.open(browser, home.certificate(), profile)) {
            tab.show(home.uri("/states"));
            tab.await("String(document.body.textContent.includes('default'))", "true");
            String seen = tab.eval(POLL + "('" + gateway.uri("/state") + "', " + namesDictionary + ", " + options + ", "
                    + POLLS + ")");
            System.out.println("body octets of polls in Chromium: " + seen);
            return seen;
        }
    }

    private static double deltas(TestGateway gateway) throws IOException, InterruptedException {
        Scrape scrape = Scrape.of(gateway);
        return scrape.value("snowgate_state_responses_total{coding=\"dcb\",state=\"default\"}")
                + scrape.value("snowgate_state_responses_total{coding=\"dcz\",state=\"default\"}");
    }

    private static int versions(String seen) {
        return Integer.parseInt(seen.substring(0, seen.indexOf(' ')));
    }

    private static double medianPercent(String seen) {
        double[] percents = Arrays.stream(seen.split(" ", -1))
                .skip(1)
                .map(body -> body.split("/", -1))
                .mapToDouble(body -> 100.0 * Integer.parseInt(body[0]) / Integer.parseInt(body[1]))
                .sorted()
                .toArray();
        return percents[percents.length / 2];
    }
}
