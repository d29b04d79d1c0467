package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowgate.gateway.RawConnection.Answer;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a greedy client gets, and that nobody else pays for it. */
class LimitsIT {

    private static final int LIMIT = 5;
    private static final int MANY = 2_000;
    private static final int IDS = 1_000;

    @Test
    @DisplayName("B: connection limit")
    void closesTheConnectionPastTheLimitAndServesTheOthers() throws Exception {
        try (TestGateway gateway =
                TestGateway.start("--plain-port", "0", "--set", "snowgate.limits.connections=" + LIMIT)) {
            List<RawConnection> clients = new ArrayList<>();
            for (int i = 0; i < LIMIT; i++) {
                clients.add(i % 2 == 0 ? RawConnection.plain(gateway) : RawConnection.tls(gateway));
                assertThat(clients.getLast().get("/up").answer().status()).isEqualTo(200);
            }
            for (int i = 0; i < 3; i++) {
                try (RawConnection past = RawConnection.plain(gateway)) {
                    assertThat(past.isAtEnd()).isTrue();
                }
            }
            for (RawConnection client : clients) {
                assertThat(client.get("/up").answer().status()).isEqualTo(200);
            }
            Scrape scrape = Scrape.of(gateway);
            assertThat(scrape.value("snowgate_connections_open")).isEqualTo(LIMIT);
            assertThat(scrape.value("snowgate_connections_accepted_total")).isEqualTo(LIMIT);
            assertThat(scrape.value("snowgate_connections_refused_total")).isEqualTo(3);

            clients.removeFirst().close();
            awaitOpen(gateway, LIMIT - 1);
            try (RawConnection again = RawConnection.tls(gateway)) {
                assertThat(again.get("/up").answer().status()).isEqualTo(200);
            }
            for (RawConnection client : clients) {
                client.close();
            }
            awaitOpen(gateway, 0);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("F75: a client that asks for everything and reads nothing")
    void makesNoAnswersForAClientThatDoesNotReadAndClosesItInTheEnd(boolean tls) throws Exception {
        try (TestGateway gateway =
                TestGateway.start("--plain-port", "0", "--set", "snowgate.limits.body-timeout=1s")) {
            try (Socket socket = small(gateway, tls)) {
                RawConnection greedy = RawConnection.over(socket);
                Thread asking = Thread.startVirtualThread(() -> ask(greedy));
                Awaitility.await().until(() -> issued(gateway) > 0);
                assertThat(gateway.get(HttpClient.Version.HTTP_2, "/api/snowflake?n=1000")
                                .statusCode())
                        .isEqualTo(200);
                awaitOpen(gateway, 0);
                assertThat(issued(gateway))
                        .as("of %d IDs asked for", MANY * IDS)
                        .isLessThan(MANY * IDS / 2.0);
                asking.interrupt();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("F75: a client that reads late")
    void answersEverythingOnceTheClientReads(boolean tls) throws Exception {
        try (TestGateway gateway = TestGateway.start("--plain-port", "0")) {
            try (Socket socket = small(gateway, tls)) {
                RawConnection late = RawConnection.over(socket);
                Thread asking = Thread.startVirtualThread(() -> ask(late));
                Awaitility.await().until(() -> hasStopped(gateway));
                long last = 0;
                for (int i = 0; i < MANY; i++) {
                    Answer answer = late.answer();
                    List<Long> ids = answer.text().lines().map(Long::valueOf).toList();
                    assertThat(ids).hasSize(IDS);
                    assertThat(ids.getFirst()).as("in the order of the requests").isGreaterThan(last);
                    last = ids.getLast();
                }
                asking.join(Duration.ofSeconds(5));
            }
        }
    }

    private static Socket small(TestGateway gateway, boolean tls) throws IOException {
        Socket socket = tls ? gateway.tlsSocket("http/1.1") : TestGateway.socket(gateway.plainPort());
        socket.setReceiveBufferSize(16 * 1024);
        return socket;
    }

    private static void ask(RawConnection connection) {
        try {
            String request = "GET /api/snowflake?n=" + IDS + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
            for (int i = 0; i < MANY / 100; i++) {
                connection.send(request.repeat(100));
            }
        } catch (IOException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean hasStopped(TestGateway gateway) throws IOException, InterruptedException {
        double before = issued(gateway);
        Thread.sleep(200);
        return before > 0 && issued(gateway) == before;
    }

    private static double issued(TestGateway gateway) throws IOException, InterruptedException {
        return Scrape.of(gateway).value("snowgate_ids_issued_total");
    }

    private static void awaitOpen(TestGateway gateway, int count) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(Scrape.of(gateway).value("snowgate_connections_open"))
                        .isEqualTo(count));
    }
}
