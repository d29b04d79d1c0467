package io.snowgate.gateway.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowgate.gateway.TestGateway;
import io.snowgate.gateway.tls.Clients.Farewell;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Handshakes that fail, stop or say odd things, against the running gateway with its whole pipeline. */
class HandshakesIT {

    private static final int PROTOCOL_VERSION = 70;
    private static final int HANDSHAKE_FAILURE = 40;
    private static final int NO_APPLICATION_PROTOCOL = 120;
    private static final long AT_ONCE_MILLIS = 1_000;
    private static final long HANDSHAKE_MILLIS = 2_000;
    private static final String GET = "GET /up HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

    private static TestGateway gateway;

    @BeforeAll
    static void start() {
        gateway = TestGateway.start("--set", "snowgate.limits.handshake-timeout=" + HANDSHAKE_MILLIS + "ms");
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @Test
    @DisplayName("A1: TLS 1.1")
    void refusesTls11WithAnAlertAndCloses() throws Exception {
        ClientHello hello = new ClientHello(ClientHello.TLS_1_1, ClientHello.ECDHE_ECDSA_AES_128_CBC);
        assertRefused(hello.group(ClientHello.P_256), PROTOCOL_VERSION);
    }

    @Test
    @DisplayName("A2: SSLv2 and SSLv3")
    void closesOnTheAncientHellos() throws Exception {
        byte[] ssl2 = {(byte) 0x80, 28, 1, 0, 2, 0, 3, 0, 0, 0, 16, 1, 0, (byte) 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
        Farewell two = Clients.send(gateway.port(), Arrays.copyOf(ssl2, 30));
        assertThat(two.afterMillis()).isLessThan(AT_ONCE_MILLIS);
        ClientHello three = new ClientHello(0x0300, ClientHello.ECDHE_ECDSA_AES_128_CBC);
        assertRefused(three.group(ClientHello.P_256), PROTOCOL_VERSION);
    }

    @Test
    @DisplayName("A3, A4: nothing in common")
    void refusesAClientThatSharesNoSuiteOrNoGroup() throws Exception {
        assertRefused(
                new ClientHello(ClientHello.TLS_1_2, ClientHello.RSA_AES_128_GCM).group(ClientHello.P_256),
                HANDSHAKE_FAILURE);
        assertRefused(
                new ClientHello(ClientHello.TLS_1_2, ClientHello.ECDHE_ECDSA_AES_128_GCM).group(ClientHello.P_521),
                HANDSHAKE_FAILURE);
    }

    @Test
    @DisplayName("A5: plain HTTP")
    void tellsAPlainClientThatThisPortSpeaksHttps() throws Exception {
        try (Socket socket = Clients.bare(gateway.port())) {
            long start = System.nanoTime();
            socket.getOutputStream().write(GET.getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            assertThat(answer).startsWith("HTTP/1.1 400 ").endsWith("use https://\n");
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMillis(AT_ONCE_MILLIS));
        }
    }

    @Test
    @DisplayName("A6, A7: silence")
    void closesHandshakesThatDoNotGoOn() throws Exception {
        byte[] hello = new ClientHello(ClientHello.TLS_1_2, ClientHello.ECDHE_ECDSA_AES_128_GCM)
                .group(ClientHello.P_256)
                .record();
        List<Future<Farewell>> farewells = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int octets : new int[] {0, 1, 5, 40, hello.length}) {
                farewells.add(threads.submit(() -> Clients.send(gateway.port(), Arrays.copyOf(hello, octets))));
            }
        }
        for (Future<Farewell> farewell : farewells) {
            assertThat(farewell.get().afterMillis())
                    .isBetween(HANDSHAKE_MILLIS - 100, HANDSHAKE_MILLIS + AT_ONCE_MILLIS);
        }
    }

    @Test
    @DisplayName("A6: drip")
    void closesAHandshakeThatDrips() throws Exception {
        byte[] hello = new ClientHello(ClientHello.TLS_1_2, ClientHello.ECDHE_ECDSA_AES_128_GCM)
                .group(ClientHello.P_256)
                .record();
        try (Socket socket = Clients.bare(gateway.port())) {
            long start = System.nanoTime();
            Thread drip = Thread.startVirtualThread(() -> drip(socket, hello));
            while (read(socket) >= 0) {
                // an alert may come first
            }
            assertThat(Duration.ofNanos(System.nanoTime() - start).toMillis())
                    .isBetween(HANDSHAKE_MILLIS - 100, HANDSHAKE_MILLIS + AT_ONCE_MILLIS);
            drip.interrupt();
        }
    }

    @Test
    @DisplayName("A10: handshake records without content")
    void closesOnAThousandEmptyRecordsBeforeTheHello() throws Exception {
        byte[] records = new byte[5_000];
        for (int i = 0; i < records.length; i += 5) {
            records[i] = 22;
            records[i + 1] = 3;
            records[i + 2] = 1;
        }
        try (Socket socket = Clients.bare(gateway.port())) {
            long start = System.nanoTime();
            socket.getOutputStream().write(records);
            while (read(socket) >= 0) {
                // an alert may come first
            }
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMillis(AT_ONCE_MILLIS));
        }
    }

    @Test
    @DisplayName("A13: unknown name")
    void showsTheOneCertificateWhateverNameIsAskedFor() throws Exception {
        try (SSLSocket socket = Clients.connect(gateway.trust(), gateway.port(), parameters -> {
            parameters.setEndpointIdentificationAlgorithm(null);
            parameters.setServerNames(List.of(new SNIHostName("nowhere.example")));
        })) {
            assertThat(up(socket)).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    @DisplayName("A14: foreign application protocol")
    void refusesForeignApplicationProtocols() throws Exception {
        ClientHello hello = new ClientHello(ClientHello.TLS_1_2, ClientHello.ECDHE_ECDSA_AES_128_GCM);
        assertRefused(hello.group(ClientHello.P_256).applicationProtocols("foo"), NO_APPLICATION_PROTOCOL);
    }

    @Test
    @DisplayName("A15: no application protocol")
    void speaksHttp11WithoutAnApplicationProtocol() throws Exception {
        try (SSLSocket socket = Clients.connect(gateway.trust(), gateway.port(), parameters -> {})) {
            assertThat(up(socket)).startsWith("HTTP/1.1 200");
            assertThat(socket.getApplicationProtocol()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    @DisplayName("A17: a ticket of before the restart")
    void shakesHandsInFullWithAClientOfBeforeTheRestart(String version) throws Exception {
        SSLContext client = Clients.trusting(gateway.certificate());
        long session;
        try (TestGateway before = TestGateway.start()) {
            session = session(client, before, version);
            assertThat(session(client, before, version)).as("resumed").isEqualTo(session);
        }
        try (TestGateway after = TestGateway.start()) {
            assertThat(session(client, after, version)).as("new").isNotEqualTo(session);
        }
    }

    @Test
    @DisplayName("A18: 1,000 handshakes broken off")
    void forgetsAThousandHandshakesThatAreBrokenOff() throws Exception {
        byte[] hello = new ClientHello(ClientHello.TLS_1_2, ClientHello.ECDHE_ECDSA_AES_128_GCM)
                .group(ClientHello.P_256)
                .record();
        assertThat(gateway.get(HttpClient.Version.HTTP_2, "/up").statusCode()).isEqualTo(200);
        awaitNoConnections();
        double files = metric("process_files_open_files");
        for (int i = 0; i < 1_000; i++) {
            try (Socket socket = Clients.bare(gateway.port())) {
                socket.getOutputStream().write(hello, 0, i % 3 == 0 ? 20 : hello.length);
                if (i % 3 == 1) {
                    assertThat(read(socket)).as("the server's hello").isEqualTo(22);
                }
                socket.setSoLinger(i % 2 == 0, 0);
            }
        }
        awaitNoConnections();
        assertThat(metric("process_files_open_files")).isLessThan(files + 20);
        assertThat(gateway.get(HttpClient.Version.HTTP_2, "/up").statusCode()).isEqualTo(200);
    }

    @Test
    @DisplayName("A3: handshakes that fail are counted")
    void countsAClientThatDoesNotTrustTheCertificate() throws Exception {
        double failed = metric("snowgate_tls_handshakes_total{outcome=\"failed\"}");
        SSLContext suspicious = SSLContext.getInstance("TLS");
        suspicious.init(null, null, null);
        try (SSLSocket socket = Clients.connect(suspicious, gateway.port(), parameters -> {})) {
            assertThatThrownBy(socket::startHandshake).isInstanceOf(IOException.class);
        }
        Awaitility.await()
                .atMost(Duration.ofSeconds(5))
                .untilAsserted(() -> assertThat(metric("snowgate_tls_handshakes_total{outcome=\"failed\"}"))
                        .isGreaterThan(failed));
        assertThat(gateway.get(HttpClient.Version.HTTP_1_1, "/up").statusCode()).isEqualTo(200);
    }

    private static void assertRefused(ClientHello hello, int alert) throws IOException {
        Farewell farewell = Clients.send(gateway.port(), hello.record());
        assertThat(farewell.fatalAlert()).isEqualTo(alert);
        assertThat(farewell.afterMillis()).isLessThan(AT_ONCE_MILLIS);
    }

    /** When the session was made that this connection uses. The port of the cache is always the same. */
    private static long session(SSLContext client, TestGateway gateway, String version) throws IOException {
        try (SSLSocket socket = (SSLSocket)
                client.getSocketFactory().createSocket(Clients.bare(gateway.port()), "localhost", 443, true)) {
            socket.setEnabledProtocols(new String[] {version});
            assertThat(up(socket)).startsWith("HTTP/1.1 200");
            return socket.getSession().getCreationTime();
        }
    }

    private static String up(SSLSocket socket) throws IOException {
        socket.getOutputStream().write(GET.getBytes(StandardCharsets.US_ASCII));
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    }

    private static int read(Socket socket) {
        try {
            return socket.getInputStream().read();
        } catch (IOException reset) {
            return -1;
        }
    }

    private static void drip(Socket socket, byte[] octets) {
        try {
            for (byte octet : octets) {
                socket.getOutputStream().write(octet);
                Thread.sleep(50);
            }
        } catch (IOException | InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private static void awaitNoConnections() {
        Awaitility.await()
                .atMost(Duration.ofSeconds(5))
                .untilAsserted(
                        () -> assertThat(metric("snowgate_connections_open")).isZero());
    }

    private static double metric(String name) throws IOException, InterruptedException {
        return gateway.admin("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith(name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
                .findFirst()
                .orElseThrow();
    }
}
