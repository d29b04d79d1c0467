package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** SIGTERM to the packaged application: CASES 133 and 134. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class DrainIT {

    private static final int CONNECTIONS = 8;
    private static final int STREAMS = 8;
    private static final int GOAWAY = 7;
    private static final int WARM_UP = 400;
    private static final Duration BEYOND_GRACE = Duration.ofSeconds(2);

    @TempDir
    private Path directory;

    private final AtomicInteger answered = new AtomicInteger();

    @Test
    void failsNoAcceptedRequestWhenItIsStoppedUnderLoad() throws Exception {
        Duration grace = Duration.ofSeconds(5);
        try (GatewayProcess gateway = GatewayProcess.serving(directory, "--grace", "5s");
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                HttpClient http2 = HttpClient.newBuilder()
                        .sslContext(GatewayProcess.trust())
                        .version(HttpClient.Version.HTTP_2)
                        .build()) {
            int port = gateway.port();
            SSLContext trust = GatewayProcess.trust();
            List<Future<?>> load = new ArrayList<>();
            for (int i = 0; i < CONNECTIONS; i++) {
                load.add(threads.submit(() -> http1UntilToldToStop(trust, port)));
            }
            for (int i = 0; i < STREAMS; i++) {
                load.add(threads.submit(() -> http2UntilRefused(http2, port)));
            }
            Awaitility.await().until(() -> answered.get() > WARM_UP);

            gateway.terminate();
            GatewayProcess.Ended ended = gateway.end(grace.plus(BEYOND_GRACE));

            for (Future<?> client : load) {
                client.get();
            }
            assertThat(ended.status()).isZero();
            assertThat(ended.err()).isEmpty();
        }
    }

    @Test
    void saysItIsNotReadyAndTakesNoNewConnectionsWhileItDrains() throws Exception {
        try (GatewayProcess gateway = GatewayProcess.serving(directory);
                KeepAliveClient open = new KeepAliveClient(GatewayProcess.trust(), gateway.port());
                KeepAliveClient idle = new KeepAliveClient(GatewayProcess.trust(), gateway.port())) {
            int port = gateway.port();
            assertThat(open.get("/ready").status()).isEqualTo(200);
            assertThat(idle.get("/up").isLast()).isFalse();

            gateway.terminate();
            Awaitility.await().pollInterval(Duration.ofMillis(5)).until(() -> refusesConnections(port));
            KeepAliveClient.Answer answer = open.get("/ready");

            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.body()).contains("being stopped");
            assertThat(answer.isLast()).isTrue();
            assertThat(open.isClosedByServer()).isTrue();
            assertThat(idle.isClosedByServer()).isTrue();
            GatewayProcess.Ended ended = gateway.end();
            assertThat(ended.status()).isZero();
            assertThat(ended.err())
                    .as("did not have to wait for the end of the grace")
                    .isEmpty();
        }
    }

    @Test
    void endsHttp2ConnectionsWhoseHandshakeWasUnderWay() throws Exception {
        try (TestGateway gateway = TestGateway.start("--grace", "50s");
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                Socket early = TestGateway.socket(gateway.port())) {
            Awaitility.await().until(() -> gateway.admin("/metrics").body().contains("snowgate_connections_open 1.0"));
            Future<?> stop = threads.submit(gateway::close);
            Awaitility.await().until(() -> refusesConnections(gateway.port()));
            SSLSocket tls = (SSLSocket) gateway.trust().getSocketFactory().createSocket(early, "localhost", 0, true);
            SSLParameters parameters = tls.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {"h2"});
            tls.setSSLParameters(parameters);

            assertThat(tls.getInputStream().readAllBytes())
                    .as("frames until the end, GOAWAY among them")
                    .containsSubsequence((byte) 8, (byte) GOAWAY, (byte) 0, (byte) 0, (byte) 0, (byte) 0, (byte) 0);
            stop.get();
        }
    }

    /** A race between accepting and stopping, so many tries; the kernel resets what the gateway had not accepted yet. */
    @RepeatedTest(10)
    void leavesNoConnectionOpenThatCameWithTheStop() throws Exception {
        try (Socket late = connectedJustBeforeTheStop()) {
            late.setSoTimeout(5_000);

            assertThat(isEnded(late)).isTrue();
        }
    }

    @Test
    void exitsWhenTheGraceIsOverThoughAClientNeverReadsAndASecondSignalCame() throws Exception {
        try (GatewayProcess gateway = GatewayProcess.serving(directory, "--grace", "1s", "--plain-port", "0");
                SocketChannel deaf = clientThatNeverReads(gateway.plainPort())) {
            assertThat(deaf.isConnected()).isTrue();

            gateway.terminate();
            gateway.terminate();
            GatewayProcess.Ended ended = gateway.end(Duration.ofSeconds(1).plus(BEYOND_GRACE));

            assertThat(ended.status()).isZero();
            assertThat(ended.err()).contains("closed 1 connections that had not ended within 1000 ms");
        }
    }

    /** Every request sent on an open connection is answered whole, until an answer says that it is the last. */
    private int http1UntilToldToStop(SSLContext trust, int port) throws IOException {
        try (KeepAliveClient client = new KeepAliveClient(trust, port)) {
            KeepAliveClient.Answer answer = client.get("/state");
            while (!answer.isLast()) {
                assertThat(answer.status()).isEqualTo(200);
                answered.incrementAndGet();
                answer = client.get("/api/snowflake?n=100");
            }
            assertThat(answer.status()).isEqualTo(200);
            assertThat(client.isClosedByServer()).isTrue();
            return answered.get();
        }
    }

    /** A client that opens a new connection when it is told to leave, and so ends when none is to be had. */
    private int http2UntilRefused(HttpClient client, int port) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("https://localhost:" + port + "/api/snowflake?n=100"))
                .build();
        while (true) {
            try {
                HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
                assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
                assertThat(answer.statusCode()).isEqualTo(200);
                answered.incrementAndGet();
            } catch (ConnectException refused) {
                return answered.get();
            }
        }
    }

    private static Socket connectedJustBeforeTheStop() throws IOException {
        try (TestGateway gateway = TestGateway.start("--grace", "50ms", "--plain-port", "0")) {
            return TestGateway.socket(gateway.plainPort());
        }
    }

    private static boolean isEnded(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException stillOpen) {
            return false;
        } catch (SocketException reset) {
            return true;
        }
    }

    private static boolean refusesConnections(int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return !socket.isConnected();
        } catch (ConnectException refused) {
            return true;
        }
    }

    /** Asks until the server reads no more, because nobody takes its answers. */
    private static SocketChannel clientThatNeverReads(int port) throws IOException {
        SocketChannel channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        channel.configureBlocking(false);
        ByteBuffer request = ByteBuffer.wrap(
                "GET /api/snowflake?n=1000 HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        Awaitility.await().during(Duration.ofMillis(300)).until(() -> writeAllThatFits(channel, request) == 0);
        return channel;
    }

    private static long writeAllThatFits(SocketChannel channel, ByteBuffer request) throws IOException {
        long written = 0;
        for (int some = channel.write(request); some > 0; some = channel.write(request)) {
            written += some;
            if (!request.hasRemaining()) {
                request.rewind();
            }
        }
        return written;
    }
}
