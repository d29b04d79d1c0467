package io.snowgate.gateway.admin;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.snowgate.gateway.endpoint.Readiness;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * The management port, on the JDK's small HTTP server and threads of its own: a scrape never delays a request. Plain
 * HTTP: keep it on loopback or a private network.
 */
public final class AdminServer implements AutoCloseable {

    private static final String TEXT = "text/plain; charset=utf-8";
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int WRONG_METHOD = 405;
    private static final int UNAVAILABLE = 503;
    private static final int NO_BACKLOG_WISH = 0;
    private static final int AT_ONCE = 0;

    private final HttpServer server;

    private AdminServer(HttpServer server) {
        this.server = server;
    }

    /**
     * Starts serving.
     *
     * @param more what else is served here, by the beginning of its path
     * @throws IOException when the address cannot be bound; the message says which and why
     */
    public static AdminServer start(
            InetSocketAddress address,
            PrometheusMeterRegistry registry,
            Readiness readiness,
            Map<String, HttpHandler> more)
            throws IOException {
        HttpServer server = bind(address);
        server.createContext("/", exchange -> answer(exchange, registry, readiness));
        more.forEach(server::createContext);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
        return new AdminServer(server);
    }

    public int port() {
        return server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(AT_ONCE);
    }

    private static HttpServer bind(InetSocketAddress address) throws IOException {
        try {
            return HttpServer.create(address, NO_BACKLOG_WISH);
        } catch (BindException e) {
            String where = "management port " + address.getPort() + " on " + address.getHostString();
            String why = String.valueOf(e.getMessage());
            String what = why.contains("in use") ? " is in use by another process" : " cannot be bound: " + why;
            throw new IOException(where + what + "; name another: --admin-port", e);
        }
    }

    private static void answer(HttpExchange exchange, PrometheusMeterRegistry registry, Readiness readiness)
            throws IOException {
        if (!exchange.getRequestMethod().equals("GET")
                && !exchange.getRequestMethod().equals("HEAD")) {
            exchange.getResponseHeaders().set("Allow", "GET, HEAD");
            send(exchange, WRONG_METHOD, TEXT, "only GET and HEAD are served here\n");
            return;
        }
        switch (exchange.getRequestURI().getPath()) {
            case "/metrics" -> scrape(exchange, registry);
            case "/up" -> send(exchange, OK, TEXT, "ok\n");
            case "/ready" -> ready(exchange, readiness);
            default -> send(exchange, NOT_FOUND, TEXT, "served here: /metrics /up /ready /cluster\n");
        }
    }

    private static void scrape(HttpExchange exchange, PrometheusMeterRegistry registry) throws IOException {
        String wanted = exchange.getRequestHeaders().getFirst("Accept");
        boolean open = wanted != null && wanted.contains("application/openmetrics-text");
        String type = open
                ? "application/openmetrics-text; version=1.0.0; charset=utf-8"
                : "text/plain; version=0.0.4; charset=utf-8";
        send(exchange, OK, type, registry.scrape(type));
    }

    private static void ready(HttpExchange exchange, Readiness readiness) throws IOException {
        String obstacle = readiness.obstacleInDetail();
        String warned = line("warning: ", readiness.warning()) + line("", readiness.leadership());
        if (obstacle == null) {
            send(exchange, OK, TEXT, "ready\n" + warned);
        } else {
            send(exchange, UNAVAILABLE, TEXT, "not ready: " + obstacle + "\n" + warned);
        }
    }

    private static String line(String before, @Nullable String text) {
        return text == null ? "" : before + text + "\n";
    }

    private static void send(HttpExchange exchange, int status, String type, String text) throws IOException {
        try (exchange) {
            byte[] body = text.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", type);
            boolean head = exchange.getRequestMethod().equals("HEAD");
            exchange.sendResponseHeaders(status, head ? -1 : body.length);
            if (!head) {
                exchange.getResponseBody().write(body);
            }
        }
    }
}
