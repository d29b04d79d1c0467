package io.snowgate.gateway;

import static io.snowgate.gateway.http.Http2Octets.DATA;
import static io.snowgate.gateway.http.Http2Octets.INITIAL_WINDOW_SIZE;
import static io.snowgate.gateway.http.Http2Octets.NO_FLAGS;
import static io.snowgate.gateway.http.Http2Octets.RST_STREAM;
import static io.snowgate.gateway.http.Http2Octets.WINDOW_UPDATE;
import static io.snowgate.gateway.http.Http2Octets.frame;
import static io.snowgate.gateway.http.Http2Octets.get;
import static io.snowgate.gateway.http.Http2Octets.number;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.PooledByteBufAllocator;
import io.netty.handler.codec.http2.Http2Error;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients of {@code /state/stream} that read late, never, or not to the end; of a document too large for a socket. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class StateStreamSlowIT {

    private static final int DOCUMENT_BYTES = 1 << 20;
    private static final int CLIENTS = 100;
    private static final int SMALL_RECEIVE_BUFFER_BYTES = 4_096;

    /** One slice, encrypted or not, and what belongs to a connection. */
    private static final long BYTES_PER_CLIENT = 32 * 1024;

    @TempDir
    private Path directory;

    private Path document;
    private TestGateway gateway;
    private int version;

    @BeforeEach
    void start() throws IOException {
        document = directory.resolve("state.json");
        change();
        gateway = startGateway("30s");
    }

    @AfterEach
    void stop() {
        gateway.close();
    }

    private TestGateway startGateway(String stallTimeout) {
        return TestGateway.start(
                "--state",
                "file:" + document,
                "--plain-port",
                "0",
                "--grace",
                "1s",
                "--set",
                "state.refresh=100ms",
                "--set",
                "limits.stream-stall-timeout=" + stallTimeout);
    }

    /** A document whose first and last words are its number. */
    private void change() throws IOException {
        version++;
        String json = "[" + version + ",\"" + "x".repeat(DOCUMENT_BYTES) + "\"," + version + "]";
        Path next = Files.writeString(directory.resolve("next.json"), json);
        Files.move(next, document, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Changes the document, and returns when a client that reads has got it. */
    private void changeAndSee(EventReader witness) throws IOException {
        change();
        while (!witness.next().data().startsWith("[" + version + ",")) {}
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void skipsToTheNewestVersionForAClientThatReadsLate(boolean tls) throws Exception {
        try (EventReader witness = EventReader.open(gateway, HttpClient.Version.HTTP_2, "/state/stream");
                RawConnection late = tls ? RawConnection.tls(gateway) : RawConnection.plain(gateway)) {
            late.get("/state/stream").head();
            for (int i = 0; i < 10; i++) {
                changeAndSee(witness);
            }

            String text = late.textUntil("," + version + "]\n\n");

            assertThat(text.split("event: state", -1).length - 1).as("events").isLessThan(6);
            assertThat(Scrape.of(gateway).value("snowgate_stream_events_skipped_total"))
                    .isGreaterThan(5);
            changeAndSee(witness);
            assertThat(late.textUntil("," + version + "]\n\n")).containsOnlyOnce("event: state");
        }
    }

    @Test
    @DisplayName("K127: slow readers")
    void holdsNoMemoryForClientsThatDoNotRead() throws Exception {
        List<Socket> deaf = new ArrayList<>();
        try (EventReader witness = EventReader.open(gateway, HttpClient.Version.HTTP_2, "/state/stream")) {
            witness.next();
            long before = PooledByteBufAllocator.DEFAULT.pinnedDirectMemory();
            for (int i = 0; i < CLIENTS; i++) {
                deaf.add(deafClient());
            }
            awaitOpen(CLIENTS + 1);
            for (int i = 0; i < 10; i++) {
                changeAndSee(witness);
                assertThat(PooledByteBufAllocator.DEFAULT.pinnedDirectMemory() - before)
                        .isLessThan(CLIENTS * BYTES_PER_CLIENT);
            }
            assertThat(gateway.get(HttpClient.Version.HTTP_1_1, "/up").statusCode())
                    .isEqualTo(200);
        } finally {
            for (Socket socket : deaf) {
                socket.close();
            }
        }
        awaitOpen(0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void dropsAClientOverHttp1ThatDoesNotRead(boolean tls) throws Exception {
        gateway.close();
        gateway = startGateway("500ms");
        try (EventReader witness = EventReader.open(gateway, HttpClient.Version.HTTP_2, "/state/stream");
                RawConnection deaf = tls ? RawConnection.tls(gateway) : RawConnection.plain(gateway)) {
            deaf.get("/state/stream").head();
            awaitOpen(2);
            while (Scrape.of(gateway).value("snowgate_streams_open") > 1) {
                changeAndSee(witness);
            }
            assertThat(Scrape.of(gateway).value("snowgate_streams_stalled_total"))
                    .isEqualTo(1);
        }
    }

    @Test
    @DisplayName("C44: a window that stays shut")
    void resetsAStreamOverHttp2WhoseWindowStaysShutAndGoesOnWithTheOthers() throws Exception {
        gateway.close();
        gateway = startGateway("500ms");
        try (RawHttp2 client = RawHttp2.connect(gateway, INITIAL_WINDOW_SIZE, 0)) {
            client.send(get(1, "/state/stream"), get(3, "/state/stream"));
            client.send(frame(WINDOW_UPDATE, NO_FLAGS, 3, number(20)));
            assertThat(client.answer(1).reset()).isEqualTo(Http2Error.CANCEL);
            assertThat(client.answer(3).reset()).as("its document did not fit").isEqualTo(Http2Error.CANCEL);
            client.send(frame(WINDOW_UPDATE, NO_FLAGS, 0, number(1 << 30)));
            client.send(get(5, "/up"), frame(WINDOW_UPDATE, NO_FLAGS, 5, number(100)));
            assertThat(client.answer(5).body()).isEqualTo("ok");
        }
        assertThat(Scrape.of(gateway).value("snowgate_streams_stalled_total")).isEqualTo(2);
        awaitOpen(0);
    }

    @Test
    void closesAConnectionOverHttp2ThatIsNotRead() throws Exception {
        gateway.close();
        gateway = startGateway("500ms");
        try (RawHttp2 client = RawHttp2.connect(gateway, INITIAL_WINDOW_SIZE, Integer.MAX_VALUE)) {
            client.send(frame(WINDOW_UPDATE, NO_FLAGS, 0, number(1 << 30)));
            client.send(get(1, "/state/stream"));
            client.await(DATA);
            client.read(false);
            Awaitility.await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
                change();
                assertThat(Scrape.of(gateway).value("snowgate_connections_open"))
                        .isZero();
            });
        }
        awaitOpen(0);
    }

    @Test
    void forgetsClientsThatAreResetWithinAnEvent() throws Exception {
        for (int i = 0; i < CLIENTS; i++) {
            Socket socket = deafClient();
            assertThat(socket.getInputStream().read()).isPositive();
            socket.setSoLinger(true, 0);
            socket.close();
        }
        try (RawHttp2 client = RawHttp2.connect(gateway)) {
            for (int id = 1; id < 2 * CLIENTS; id += 2) {
                client.send(get(id, "/state/stream"), frame(WINDOW_UPDATE, NO_FLAGS, 0, number(65_535)));
                while (client.await(DATA).stream() != id) {}
                client.send(frame(RST_STREAM, NO_FLAGS, id, number(8)));
            }
            awaitOpen(0);
            client.send(get(2 * CLIENTS + 1, "/up"), frame(WINDOW_UPDATE, NO_FLAGS, 0, number(65_535)));
            assertThat(client.answer(2 * CLIENTS + 1).body()).isEqualTo("ok");
        }
        Awaitility.await()
                .untilAsserted(() -> assertThat(Scrape.of(gateway).value("snowgate_connections_open"))
                        .isZero());
    }

    private Socket deafClient() throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(SMALL_RECEIVE_BUFFER_BYTES);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), gateway.plainPort()));
        socket.getOutputStream()
                .write("GET /state/stream HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private void awaitOpen(int count) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(Scrape.of(gateway).value("snowgate_streams_open"))
                        .isEqualTo(count));
    }
}
