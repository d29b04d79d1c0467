package io.snowgate.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.model.ReplaceOptions;
import com.sun.net.httpserver.HttpServer;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import io.snowgate.gateway.source.RedisProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One election night out of each kind of store, through a whole gateway: changed there it is seen here, without the store
 * the last one stays and grows older, with the store back it is live again.
 */
@Timeout(120)
class StateSourcesIT {

    /** For a busy machine; without one the refresh and the 100 ms would do. */
    private static final Duration SLACK = ofMillis(500);

    private static final Duration REFRESH = ofSeconds(1);

    @TempDir
    private static Path directory;

    /** A store of one document that can be changed, killed, and started again with a document. */
    interface Store extends AutoCloseable {

        String source();

        void put(String json) throws Exception;

        void kill() throws Exception;

        void restart(String json) throws Exception;

        @Override
        void close();
    }

    static Stream<Arguments> stores() throws Exception {
        return Stream.of(
                Arguments.of("file", new FileStore(directory.resolve("night.json"))),
                Arguments.of("redis", new RedisStore()),
                Arguments.of("mongodb", new MongoStore()),
                Arguments.of("http", new HttpStore()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("stores")
    void showsEachStoreAsItIsAndItsLastDocumentWithoutIt(String kind, Store store) throws Exception {
        store.put(night(1));
        try (store;
                TestGateway gateway = TestGateway.start(
                        "--state", store.source(), "--refresh", "1s", "--set", "state.max-size=64KiB");
                HttpClient client = gateway.client(HttpClient.Version.HTTP_1_1)) {
            awaitVotes(gateway, client, 1, ofSeconds(5));

            for (int votes = 2; votes <= 4; votes++) {
                store.put(night(votes));
                awaitVotes(gateway, client, votes, REFRESH.plusMillis(100).plus(SLACK));
            }

            store.kill();
            await().atMost(ofSeconds(15)).until(() -> age(get(gateway, client)) >= 3);
            HttpResponse<String> last = get(gateway, client);
            assertThat(last.statusCode()).isEqualTo(200);
            assertThat(last.body()).contains("Valdoria").containsPattern("\"votes\": ?4\\b");

            store.restart(night(5));
            awaitVotes(gateway, client, 5, ofSeconds(2).plus(SLACK));
            assertThat(age(get(gateway, client))).isLessThanOrEqualTo(1);
        }
    }

    private static void awaitVotes(TestGateway gateway, HttpClient client, int votes, Duration atMost) {
        await().pollDelay(Duration.ZERO)
                .pollInterval(ofMillis(20))
                .atMost(atMost)
                .until(() -> get(gateway, client).body().matches("(?s).*\"votes\": ?" + votes + "\\b.*"));
    }

    private static long age(HttpResponse<String> answer) {
        return answer.headers().firstValueAsLong("snowgate-age").orElseThrow();
    }

    private static HttpResponse<String> get(TestGateway gateway, HttpClient client) throws Exception {
        return client.send(HttpRequest.newBuilder(gateway.uri("/state")).build(), BodyHandlers.ofString());
    }

    /** Of about 4 KB, as the demo. */
    private static String night(int votes) {
        StringBuilder districts = new StringBuilder();
        for (int i = 0; i < 45; i++) {
            districts.append(i == 0 ? "" : ",").append("""
                    {"name":"District %d","counted":%d,"shares":[0.25,1.5e-1,%d],"leader":"CM"}""".formatted(i, i, i));
        }
        return "{\"title\":\"Election night in Valdoria\",\"votes\":%d,\"districts\":[%s]}".formatted(votes, districts);
    }

    private record FileStore(Path file) implements Store {

        @Override
        public String source() {
            return "file:" + file;
        }

        @Override
        public void put(String json) throws IOException {
            Path next = Files.writeString(file.resolveSibling("next"), json);
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
        }

        @Override
        public void kill() throws IOException {
            Files.delete(file);
        }

        @Override
        public void restart(String json) throws IOException {
            put(json);
        }

        @Override
        public void close() {}
    }

    private static final class RedisStore implements Store {

        private final RedisProcess redis = RedisProcess.started();

        RedisStore() throws IOException {}

        @Override
        public String source() {
            return "redis://127.0.0.1:" + redis.port() + "/election";
        }

        @Override
        public void put(String json) {
            redis.set("election", json);
        }

        @Override
        public void kill() {
            redis.kill();
        }

        @Override
        public void restart(String json) throws IOException {
            redis.restart();
            put(json);
        }

        @Override
        public void close() {
            redis.close();
        }
    }

    private static final class MongoStore implements Store {

        private MongoServer server = new MongoServer(new MemoryBackend());
        private final InetSocketAddress address = server.bind();

        @Override
        public String source() {
            return "mongodb://127.0.0.1:" + address.getPort() + "/night.results?query={\"_id\":\"x\"}";
        }

        @Override
        public void put(String json) {
            try (MongoClient client = MongoClients.create(server.getConnectionString())) {
                client.getDatabase("night")
                        .getCollection("results")
                        .replaceOne(new Document("_id", "x"), Document.parse(json), new ReplaceOptions().upsert(true));
            }
        }

        @Override
        public void kill() {
            server.shutdownNow();
        }

        @Override
        public void restart(String json) {
            server = new MongoServer(new MemoryBackend());
            server.bind(address);
            put(json);
        }

        @Override
        public void close() {
            server.shutdownNow();
        }
    }

    private static final class HttpStore implements Store {

        private volatile String document = "";
        private int port;
        private @Nullable HttpServer server;

        HttpStore() throws IOException {
            start();
        }

        private void start() throws IOException {
            HttpServer next = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
            port = next.getAddress().getPort();
            next.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            next.createContext("/", exchange -> {
                String tag = '"' + Integer.toHexString(document.hashCode()) + '"';
                boolean same = tag.equals(exchange.getRequestHeaders().getFirst("If-None-Match"));
                byte[] body = same ? new byte[0] : document.getBytes(UTF_8);
                exchange.getResponseHeaders().add("ETag", tag);
                exchange.sendResponseHeaders(same ? 304 : 200, same ? -1 : body.length);
                exchange.getResponseBody().write(body);
                exchange.close();
            });
            next.start();
            server = next;
        }

        @Override
        public String source() {
            return "http://127.0.0.1:" + port + "/night.json";
        }

        @Override
        public void put(String json) {
            document = json;
        }

        @Override
        public void kill() {
            if (server != null) {
                server.stop(0);
            }
        }

        @Override
        public void restart(String json) throws IOException {
            document = json;
            start();
        }

        @Override
        public void close() {
            kill();
        }
    }
}
