package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Snowgate's own page in a real browser. */
class PageIT {

    private static final int DESK = 1280;
    private static final int PHONE = 360;
    private static final String LIGHT = "light";

    private static Path browser = Path.of("");

    @TempDir
    private Path directory;

    @BeforeAll
    static void findBrowser() {
        browser = Chromium.findOrDoWithout();
    }

    @Test
    void showsTheStateAndMarksWhatHasChangedAndNothingElse() throws Exception {
        write("{\"title\":\"Regatta\",\"boats\":[{\"name\":\"Kestrel\",\"laps\":3},{\"name\":\"Heron\",\"laps\":2}]}");
        try (TestGateway gateway = gatewayOfFile();
                Tab tab = open(gateway)) {
            tab.await("document.querySelectorAll('#view td').length", "4");
            assertThat(texts(tab, "#view dt")).isEqualTo("title|boats");
            assertThat(texts(tab, "#view th")).isEqualTo("name|laps");
            assertThat(texts(tab, "#view td")).isEqualTo("Kestrel|3|Heron|2");
            assertThat(texts(tab, ".hit")).isEmpty();

            write(
                    "{\"title\":\"Regatta\",\"boats\":[{\"name\":\"Kestrel\",\"laps\":4},{\"name\":\"Heron\",\"laps\":2}]}");
            tab.await("[...document.querySelectorAll('.hit')].map(hit => hit.textContent).join()", "4");
            assertThat(texts(tab, "#view td")).isEqualTo("Kestrel|4|Heron|2");
            tab.await("document.querySelectorAll('.hit').length", "0");

            write("{\"title\":\"Regatta\",\"boats\":[{\"name\":\"Kestrel\",\"laps\":4}],\"over\":true}");
            tab.await(
                    "[...document.querySelectorAll('#view dt')].map(name => name.textContent).join()",
                    "title,boats,over");
            assertThat(tab.errors()).isEmpty();
        }
    }

    @Test
    void showsAnyJson() throws Exception {
        write(
                "[null, [], {}, \"\", \"<b>&\", 1e3, [1, [2]], {\"a\": {\"b\": {\"c\": [{\"d\": [true]}]}}}, {\"__proto__\": 5}]");
        try (TestGateway gateway = gatewayOfFile();
                Tab tab = open(gateway)) {
            tab.await("document.querySelector('#view').textContent.includes('<b>&')", "true");
            assertThat(tab.eval("document.querySelectorAll('#view b').length + ''"))
                    .isEqualTo("0");

            write("\"alone\"");
            tab.await("document.querySelector('#view').textContent", "alone");
            assertThat(tab.errors()).isEmpty();
        }
    }

    @Test
    void saysHowEachAnswerArrivedAndWhatItSaved() throws Exception {
        write("{\"text\":\"" + "x".repeat(150) + "\"}");
        try (TestGateway gateway = gatewayOfFile();
                Tab tab = open(gateway)) {
            tab.await("document.querySelector('#how').textContent", "304");
            tab.await("document.querySelectorAll('#trail [data-kind=full]').length", "1");
            tab.await("parseInt(document.querySelector('#saved').textContent) > 0", "true");
            assertThat(texts(tab, "#health")).isEqualTo("live");
            assertThat(texts(tab, "#received-note")).matches("in [0-9]+ answers?");
            assertThat(tab.errors()).isEmpty();
        }
    }

    @Test
    void saysThatOnlyTheDifferenceCame() throws Exception {
        try (TestGateway gateway = TestGateway.start();
                Tab tab = open(gateway)) {
            tab.await("document.querySelectorAll('#trail [data-kind=delta]').length > 2", "true");

            tab.await("/^200 dc[bz]$/.test(document.querySelector('#how').textContent)", "true");
            assertThat(tab.errors()).isEmpty();
        }
    }

    @Test
    void hasChangesPushedWhenTheReaderSwitches() throws Exception {
        try (TestGateway gateway = TestGateway.start();
                Tab tab = open(gateway)) {
            tab.await("document.querySelector('#how').textContent.startsWith('200')", "true");
            tab.eval("document.querySelector('[value=stream]').click()");
            tab.await("document.querySelectorAll('#trail [data-kind=push]').length > 3", "true");

            assertThat(tab.eval("location.hash")).isEqualTo("#state=default&mode=stream");
            assertThat(texts(tab, "#how")).matches("push, (whole|patch)");
            assertThat(texts(tab, "#health")).isEqualTo("live");
            assertThat(tab.eval("document.querySelectorAll('.hit').length > 0 ? 'marked' : 'not'"))
                    .isEqualTo("marked");
            assertThat(tab.errors()).isEmpty();
        }
    }

    @Test
    void turnsVisiblyStaleWhenTheSourceDiesAndLiveAgainWhenItIsBack() throws Exception {
        Path file = write("{\"a\":1}");
        try (TestGateway gateway =
                        TestGateway.start("--state", "file:" + file, "--refresh", "100ms", "--stale-after", "1s");
                Tab tab = open(gateway)) {
            tab.await("document.querySelector('#health').textContent.trim()", "live");
            String ground = "getComputedStyle(document.querySelector('#age-tile')).backgroundColor";
            String lively = tab.eval(ground);

            Files.delete(file);
            tab.await("document.querySelector('#health').textContent.trim()", "stale");
            assertThat(tab.eval(ground)).isNotEqualTo(lively);
            assertThat(texts(tab, "#said")).isEqualTo("The state is stale");
            assertThat(texts(tab, "#view dd")).as("the last good one").isEqualTo("1");

            write("{\"a\":2}");
            tab.await("document.querySelector('#health').textContent.trim()", "live");
            assertThat(tab.eval(ground)).isEqualTo(lively);
            assertThat(tab.errors()).isEmpty();
        }
    }

    @Test
    void saysThatTheGatewayIsGoneAndFindsItAgain() throws Exception {
        write("{\"a\":1}");
        TestGateway gateway = gatewayOfFile();
        int port = gateway.port();
        try (Tab tab = open(gateway)) {
            tab.await("document.querySelector('#health').textContent.trim()", "live");
            gateway.close();
            tab.await("document.querySelector('#health').textContent.trim()", "unreachable");

            write("{\"a\":2}");
            try (TestGateway again = TestGateway.start("--port", Integer.toString(port), "--state", source())) {
                assertThat(again.port()).isEqualTo(port);
                tab.await("document.querySelector('#view dd').textContent", "2");
                tab.await("document.querySelector('#health').textContent.trim()", "live");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"twitter", "sonyflake", "js-safe-53"})
    void drawsTheBitsOfANewIdByKeyboard(String layout) throws Exception {
        write("{}");
        try (TestGateway gateway = TestGateway.start("--state", source(), "--layout", layout);
                Tab tab = open(gateway)) {
            tab.eval("document.querySelector('#next').focus()");
            tab.press("Enter", 13, "\r");
            tab.await("document.querySelectorAll('#fields .cells i').length", "64");

            String id = tab.eval("document.querySelector('#id').textContent");
            String bits =
                    tab.eval("[...document.querySelectorAll('#fields .cells i')].map(bit => bit.textContent).join('')");
            assertThat(Long.parseUnsignedLong(bits, 2)).isEqualTo(Long.parseUnsignedLong(id));
            assertThat(texts(tab, "#fields dt"))
                    .isEqualTo(
                            switch (layout) {
                                case "twitter" ->
                                    "unused, 1 bit|time, 41 bits|datacenter, 5 bits|worker, 5 bits|sequence, 12 bits";
                                case "sonyflake" -> "unused, 1 bit|time, 39 bits|sequence, 8 bits|worker, 16 bits";
                                default -> "unused, 11 bits|time, 41 bits|worker, 5 bits|sequence, 7 bits";
                            });
            assertThat(texts(tab, "[data-field=worker] dd:not(.cells)"))
                    .isEqualTo(Integer.toString(gateway.workerId()));
            assertThat(tab.eval("document.querySelector('#copy').disabled + ''"))
                    .isEqualTo("false");
            assertThat(tab.errors()).isEmpty();
        }
    }

    @Test
    void letsTheReaderPickAmongSeveralStates() throws Exception {
        write("{\"is\":\"first\"}");
        Path other = Files.writeString(directory.resolve("other.json"), "{\"is\":\"second\"}");
        try (TestGateway gateway =
                        TestGateway.start("--state", source(), "--set", "states.other.source=file:" + other);
                Tab tab = open(gateway)) {
            tab.await("document.querySelector('#view dd').textContent", "first");
            assertThat(texts(tab, "#picker option")).isEqualTo("default|other");
            assertThat(tab.eval("getComputedStyle(document.querySelector('#pick')).visibility"))
                    .isEqualTo("visible");

            tab.eval("const picker = document.querySelector('#picker'); picker.value = 'other';"
                    + "picker.dispatchEvent(new Event('change'))");
            tab.await("document.querySelector('#view dd').textContent", "second");
            assertThat(tab.eval("location.hash")).isEqualTo("#state=other&mode=poll");
            assertThat(tab.errors()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {DESK, PHONE})
    void nothingMovesWhileTheStateChanges(int width) throws Exception {
        try (TestGateway gateway = TestGateway.start();
                Tab tab = open(gateway, width)) {
            tab.await("document.querySelectorAll('#trail [data-kind=full],[data-kind=delta]').length > 3", "true");

            assertThat(tab.shifts()).isEqualTo("[]");
            assertThat(tab.eval("document.documentElement.scrollWidth <= " + width + " ? 'fits' : 'too wide'"))
                    .isEqualTo("fits");
            assertThat(tab.errors()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {LIGHT, "dark"})
    void contrastIsEnoughForText(String scheme) throws Exception {
        try (TestGateway gateway = TestGateway.start();
                Tab tab = Tab.open(browser, gateway.certificate(), profile()).look(DESK, 800, scheme)) {
            tab.show(gateway.uri("/"));
            assertThat(tab.eval("""
                    (() => {
                      const style = getComputedStyle(document.documentElement);
                      const light = name => {
                        const hex = style.getPropertyValue('--' + name).trim().replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');
                        const [r, g, b] = hex.match(/[0-9a-f]{2}/g).map(part => parseInt(part, 16) / 255)
                            .map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
                        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
                      };
                      const pairs = ['ink card', 'ink ground', 'ink hit', 'soft card', 'soft ground', 'soft zero', 'accent card',
                          'on-accent accent', 'bad bad-ground', 'good good-ground', 'card good', 'card push', 'card accent'];
                      return pairs.filter(pair => {
                        const [a, b] = pair.split(' ').map(light).sort((x, y) => y - x);
                        return (a + 0.05) / (b + 0.05) < 4.5;
                      }).join();
                    })()
                    """)).isEmpty();
        }
    }

    @Test
    void hasLandmarksAndNames() throws Exception {
        try (TestGateway gateway = TestGateway.start();
                Tab tab = open(gateway)) {
            tab.await("document.querySelectorAll('#view td').length > 0", "true");
            assertThat(tab.roles()).contains("main", "banner", "navigation", "status", "heading", "table", "group");
            assertThat(tab.eval("""
                    [...document.querySelectorAll('a, button, select, input, [tabindex="0"]')]
                        .filter(control => !(control.textContent.trim() || control.ariaLabel || control.labels?.length))
                        .map(control => control.outerHTML).join()
                    """)).isEmpty();
            assertThat(tab.eval("document.querySelectorAll('h1').length + document.documentElement.lang"))
                    .isEqualTo("1en");
        }
    }

    @Test
    void weighsLessThanFiftyKilobytesWithAllItNeedsAndAsksNobodyElse() throws Exception {
        try (TestGateway gateway = TestGateway.start();
                Tab tab = open(gateway)) {
            tab.await("document.querySelectorAll('#view td').length > 0", "true");
            String weight = tab.eval("""
                    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
                        .filter(entry => entry.initiatorType !== 'fetch')
                        .reduce((sum, entry) => sum + entry.decodedBodySize, 0) + ''
                    """);
            assertThat(Integer.parseInt(weight)).isBetween(10_000, 50_000);
            assertThat(tab.eval("""
                    performance.getEntriesByType('resource').map(entry => new URL(entry.name).origin)
                        .filter(origin => origin !== location.origin).join()
                    """)).isEmpty();
            assertThat(tab.errors()).isEmpty();
        }
    }

    private TestGateway gatewayOfFile() {
        return TestGateway.start("--state", source(), "--refresh", "100ms");
    }

    private Tab open(TestGateway gateway) throws IOException, InterruptedException {
        return open(gateway, DESK);
    }

    private Tab open(TestGateway gateway, int width) throws IOException, InterruptedException {
        return Tab.open(browser, gateway.certificate(), profile())
                .look(width, 800, LIGHT)
                .show(gateway.uri("/"));
    }

    private Path profile() throws IOException {
        return Files.createDirectory(directory.resolve("profile"));
    }

    private static String texts(Tab tab, String selector) {
        return tab.eval("[...document.querySelectorAll('" + selector
                + "')].map(element => element.textContent.trim()).join('|')");
    }

    private String source() {
        return "file:" + directory.resolve("state.json");
    }

    private Path write(String content) throws IOException {
        return Files.writeString(directory.resolve("state.json"), content);
    }
}
