package io.snowgate.gateway;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A page of another origin, or of two: the same server is {@code http://localhost} and {@code http://127.0.0.1}. It runs
 * one script in a browser and gets back what the script noted in {@code seen}.
 */
final class ScriptedPage implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 30;
    private static final int BACKLOG = 0;

    private final HttpServer server;
    private final CompletableFuture<Map<String, String>> seen = new CompletableFuture<>();
    private volatile String page = "";

    private ScriptedPage(HttpServer server) {
        this.server = server;
    }

    /** Takes a free port, and with it an origin. There is nothing to see yet. */
    static ScriptedPage open() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        ScriptedPage page = new ScriptedPage(server);
        server.createContext("/", page::sendPage);
        server.createContext("/seen", page::takeSeen);
        server.start();
        return page;
    }

    /** From now on the page runs {@code script}, which finds the address of the gateway in {@code gateway}. */
    void write(URI gateway, String script) {
        page = """
                <!doctype html>
                <meta charset="utf-8">
                <link rel="icon" href="data:,">
                <script type="module">
                const gateway = '%s';
                const seen = {};
                try {
                %s
                } catch (failure) {
                  seen.failure = String(failure);
                }
                await fetch('/seen', { method: 'POST', body: new URLSearchParams(seen) });
                </script>
                """.formatted(gateway, script);
    }

    /** As a browser names it: {@code host} is {@code localhost} or {@code 127.0.0.1}. */
    String origin(String host) {
        return "http://" + host + ":" + server.getAddress().getPort();
    }

    /** What the script noted, once it has run. */
    Map<String, String> awaitSeen() {
        return seen.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void sendPage(HttpExchange exchange) throws IOException {
        send(exchange, "text/html; charset=utf-8", page);
    }

    private void takeSeen(HttpExchange exchange) throws IOException {
        String form = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        send(exchange, "text/plain", "thanks");
        seen.complete(fields(form));
    }

    private static void send(HttpExchange exchange, String type, String text) throws IOException {
        try (exchange) {
            byte[] body = text.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private static Map<String, String> fields(String form) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (String pair : form.split("&", -1)) {
            String[] nameAndValue = pair.split("=", 2);
            fields.put(nameAndValue[0], URLDecoder.decode(nameAndValue[1], StandardCharsets.UTF_8));
        }
        return fields;
    }
}
