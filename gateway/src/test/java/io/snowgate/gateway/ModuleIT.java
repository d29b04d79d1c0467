package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code /snowgate.js} as pages of another origin import it, in a real browser. */
class ModuleIT {

    private static Path browser = Path.of("");

    @TempDir
    private Path directory;

    private ScriptedPage page;

    @BeforeAll
    static void findBrowser() {
        browser = Chromium.findOrDoWithout();
    }

    @BeforeEach
    void openPage() throws IOException {
        page = ScriptedPage.open();
    }

    @AfterEach
    void closePage() {
        page.close();
    }

    @Test
    void pollsAndTellsOnlyOfChanges() throws Exception {
        try (TestGateway gateway = TestGateway.start("--refresh", "500ms")) {
            Map<String, String> seen = visit(gateway, """
                    const changes = [], answers = [];
                    await new Promise(done => {
                      const stop = snowgate.poll(gateway + '/state', {
                        interval: 100,
                        onChange: (state, info) => changes.push([state?.title, info.via, /^"[0-9a-f]{32}/.test(info.etag), info.age >= 0]),
                        onAnswer: info => {
                          answers.push(info.changed);
                          if (changes.length === 3) { stop(); done(); }
                        },
                      });
                    });
                    const count = answers.length;
                    await new Promise(done => setTimeout(done, 400));
                    seen.afterStop = answers.length - count;
                    seen.changes = JSON.stringify(changes[2]);
                    seen.changed = answers.filter(changed => changed).length;
                    seen.more = answers.length > 3;
                    """);

            assertThat(seen)
                    .doesNotContainKey("failure")
                    .containsEntry("changed", "3")
                    .containsEntry("more", "true")
                    .containsEntry("afterStop", "0")
                    .containsEntry("changes", "[\"Election night in Valdoria\",\"poll\",true,true]");
            Scrape scrape = Scrape.of(gateway);
            assertThat(scrape.value(requests("state", 304))).as("revalidated").isPositive();
            assertThat(gateway.admin("/metrics").body())
                    .as("a preflight")
                    .doesNotContain("endpoint=\"state\",status=\"204\"");
        }
    }

    @Test
    void waitsAsLongAsItIsToldTo() throws Exception {
        try (TestGateway gateway = TestGateway.start("--state", "file:" + directory.resolve("missing.json"))) {
            Map<String, String> seen = visit(gateway, """
                    const waits = [], errors = [];
                    await new Promise(done => snowgate.poll(gateway + '/state', {
                      interval: 10,
                      onError: (error, wait) => {
                        waits.push(wait);
                        errors.push(error);
                        if (errors.length === 2) done();
                      },
                    }));
                    seen.shortest = Math.min(...waits);
                    seen.longest = Math.max(...waits);
                    seen.error = [errors[0].name, errors[0].status, errors[0].detail, errors[0].retryAfter].join();
                    """);

            assertThat(seen)
                    .doesNotContainKey("failure")
                    .containsEntry("error", "SnowgateError,503,there is no state document yet,1");
            assertThat(Double.parseDouble(seen.getOrDefault("shortest", ""))).isGreaterThanOrEqualTo(1_000);
            assertThat(Double.parseDouble(seen.getOrDefault("longest", ""))).isLessThanOrEqualTo(1_500);
        }
    }

    @Test
    void backsOffWhenNobodyAnswersAndGoesOnWhenACallbackThrows() throws Exception {
        try (TestGateway gateway = TestGateway.start("--refresh", "100ms")) {
            Map<String, String> seen = visit(gateway, """
                    const waits = [];
                    const controller = new AbortController();
                    await new Promise(done => snowgate.poll('http://127.0.0.1:9/state', {
                      interval: 20,
                      signal: controller.signal,
                      onError: (error, wait) => { waits.push(wait); if (waits.length === 4) done(); },
                    }));
                    controller.abort();
                    seen.grows = waits.every((wait, i) => wait >= 20 * 2 ** (i + 1) && wait <= 30 * 2 ** (i + 1));
                    let thrown = 0, reported = 0;
                    addEventListener('error', event => { reported++; event.preventDefault(); });
                    await new Promise(done => {
                      const stop = snowgate.poll(gateway + '/state', {
                        interval: 20,
                        onChange: () => { if (++thrown === 2) { stop(); done(); } throw new Error('mine'); },
                      });
                    });
                    await new Promise(done => setTimeout(done, 50));
                    seen.reported = reported;
                    """);

            assertThat(seen)
                    .doesNotContainKey("failure")
                    .containsEntry("grows", "true")
                    .containsEntry("reported", "2");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void hasChangesPushedAndEndsUpWithTheWholeState(boolean patch) throws Exception {
        try (TestGateway gateway = TestGateway.start("--refresh", "1s")) {
            Map<String, String> seen = visit(gateway, """
                    const came = [];
                    let last;
                    await new Promise(done => {
                      const stop = snowgate.stream(gateway + '/state', {
                        patch: %b,
                        onChange: (state, info) => {
                          came.push(info.via);
                          last = { text: JSON.stringify(state), etag: info.etag };
                          if (came.length === 4) { stop(); done(); }
                        },
                      });
                    });
                    seen.came = came.join(' ');
                    const answer = await fetch(gateway + '/state', { cache: 'no-store' });
                    const now = { text: JSON.stringify(await answer.json()), etag: answer.headers.get('etag') };
                    seen.same = now.etag.includes(last.etag) ? now.text === last.text : 'it changed meanwhile';
                    seen.whole = last.text.length > 3000;
                    """.formatted(patch));

            assertThat(seen).doesNotContainKey("failure").containsEntry("whole", "true");
            assertThat(seen.get("came")).matches(patch ? "state( state| patch){3}" : "state( state){3}");
            assertThat(seen.get("same")).isNotEqualTo("false");
        }
    }

    @Test
    void asksForTheWholeStateWhenAPatchDoesNotFit() throws Exception {
        List<String> firstEvents = List.of(
                event("a", "state", "{\"n\":1}"),
                event("b", "patch", "[{\"op\":\"replace\",\"path\":\"/n\",\"value\":2}]"),
                event("c", "patch", "[{\"op\":\"remove\",\"path\":\"/nothing\"}]"));
        HttpServer pushing = pushing(firstEvents, List.of(event("c", "state", "{\"n\":3}")));
        try (TestGateway gateway = TestGateway.start()) {
            Map<String, String> seen =
                    visit(gateway, """
                    const came = [], errors = [];
                    await new Promise(done => {
                      const stop = snowgate.stream('http://127.0.0.1:%d/state', {
                        onChange: (state, info) => {
                          came.push(info.via + info.etag + state.n);
                          if (came.length === 3) { stop(); done(); }
                        },
                        onError: error => errors.push(error.message),
                      });
                    });
                    seen.came = came.join(' ');
                    seen.errors = errors.join();
                    """.formatted(pushing.getAddress().getPort()));

            assertThat(seen)
                    .doesNotContainKey("failure")
                    .containsEntry("came", "statea1 patchb2 statec3")
                    .containsEntry("errors", "nothing is at /nothing");
        } finally {
            pushing.stop(0);
        }
    }

    private static String event(String id, String type, String data) {
        return "id: " + id + "\nevent: " + type + "\ndata: " + data + "\n\n";
    }

    /** Answers its first stream with the first events and leaves it open, and so on. */
    @SafeVarargs
    private static HttpServer pushing(List<String>... streams) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        AtomicInteger next = new AtomicInteger();
        server.createContext("/state/stream", exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            exchange.getResponseHeaders().set("Access-Control-Allow-Origin", "*");
            exchange.sendResponseHeaders(200, 0);
            String events = String.join("", streams[Math.min(next.getAndIncrement(), streams.length - 1)]);
            exchange.getResponseBody().write(events.getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
        });
        server.start();
        return server;
    }

    @Test
    void pollsWhereNoStreamIsToBeHad() throws Exception {
        try (TestGateway gateway = TestGateway.start("--set", "limits.streams=1")) {
            Map<String, String> seen = visit(gateway, """
                    const first = await new Promise(done => {
                      snowgate.stream(gateway + '/state', { onChange: (state, info) => done(info.via) });
                    });
                    const errors = [];
                    const second = await new Promise(done => snowgate.stream(gateway + '/state', {
                      onChange: (state, info) => done(info.via),
                      onError: (error, wait) => errors.push(wait >= 30_000),
                    }));
                    seen.ways = first + ' ' + second + ' ' + errors;
                    """);

            assertThat(seen).doesNotContainKey("failure").containsEntry("ways", "state poll true");
        }
    }

    @Test
    void makesIdsThatKeepEveryDigit() throws Exception {
        try (TestGateway gateway = TestGateway.start()) {
            Map<String, String> seen = visit(gateway, """
                    const id = await snowgate.nextId();
                    seen.type = typeof id;
                    seen.large = id > 2n ** 60n;
                    const ids = await snowgate.nextIds(1000, gateway);
                    seen.count = ids.length;
                    seen.rising = ids.every((each, i) => each > (i ? ids[i - 1] : id));
                    const decoded = await (await fetch(gateway + '/api/snowflake/' + ids[999])).json();
                    seen.back = decoded.id === String(ids[999]);
                    seen.refused = await snowgate.nextIds(1001).catch(error => error.detail);
                    """);

            assertThat(seen)
                    .doesNotContainKey("failure")
                    .containsEntry("type", "bigint")
                    .containsEntry("large", "true")
                    .containsEntry("count", "1000")
                    .containsEntry("rising", "true")
                    .containsEntry("back", "true")
                    .containsEntry("refused", "n must be 1..1000: 1001");
        }
    }

    /** The examples of RFC 6902, appendix A, and what would be mistakes. */
    @Test
    void appliesPatches() throws Exception {
        try (TestGateway gateway = TestGateway.start()) {
            Map<String, String> seen = visit(gateway, """
                    const cases = [
                      [{foo: 'bar'}, [{op: 'add', path: '/baz', value: 'qux'}], {foo: 'bar', baz: 'qux'}],
                      [{foo: ['bar', 'baz']}, [{op: 'add', path: '/foo/1', value: 'qux'}], {foo: ['bar', 'qux', 'baz']}],
                      [{baz: 'qux', foo: 'bar'}, [{op: 'remove', path: '/baz'}], {foo: 'bar'}],
                      [{foo: ['bar', 'qux', 'baz']}, [{op: 'remove', path: '/foo/1'}], {foo: ['bar', 'baz']}],
                      [{baz: 'qux', foo: 'bar'}, [{op: 'replace', path: '/baz', value: 'boo'}], {baz: 'boo', foo: 'bar'}],
                      [{foo: {bar: 'baz', waldo: 'fred'}, qux: {corge: 'grault'}},
                        [{op: 'move', from: '/foo/waldo', path: '/qux/thud'}],
                        {foo: {bar: 'baz'}, qux: {corge: 'grault', thud: 'fred'}}],
                      [{foo: ['all', 'grass', 'cows', 'eat']}, [{op: 'move', from: '/foo/1', path: '/foo/3'}],
                        {foo: ['all', 'cows', 'eat', 'grass']}],
                      [{baz: 'qux', foo: ['a', 2, 'c']},
                        [{op: 'test', path: '/baz', value: 'qux'}, {op: 'test', path: '/foo/1', value: 2}],
                        {baz: 'qux', foo: ['a', 2, 'c']}],
                      [{baz: 'qux'}, [{op: 'test', path: '/baz', value: 'bar'}], 'error'],
                      [{foo: 'bar'}, [{op: 'add', path: '/child', value: {grandchild: {}}}],
                        {foo: 'bar', child: {grandchild: {}}}],
                      [{foo: 'bar'}, [{op: 'add', path: '/baz', value: 'qux', xyz: 123}], {foo: 'bar', baz: 'qux'}],
                      [{foo: 'bar'}, [{op: 'add', path: '/baz/bat', value: 'qux'}], 'error'],
                      [{'/': 9, '~1': 10}, [{op: 'test', path: '/~01', value: 10}], {'/': 9, '~1': 10}],
                      [{'/': 9, '~1': 10}, [{op: 'test', path: '/~01', value: '10'}], 'error'],
                      [{foo: ['bar']}, [{op: 'add', path: '/foo/-', value: ['abc', 'def']}], {foo: ['bar', ['abc', 'def']]}],
                      [{a: 1}, [{op: 'replace', path: '', value: [1]}], [1]],
                      [[1], [{op: 'add', path: '/2', value: 3}], 'error'],
                      [{a: {b: 1}}, [{op: 'copy', from: '/a', path: '/c'}], {a: {b: 1}, c: {b: 1}}],
                      [{a: 1}, [{op: 'replace', path: '/b', value: 1}], 'error'],
                      [{a: 1}, [{op: 'remove', path: '/toString'}], 'error'],
                      [{a: 1}, [{op: 'invent', path: '/a'}], 'error'],
                      [{'': {'': 1}}, [{op: 'replace', path: '//', value: 2}], {'': {'': 2}}],
                      [JSON.parse('{"__proto__": {"x": 1}}'), [{op: 'replace', path: '/__proto__/x', value: 2}],
                        JSON.parse('{"__proto__": {"x": 2}}')],
                      [[], [{op: 'add', path: '/0', value: null}], [null]],
                    ];
                    const wrong = [];
                    for (const [document, patch, expected] of cases) {
                      const before = JSON.stringify(document);
                      let got;
                      try { got = snowgate.applyPatch(document, patch); } catch { got = 'error'; }
                      if (JSON.stringify(got) !== JSON.stringify(expected)) wrong.push(JSON.stringify([document, patch, got]));
                      if (JSON.stringify(document) !== before) wrong.push('changed ' + before);
                    }
                    seen.wrong = wrong.join('\\n');
                    seen.cases = cases.length;
                    """);

            assertThat(seen)
                    .doesNotContainKey("failure")
                    .containsEntry("wrong", "")
                    .containsEntry("cases", "24");
        }
    }

    @Test
    void namesADictionaryInThePage() throws Exception {
        try (TestGateway gateway = TestGateway.start()) {
            Map<String, String> seen = visit(gateway, """
                    const link = snowgate.useDictionary(gateway + '/state/results');
                    seen.link = [link.rel, link.crossOrigin, link.href.replace(gateway, ''), link.isConnected].join();
                    """);

            assertThat(seen)
                    .doesNotContainKey("failure")
                    .containsEntry("link", "compression-dictionary,anonymous,/state/results/dictionary,true");
        }
    }

    private static String requests(String endpoint, int status) {
        return "snowgate_requests_total{endpoint=\"" + endpoint + "\",status=\"" + status + "\"}";
    }

    private Map<String, String> visit(TestGateway gateway, String script) throws IOException {
        page.write(gateway.uri(""), "const snowgate = await import(gateway + '/snowgate.js');\n" + script);
        Path profile = Files.createDirectory(directory.resolve("profile"));
        Chromium shown = Chromium.show(browser, page.origin("localhost"), gateway.certificate(), profile);
        try (shown) {
            return page.awaitSeen();
        }
    }
}
