package io.snowgate.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A real server that answers as a gateway does, once it has done what it was told to do first: {@link #next} misbehaves
 * for one request, {@link #always} for all.
 */
class ScriptedGateway implements AutoCloseable {

    private static final Pattern COUNT = Pattern.compile("[?&]n=([0-9]+)");

    /** What to do with one request. */
    interface Deed {

        void answer(HttpExchange exchange) throws IOException;
    }

    /** One that has come. */
    record Asked(String method, String target, @Nullable String key, int port) {}

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Queue<Deed> deeds = new ArrayDeque<>();
    private final Queue<Asked> asked = new ConcurrentLinkedQueue<>();
    private final ConcurrentHashMap<String, Long> keyed = new ConcurrentHashMap<>();
    private final AtomicLong next = new AtomicLong(1);

    private volatile @Nullable Deed always;
    private volatile @Nullable String members = "{\"leader\":null,\"members\":[]}";
    private volatile boolean isSilentOnMembers;

    ScriptedGateway() throws IOException {
        this(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
    }

    ScriptedGateway(HttpServer server) {
        this.server = server;
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    String address() {
        return "http://localhost:" + port();
    }

    int port() {
        return server.getAddress().getPort();
    }

    /** Misbehaves in this way for the next request that is not for {@code /members}. */
    ScriptedGateway next(Deed deed) {
        synchronized (deeds) {
            deeds.add(deed);
        }
        return this;
    }

    /** Misbehaves in this way from now on; null to behave. */
    ScriptedGateway always(@Nullable Deed deed) {
        always = deed;
        return this;
    }

    /** Says this at {@code /members}; null for a 404. */
    ScriptedGateway members(@Nullable String json) {
        members = json;
        return this;
    }

    /** Says nothing at {@code /members}. */
    ScriptedGateway silentOnMembers() {
        isSilentOnMembers = true;
        return this;
    }

    /** Says that {@code leader} leads. */
    ScriptedGateway leads(ScriptedGateway leader) {
        return leads(leader.address());
    }

    /** Says that whoever is to be found at this address leads. */
    ScriptedGateway leads(String address) {
        String member = "{\"nodeID\":1,\"addr\":\"127.0.0.1:1\",\"http\":\"" + address + "\"}";
        return members("{\"leader\":" + member + ",\"members\":[" + member + "]}\n");
    }

    /** Hands out from here on. */
    ScriptedGateway from(long first) {
        next.set(first);
        return this;
    }

    /** What has come, but for {@code /members}. */
    List<Asked> asked() {
        return asked.stream()
                .filter(request -> !request.target.equals("/members"))
                .toList();
    }

    /** How many connections it was asked over. */
    long connections() {
        return asked.stream().map(Asked::port).distinct().count();
    }

    int askedForMembers() {
        return asked.size() - asked().size();
    }

    private void handle(HttpExchange exchange) throws IOException {
        String target = exchange.getRequestURI().toString();
        asked.add(new Asked(
                exchange.getRequestMethod(),
                target,
                exchange.getRequestHeaders().getFirst("Idempotency-Key"),
                exchange.getRemoteAddress().getPort()));
        try (exchange) {
            String json = members;
            if (target.equals("/members") && isSilentOnMembers) {
                rest(Long.MAX_VALUE);
            } else if (target.equals("/members")) {
                send(exchange, json == null ? 404 : 200, json == null ? new byte[0] : json.getBytes(UTF_8));
            } else {
                deed().answer(exchange);
            }
        }
    }

    private Deed deed() {
        synchronized (deeds) {
            Deed once = deeds.poll();
            Deed forever = always;
            return once != null ? once : forever != null ? forever : this::behave;
        }
    }

    /** Answers as a gateway does. */
    void behave(HttpExchange exchange) throws IOException {
        send(exchange, 200, body(exchange));
    }

    private byte[] body(HttpExchange exchange) {
        String target = exchange.getRequestURI().toString();
        Matcher n = COUNT.matcher(target);
        int count = n.find() ? Integer.parseInt(n.group(1)) : 1;
        if (target.startsWith("/timestamp")) {
            return timestamps(next.getAndAdd(count), count);
        }
        if (target.startsWith("/api/snowflake")) {
            StringBuilder lines = new StringBuilder();
            for (int i = 0; i < count; i++) {
                lines.append(next.getAndAdd(10)).append('\n');
            }
            return lines.toString().strip().getBytes(UTF_8);
        }
        String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
        long from = key == null ? next.getAndAdd(count) : keyed.computeIfAbsent(key, unused -> next.getAndAdd(count));
        return range(from, from + count).getBytes(UTF_8);
    }

    static String range(long from, long to) {
        return "{\"name\":\"orders\",\"from\":" + from + ",\"to\":" + to + "}";
    }

    static byte[] timestamps(long first, int count) {
        ByteBuffer octets = ByteBuffer.allocate(count * Answers.TIMESTAMP_BYTES);
        for (long timestamp = first; timestamp < first + count; timestamp++) {
            octets.putLong(Timestamps.physicalMillis(timestamp) * 1_000_000);
            octets.putLong(Timestamps.logical(timestamp) + 1L);
        }
        return octets.array();
    }

    static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    /** Says this. */
    static Deed says(int status, String body, String... headers) {
        return exchange -> {
            for (int i = 0; i < headers.length; i += 2) {
                exchange.getResponseHeaders().add(headers[i], headers[i + 1]);
            }
            send(exchange, status, body.getBytes(UTF_8));
        };
    }

    /** Takes the values, and cuts the connection in the middle of the answer. */
    Deed cutsTheAnswer() {
        return exchange -> {
            byte[] body = body(exchange);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body, 0, body.length / 2);
            exchange.getResponseBody().flush();
            throw new IOException("cut, as told");
        };
    }

    /** Takes the values, and cuts the connection before the answer. */
    Deed cutsBeforeTheAnswer() {
        return exchange -> {
            byte[] unused = body(exchange);
            throw new IOException("cut, as told");
        };
    }

    /** Does nothing, until the thread is interrupted by {@link #close}. */
    static Deed isSilent() {
        return exchange -> rest(Long.MAX_VALUE);
    }

    static void rest(long millis) throws IOException {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IOException("closed", e);
        }
    }

    /** No longer listens; connections are cut. */
    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
