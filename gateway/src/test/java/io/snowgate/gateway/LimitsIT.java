package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http2.Http2Error;
import java.io.IOException;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a greedy client gets, and that nobody else pays for it. */
class LimitsIT {

    private static final int LIMIT = 5;
    private static final int REFUSED = 64;
    private static final int MANY = 3_000;

    @Test
    @DisplayName("B: connection limit")
    void refusesTheConnectionPastTheLimitInWordsAndServesTheOthers() throws Exception {
        try (TestGateway gateway = limited()) {
            List<RawConnection> clients = fill(gateway);
            for (int i = 0; i < 3; i++) {
                try (RawConnection past = i % 2 == 0 ? RawConnection.plain(gateway) : RawConnection.tls(gateway)) {
                    RawConnection.Answer answer =
                            past.get("/state", "Origin: https://a.test").answer();
                    assertThat(answer.status()).isEqualTo(503);
                    assertThat(answer.text()).contains("as many connections as this server takes");
                    assertThat(answer.field("connection")).contains("close");
                    assertThat(answer.field("access-control-allow-origin")).contains("*");
                    assertThat(past.isAtEnd()).isTrue();
                }
            }
            for (RawConnection client : clients) {
                assertThat(client.get("/up").answer().status()).isEqualTo(200);
            }
            awaitOpen(gateway, LIMIT);
            Scrape scrape = Scrape.of(gateway);
            assertThat(scrape.value("snowgate_connections_accepted_total")).isEqualTo(LIMIT);
            assertThat(scrape.value("snowgate_connections_refused_total")).isEqualTo(3);

            clients.removeFirst().close();
            awaitOpen(gateway, LIMIT - 1);
            try (RawConnection again = RawConnection.tls(gateway)) {
                assertThat(again.get("/up").answer().status()).isEqualTo(200);
            }
            close(clients);
            awaitOpen(gateway, 0);
        }
    }

    @Test
    void tellsTheRefusedToComeBackAtDifferentTimes() throws Exception {
        try (TestGateway gateway = limited()) {
            List<RawConnection> clients = fill(gateway);
            Set<Integer> seconds = new HashSet<>();
            for (int i = 0; i < 40; i++) {
                try (RawConnection past = RawConnection.plain(gateway)) {
                    seconds.add(Integer.valueOf(
                            past.get("/up").answer().field("retry-after").orElseThrow()));
                }
                try (RawHttp2 past = RawHttp2.connect(gateway)) {
                    RawHttp2.Answer answer = past.ask(1, "/up");
                    assertThat(answer.status()).isEqualTo(503);
                    seconds.add(Integer.valueOf(String.valueOf(answer.header("retry-after"))));
                    assertThat(past.awaitGoAway()).isEqualTo(Http2Error.NO_ERROR);
                    past.awaitClosed();
                }
            }
            assertThat(seconds).hasSizeGreaterThan(3).allMatch(second -> second >= 1 && second <= 10);
            close(clients);
        }
    }

    @Test
    void closesAtOnceWhoComesWhenEvenTheRefusedAreTooMany() throws Exception {
        try (TestGateway gateway = limited()) {
            List<RawConnection> clients = fill(gateway);
            List<RawConnection> refused = new ArrayList<>();
            for (int i = 0; i < REFUSED; i++) {
                refused.add(RawConnection.plain(gateway));
            }
            awaitOpen(gateway, LIMIT + REFUSED);
            try (RawConnection past = RawConnection.plain(gateway)) {
                assertThat(past.isAtEnd()).isTrue();
            }
            assertThat(refused.getLast().get("/up").answer().status()).isEqualTo(503);
            assertThat(clients.getFirst().get("/up").answer().status()).isEqualTo(200);
            awaitOpen(gateway, LIMIT);
            close(clients);
            close(refused);
        }
    }

    private static TestGateway limited() {
        return TestGateway.start("--plain-port", "0", "--set", "snowgate.limits.connections=" + LIMIT);
    }

    private static List<RawConnection> fill(TestGateway gateway) throws IOException {
        List<RawConnection> clients = new ArrayList<>();
        for (int i = 0; i < LIMIT; i++) {
            clients.add(i % 2 == 0 ? RawConnection.plain(gateway) : RawConnection.tls(gateway));
            assertThat(clients.getLast().get("/up").answer().status()).isEqualTo(200);
        }
        return clients;
    }

    private static void close(List<RawConnection> clients) throws IOException {
        for (RawConnection client : clients) {
            client.close();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("F75: a client that asks for everything and reads nothing")
    void makesNoAnswersForAClientThatDoesNotReadAndClosesItInTheEnd(boolean tls) throws Exception {
        try (TestGateway gateway = TestGateway.start("--plain-port", "0", "--set", "snowgate.limits.body-timeout=1s");
                RawConnection greedy = open(gateway, tls)) {
            Thread asking = Thread.startVirtualThread(() -> ask(greedy));
            Awaitility.await().until(() -> answered(gateway) > 0);
            assertThat(gateway.get(HttpClient.Version.HTTP_2, "/up").statusCode())
                    .as("others are served")
                    .isEqualTo(200);
            awaitOpen(gateway, 0);
            assertThat(answered(gateway)).as("of %d requests", MANY).isLessThan(MANY / 2.0);
            asking.interrupt();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("F75: a client that reads late")
    void answersEverythingInOrderOnceTheClientReads(boolean tls) throws Exception {
        try (TestGateway gateway = TestGateway.start("--plain-port", "0");
                RawConnection late = open(gateway, tls)) {
            Thread asking = Thread.startVirtualThread(() -> ask(late));
            Awaitility.await().until(() -> hasStopped(gateway));
            assertThat(answered(gateway)).isLessThan(MANY);
            long last = 0;
            for (int i = 0; i < MANY; i++) {
                assertThat(late.answer().field("etag")).as("answer %d", i).isPresent();
                long id = Long.parseLong(late.answer().text());
                assertThat(id).as("answer %d", i).isGreaterThan(last);
                last = id;
            }
            asking.join();
        }
    }

    private static RawConnection open(TestGateway gateway, boolean tls) throws IOException {
        return tls ? RawConnection.tls(gateway) : RawConnection.plain(gateway);
    }

    /** A document and an ID, again and again. */
    private static void ask(RawConnection connection) {
        String pair = get("/state") + get("/api/snowflake");
        try {
            for (int i = 0; i < MANY / 100; i++) {
                connection.send(pair.repeat(100));
            }
        } catch (IOException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private static String get(String target) {
        return "GET " + target + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    }

    private static boolean hasStopped(TestGateway gateway) throws IOException, InterruptedException {
        double before = answered(gateway);
        Thread.sleep(300);
        return before > 0 && answered(gateway) == before;
    }

    private static double answered(TestGateway gateway) throws IOException, InterruptedException {
        return Scrape.of(gateway).value("snowgate_requests_total{endpoint=\"state\",status=\"200\"}");
    }

    private static void awaitOpen(TestGateway gateway, int count) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(Scrape.of(gateway).value("snowgate_connections_open"))
                        .isEqualTo(count));
    }
}
