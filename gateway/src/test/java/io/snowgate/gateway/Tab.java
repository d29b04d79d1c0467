package io.snowgate.gateway;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigSyntax;
import com.typesafe.config.ConfigValueFactory;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/**
 * A tab of a real browser, told over the DevTools protocol what to show and asked what is to be seen. Notes every error
 * on its console and every layout shift.
 */
final class Tab implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 30;
    private static final String WATCH_SHIFTS = """
            self.shifts = [];
            new PerformanceObserver(list => list.getEntries().forEach(entry => shifts.push({
              value: entry.value,
              after: entry.hadRecentInput,
              of: entry.sources.map(source => (source.node?.outerHTML ?? source.node?.data ?? '?').slice(0, 120)),
            }))).observe({ type: 'layout-shift', buffered: true });
            """;

    private final Chromium browser;
    private final HttpClient client = HttpClient.newHttpClient();
    private final WebSocket socket;
    private final AtomicInteger lastId = new AtomicInteger();
    private final Map<Integer, CompletableFuture<Config>> pending = new ConcurrentHashMap<>();
    private final List<String> errors = new CopyOnWriteArrayList<>();

    private Tab(Chromium browser, URI page) {
        this.browser = browser;
        this.socket =
                client.newWebSocketBuilder().buildAsync(page, new Listener()).join();
    }

    /** Opens a browser of its own that accepts the certificate {@code trusted}. */
    static Tab open(Path executable, X509Certificate trusted, Path profile) throws IOException, InterruptedException {
        Tab tab = connect(Chromium.tellable(executable, trusted, profile), profile);
        for (String domain : List.of("Runtime", "Log", "Page", "Accessibility")) {
            tab.tell(domain + ".enable", Map.of());
        }
        tab.tell("Page.addScriptToEvaluateOnNewDocument", Map.of("source", WATCH_SHIFTS));
        return tab;
    }

    private static Tab connect(Chromium browser, Path profile) throws IOException, InterruptedException {
        Path portFile = profile.resolve("DevToolsActivePort");
        try (HttpClient client = HttpClient.newHttpClient()) {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(PATIENCE_SECONDS))
                    .until(() -> Files.exists(portFile)
                            && Files.readAllLines(portFile).size() > 1);
            URI list = URI.create(
                    "http://127.0.0.1:" + Files.readAllLines(portFile).getFirst() + "/json");
            String targets = client.send(HttpRequest.newBuilder(list).build(), BodyHandlers.ofString())
                    .body();
            for (Config target : parse("{\"targets\":" + targets + "}").getConfigList("targets")) {
                if (target.getString("type").equals("page")) {
                    return new Tab(browser, URI.create(target.getString("webSocketDebuggerUrl")));
                }
            }
            throw new AssertionError("no page in " + targets);
        } catch (RuntimeException | IOException | InterruptedException | Error e) {
            browser.close();
            throw e;
        }
    }

    /** As wide as a telephone or a desk, light or dark. */
    Tab look(int width, int height, String colorScheme) {
        tell(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 500));
        tell(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", colorScheme))));
        return this;
    }

    Tab show(URI page) {
        tell("Page.navigate", Map.of("url", page.toString()));
        Awaitility.await().until(() -> eval("document.readyState").equals("complete"));
        return this;
    }

    /** What {@code script} comes to, as text; a promise is waited for. */
    String eval(String script) {
        Config answer = tell(
                "Runtime.evaluate",
                Map.of("expression", script, "awaitPromise", true, "returnByValue", true, "userGesture", true));
        if (answer.hasPath("exceptionDetails")) {
            throw new AssertionError(script + " failed: " + answer.getValue("exceptionDetails"));
        }
        return answer.hasPath("result.value") ? answer.getString("result.value") : "undefined";
    }

    /** Waits until {@code script} comes to {@code expected}. */
    void await(String script, String expected) {
        Awaitility.await()
                .alias(script)
                .atMost(Duration.ofSeconds(PATIENCE_SECONDS))
                .until(() -> eval("String(" + script + ")"), expected::equals);
    }

    /** A key pressed and let go, such as Enter. */
    void press(String key, int code, String text) {
        tell(
                "Input.dispatchKeyEvent",
                Map.of("type", "keyDown", "key", key, "windowsVirtualKeyCode", code, "text", text));
        tell("Input.dispatchKeyEvent", Map.of("type", "keyUp", "key", key, "windowsVirtualKeyCode", code));
    }

    /** Layout shifts that no input excuses, each with its value and what moved. */
    String shifts() {
        return eval("JSON.stringify(shifts.filter(shift => !shift.after))");
    }

    /** Roles of the accessibility tree. */
    List<String> roles() {
        return tell("Accessibility.getFullAXTree", Map.of()).getConfigList("nodes").stream()
                .filter(node -> node.hasPath("role.value"))
                .map(node -> node.getString("role.value"))
                .toList();
    }

    /** What the console called an error. */
    List<String> errors() {
        return errors;
    }

    @Override
    public void close() {
        socket.abort();
        client.close();
        browser.close();
    }

    private Config tell(String method, Map<String, Object> parameters) {
        int id = lastId.incrementAndGet();
        CompletableFuture<Config> answer = new CompletableFuture<>();
        pending.put(id, answer);
        ConfigObject message = ConfigValueFactory.fromMap(Map.of("id", id, "method", method, "params", parameters));
        socket.sendText(message.render(ConfigRenderOptions.concise()), true).join();
        return answer.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    }

    private void take(Config message) {
        if (message.hasPath("id")) {
            CompletableFuture<Config> answer = Objects.requireNonNull(pending.remove(message.getInt("id")));
            if (message.hasPath("error")) {
                answer.completeExceptionally(new AssertionError(message.getValue("error")));
            } else {
                answer.complete(message.getConfig("result"));
            }
            return;
        }
        boolean isError = switch (message.getString("method")) {
            case "Runtime.exceptionThrown" -> true;
            case "Runtime.consoleAPICalled" -> message.getString("params.type").equals("error");
            case "Log.entryAdded" -> message.getString("params.entry.level").equals("error");
            default -> false;
        };
        if (isError) {
            errors.add(message.getValue("params").render(ConfigRenderOptions.concise()));
        }
    }

    private static Config parse(String json) {
        return ConfigFactory.parseString(json, ConfigParseOptions.defaults().setSyntax(ConfigSyntax.JSON));
    }

    private final class Listener implements WebSocket.Listener {

        private final StringBuilder text = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
            text.append(part);
            if (last) {
                take(parse(text.toString()));
                text.setLength(0);
            }
            from.request(1);
            return null;
        }
    }
}
