package io.snowgate.gateway.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import io.snowgate.gateway.state.StateSource;
import io.snowgate.generator.EpochClock;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Against a server that speaks MongoDB's protocol. Case numbers are those of section G. */
@Timeout(60)
class MongoSourceTest {

    private static final int MAX_BYTES = 20_000;

    private static MongoServer server;
    private static MongoClient client;

    private @Nullable StateSource source;

    @BeforeAll
    static void startServer() {
        server = new MongoServer(new MemoryBackend());
        server.bind();
        client = MongoClients.create(server.getConnectionString());
    }

    @AfterAll
    static void stopServer() {
        client.close();
        server.shutdownNow();
    }

    @BeforeEach
    void fill() {
        results().drop();
        results()
                .insertMany(List.of(
                        Document.parse("{_id: 'north', votes: 1, share: 1.5, secret: true}"),
                        Document.parse("{_id: 'south', votes: {$numberLong: '9007199254740993'}, at: {$date: 0}}")));
    }

    @AfterEach
    void close() {
        if (source != null) {
            source.close();
        }
    }

    @Test
    void servesOneDocumentAsRelaxedExtendedJson() throws Exception {
        open("?query={\"_id\":\"north\"}");
        assertThat(fetched()).isEqualTo("{\"_id\": \"north\", \"votes\": 1, \"share\": 1.5, \"secret\": true}");
        results().updateOne(new Document("_id", "north"), Document.parse("{$set: {votes: 2}}"));
        assertThat(fetched()).contains("\"votes\": 2");
        close();
        open("?query=%7B%22_id%22:%22south%22%7D");
        assertThat(fetched())
                .contains("\"votes\": 9007199254740993")
                .contains("\"at\": {\"$date\": \"1970-01-01T00:00:00Z\"}");
    }

    @Test
    void servesAllThatMatchAsAnArrayInOrderWithoutWhatIsNotWanted() throws Exception {
        open("?many=true&sort={\"_id\":-1}&projection={\"_id\":1}");
        assertThat(fetched()).isEqualTo("[{\"_id\": \"south\"},{\"_id\": \"north\"}]");
        close();
        open("?query={\"votes\":1}&many=true&projection={\"secret\":1}");
        assertThat(fetched()).isEqualTo("[{\"_id\": \"north\", \"secret\": true}]");
        close();
        open("?query={\"none\":1}&many=true");
        assertThat(fetched()).isEqualTo("[]");
    }

    @Test
    void noDocumentIsAFailure() {
        open("?query={\"_id\":\"west\"}");
        assertFailure("no document in night.results.live matches");
    }

    @Test
    void moreThanAThousandDocumentsAreRefusedUnlessFewerAreAskedFor() throws Exception {
        results()
                .insertMany(IntStream.range(0, 1_000)
                        .mapToObj(i -> new Document("_id", i))
                        .toList());
        open("?many=true&projection={\"_id\":1}&query={\"_id\":{\"$type\":\"int\"}}");
        assertThat(fetched()).endsWith("]");
        close();
        open("?many=true&projection={\"_id\":1}");
        assertFailure("more than 1000 documents match");
        close();
        open("?many=true&projection={\"_id\":1}&query={\"_id\":{\"$type\":\"int\"}}&sort={\"_id\":-1}&limit=2");
        assertThat(fetched()).isEqualTo("[{\"_id\": 999},{\"_id\": 998}]");
    }

    @Test
    void tooManyOctetsAreRefused() {
        results().insertOne(new Document("_id", "huge").append("x", "x".repeat(MAX_BYTES)));
        open("?query={\"_id\":\"huge\"}");
        assertFailure("the limit is " + MAX_BYTES);
        close();
        open("?many=true");
        assertFailure("the limit is " + MAX_BYTES);
    }

    @Test
    void g83NoServerIsAFailureWithinThreeSeconds() throws Exception {
        int port = RedisProcess.freePort();
        source = of("mongodb://127.0.0.1:" + port + "/night.results?query={}");
        long start = System.nanoTime();
        assertFailure("no server to read from: java.net.ConnectException: Connection refused");
        assertThat(System.nanoTime() - start).isLessThan(ofSeconds(4).toNanos());
    }

    @Test
    void g83NoPrimaryIsAFailureAndTheUrlsOwnTimeoutHolds() {
        open("?query={}&replicaSet=rs0&serverSelectionTimeoutMS=300");
        long start = System.nanoTime();
        assertFailure("no server to read from");
        assertThat(System.nanoTime() - start).isLessThan(ofSeconds(2).toNanos());
    }

    @Test
    void g83AWrongPasswordIsSaidAndNeverShown() {
        source = of("mongodb://me:h%40sh-secret@127.0.0.1:" + port() + "/night.results?query={}");
        assertThat(source.description()).isEqualTo("mongodb://127.0.0.1:" + port() + "/night.results");
        assertThatIOException().isThrownBy(source::fetch).satisfies(e -> {
            StringWriter text = new StringWriter();
            e.printStackTrace(new PrintWriter(text));
            assertThat(text.toString()).doesNotContain("h@sh-secret", "h%40sh-secret");
        });
    }

    @Test
    void g83AnInterruptEndsAQueryThatHangs() throws Exception {
        AtomicBoolean holds = new AtomicBoolean();
        try (RawServer proxy = proxy(holds)) {
            source = of("mongodb://127.0.0.1:" + proxy.port() + "/night.results.live?query={\"_id\":\"north\"}");
            fetched();
            holds.set(true);
            AtomicReference<Throwable> end = new AtomicReference<>();
            StateSource fetched = source;
            Thread fetching = Thread.ofPlatform().start(() -> {
                try {
                    fetched.fetch();
                } catch (IOException | InterruptedException e) {
                    end.set(e);
                }
            });
            await().until(() -> fetching.getState() == Thread.State.WAITING);
            fetching.interrupt();
            assertThat(fetching.join(ofSeconds(1))).isTrue();
            assertThat(end.get()).isInstanceOf(InterruptedException.class);
            holds.set(false);
            assertThat(fetched()).contains("north");
        }
    }

    @Test
    void isLiveAgainAfterARestart() throws Exception {
        MongoServer mortal = new MongoServer(new MemoryBackend());
        InetSocketAddress address = mortal.bind();
        source = of("mongodb://127.0.0.1:" + address.getPort() + "/d.c?many=true");
        assertThat(fetched()).isEqualTo("[]");
        mortal.shutdownNow();
        assertThatIOException().isThrownBy(() -> source().fetch());
        MongoServer next = new MongoServer(new MemoryBackend());
        next.bind(address);
        try {
            long start = System.nanoTime();
            assertThat(fetched()).isEqualTo("[]");
            assertThat(System.nanoTime() - start).isLessThan(ofSeconds(1).toNanos());
        } finally {
            next.shutdownNow();
        }
    }

    /** Between driver and server; while {@code holds}, no reply passes. */
    private static RawServer proxy(AtomicBoolean holds) throws IOException {
        return new RawServer(down -> {
            try (Socket up = new Socket(InetAddress.getLoopbackAddress(), port())) {
                Thread.ofVirtual().start(() -> {
                    try {
                        down.getInputStream().transferTo(up.getOutputStream());
                        up.shutdownOutput();
                    } catch (IOException e) {
                        // one of them has gone
                    }
                });
                byte[] octets = new byte[10_000];
                for (int read = up.getInputStream().read(octets);
                        read >= 0;
                        read = up.getInputStream().read(octets)) {
                    while (holds.get()) {
                        Thread.sleep(5);
                    }
                    down.getOutputStream().write(octets, 0, read);
                }
            }
        });
    }

    private static MongoCollection<Document> results() {
        return client.getDatabase("night").getCollection("results.live");
    }

    private static int port() {
        return server.getLocalAddress().getPort();
    }

    private void open(String query) {
        source = of("mongodb://127.0.0.1:" + port() + "/night.results.live" + query);
    }

    private static StateSource of(String spec) {
        assertThat(StateSources.complaint(spec)).isEmpty();
        return StateSources.of(spec, MAX_BYTES, EpochClock.system());
    }

    private StateSource source() {
        return Objects.requireNonNull(source);
    }

    private String fetched() throws IOException, InterruptedException {
        return new String(Objects.requireNonNull(source().fetch()), UTF_8);
    }

    private void assertFailure(String text) {
        assertThatIOException().isThrownBy(() -> source().fetch()).withMessageContaining(text);
    }
}
