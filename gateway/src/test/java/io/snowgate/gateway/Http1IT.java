package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowgate.gateway.Exchanges.Opening;
import io.snowgate.gateway.RawConnection.Answer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** HTTP/1.1 as octets against the running gateway; the numbers are those of the promised cases. */
class Http1IT {

    private static final String HOST = "Host: localhost\r\n";
    private static final String POST = "POST /up HTTP/1.1\r\n" + HOST;
    private static final Duration HEADER_TIMEOUT = Duration.ofSeconds(1);
    private static final Duration BODY_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration SLACK = Duration.ofMillis(1_500);
    private static final int BODY_LIMIT = 64 * 1024;

    private static TestGateway gateway;

    /** The two ways in. */
    enum Way {
        PLAIN,
        TLS;

        Opening opening() {
            return this == PLAIN ? () -> TestGateway.socket(gateway.plainPort()) : () -> gateway.tlsSocket("http/1.1");
        }
    }

    @BeforeAll
    static void start() {
        gateway = TestGateway.start(
                "--plain-port",
                "0",
                "--set",
                "snowgate.limits.header-timeout=" + HEADER_TIMEOUT.toMillis() + "ms",
                "--set",
                "snowgate.limits.body-timeout=" + BODY_TIMEOUT.toMillis() + "ms");
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("B20, B21, B22: a body whose length is in doubt ends the connection")
    void refusesABodyWhoseLengthIsInDoubt(Way way) throws Exception {
        String body = "\r\n0\r\n\r\n";
        new Exchanges()
                .refused(
                        400,
                        POST + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n" + body,
                        POST + "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n" + body,
                        POST + "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
                        POST + "Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc",
                        POST + "Content-Length: 3, 3\r\n\r\nabc",
                        POST + "Content-Length: +3\r\n\r\nabc",
                        POST + "Content-Length: -3\r\n\r\nabc",
                        POST + "Content-Length: 0x3\r\n\r\nabc",
                        POST + "Content-Length: 3.0\r\n\r\nabc",
                        POST + "Content-Length: 3a\r\n\r\nabc",
                        POST + "Content-Length:\r\n\r\nabc",
                        POST + "Content-Length: 18446744073709551619\r\n\r\nabc",
                        POST + "Content-Length: 9223372036854775808\r\n\r\nabc",
                        POST + "Transfer-Encoding: chunked, identity\r\n" + body,
                        POST + "Transfer-Encoding: identity\r\n" + body,
                        POST + "Transfer-Encoding: xchunked\r\n" + body,
                        POST + "Transfer-Encoding: \"chunked\"\r\n" + body,
                        POST + "Transfer-Encoding: chunked;q=1\r\n" + body,
                        POST + "Transfer-Encoding: \u000bchunked\r\n" + body,
                        POST + "Transfer-Encoding:\r\n" + body,
                        POST + "Transfer-Encoding: chunked, chunked\r\n" + body,
                        POST + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n" + body,
                        "POST /up HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n" + body)
                .answered(
                        405,
                        POST + "Content-Length: 3\r\n\r\nabc",
                        POST + "Content-Length: 0\r\n\r\n",
                        POST + "\r\n",
                        POST + "Transfer-Encoding: Chunked\r\n" + body)
                .check(way.opening());
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("B23: a broken chunk ends the connection")
    void refusesBrokenChunksAndTakesNothingBehindThemForARequest(Way way) throws Exception {
        String chunked = POST + "Transfer-Encoding: chunked\r\n\r\n";
        String end = "\r\nabc\r\n0\r\n\r\n";
        new Exchanges()
                .refused(
                        400,
                        chunked + "FFFFFFFFFFFFFFFFF" + end,
                        chunked + "100000003" + end,
                        chunked + "80000000" + end,
                        chunked + "-3" + end,
                        chunked + "+3" + end,
                        chunked + "0x3" + end,
                        chunked + " 3" + end,
                        chunked + "3 " + end,
                        chunked + "g" + end,
                        chunked + end,
                        chunked + "3\nabc\n0\n\n",
                        chunked + "3\nabc\r\n0\r\n\r\n",
                        chunked + "3\r\nabc\n0\r\n\r\n",
                        chunked + "3\r\nabcXX0\r\n\r\n",
                        chunked + "3;a=\"b" + end,
                        chunked + "3;a=\"\r\n\"" + end,
                        chunked + "3;a=\"\n\"" + end,
                        chunked + "3;a\rb" + end,
                        chunked + "3;" + "a".repeat(20_000) + end,
                        chunked + "0\r\nX: y\n\n",
                        chunked + "0\r\nX: y\rz\r\n\r\n",
                        chunked + "0\r\nno colon\r\n\r\n",
                        chunked + "0\r\nX: " + "a".repeat(9_000) + "\r\n\r\n")
                .answered(
                        405,
                        chunked + "3" + end,
                        chunked + "3;a=b" + end,
                        chunked + "3;a=\"b\"" + end,
                        chunked + "0\r\nX: y\r\n\r\n")
                .check(way.opening());
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("B24: exactly one sound Host")
    void asksForExactlyOneSoundHost(Way way) throws Exception {
        String get = "GET /up HTTP/1.1\r\n";
        new Exchanges()
                .refused(
                        400,
                        get + "\r\n",
                        get + HOST + HOST + "\r\n",
                        get + HOST + "Host: other\r\n\r\n",
                        get + "Host:\r\n\r\n",
                        get + "Host: a b\r\n\r\n",
                        get + "Host: user@a\r\n\r\n",
                        get + "Host: a/b\r\n\r\n",
                        get + "Host: a:b\r\n\r\n",
                        get + "Host: a:1:2\r\n\r\n",
                        get + "Host: :80\r\n\r\n",
                        get + "Host: [::1\r\n\r\n",
                        get + "Host: a%zz\r\n\r\n",
                        get + "Host: \u00e4\r\n\r\n",
                        "GET /up HTTP/1.0\r\n" + HOST + HOST + "\r\n")
                .answered(200, get + "Host: a:8443\r\n\r\n", get + "Host: [::1]:8443\r\n\r\n", get + "host: a\r\n\r\n")
                .check(way.opening());
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("B25: versions")
    void speaksNoOtherVersion(Way way) throws Exception {
        new Exchanges()
                .refused(
                        505,
                        "GET /up HTTP/9.9\r\n" + HOST + "\r\n",
                        "GET /up HTTP/2.0\r\n" + HOST + "\r\n",
                        "GET /up HTTP/1.2\r\n" + HOST + "\r\n",
                        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
                .refused(
                        400,
                        "GET /up http/1.1\r\n" + HOST + "\r\n",
                        "GET /up HTTP/1.10\r\n" + HOST + "\r\n",
                        "GET /up HTTP/11\r\n" + HOST + "\r\n",
                        "GET /up FOO/1.1\r\n" + HOST + "\r\n",
                        "GET /up\r\n",
                        "GET\r\n\r\n")
                .check(way.opening());
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("B26: octets that have no place in a header")
    void refusesWhatHasNoPlaceInAHeader(Way way) throws Exception {
        String get = "GET /up HTTP/1.1\r\n" + HOST;
        new Exchanges()
                .refused(
                        400,
                        get + "X: a\rb\r\n\r\n",
                        get + "X: a\u0000b\r\n\r\n",
                        get + "X: a\u000bb\r\n\r\n",
                        get + "X: a\u007fb\r\n\r\n",
                        get + "X : a\r\n\r\n",
                        get + "X\t: a\r\n\r\n",
                        get + "X: a\r\n b\r\n\r\n",
                        get + "X: a\r\n\tb\r\n\r\n",
                        get + "X: a\nY: b\r\n\r\n",
                        get + "X: a\r\r\n\r\n",
                        get + "no colon\r\n\r\n",
                        get + ": no name\r\n\r\n",
                        get + "X\u0001: a\r\n\r\n",
                        get + "X(: a\r\n\r\n",
                        "GET /up HTTP/1.1\r\n X: a\r\n" + HOST + "\r\n",
                        "GET /u\rp HTTP/1.1\r\n" + HOST + "\r\n",
                        "GET /u\u0000p HTTP/1.1\r\n" + HOST + "\r\n",
                        "GET\t/up\tHTTP/1.1\r\n" + HOST + "\r\n",
                        "GET /up and more HTTP/1.1\r\n" + HOST + "\r\n",
                        "G(T /up HTTP/1.1\r\n" + HOST + "\r\n",
                        "\u0000GET /up HTTP/1.1\r\n" + HOST + "\r\n")
                .answered(200, get + "X: \u00e4\r\n\r\n", "\r\n" + get + "\r\n", get + "X:\r\n\r\n")
                .check(way.opening());
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("B27: sizes")
    void limitsTheSizeOfTargetAndHeader(Way way) throws Exception {
        String get = "GET /up HTTP/1.1\r\n" + HOST;
        new Exchanges()
                .refused(
                        414,
                        "GET /" + "a".repeat(9_000) + " HTTP/1.1\r\n" + HOST + "\r\n",
                        "GET /" + "a".repeat(70_000) + " HTTP/1.1\r\n" + HOST + "\r\n",
                        "G".repeat(9_000) + " / HTTP/1.1\r\n" + HOST + "\r\n")
                .refused(
                        431,
                        get + "X: " + "a".repeat(9_000) + "\r\n\r\n",
                        get + "X: " + "a".repeat(33_000) + "\r\n\r\n",
                        get + "X: " + "a".repeat(3_000) + "\r\nY: " + "a".repeat(3_000) + "\r\nZ: " + "a".repeat(3_000)
                                + "\r\n\r\n",
                        get + "X: a\r\n".repeat(100) + "\r\n")
                .answered(404, "GET /" + "a".repeat(8_100) + " HTTP/1.1\r\n" + HOST + "\r\n")
                .answered(200, get + "X: a\r\n".repeat(99) + "\r\n", get + "X: " + "a".repeat(8_000) + "\r\n\r\n")
                .check(way.opening());
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("B28, B29: methods and targets")
    void answersForeignMethodsAndTargetsAndGoesOn(Way way) throws Exception {
        new Exchanges()
                .answered(
                        405,
                        request("CONNECT", "localhost:443"),
                        request("CONNECT", "/up"),
                        request("TRACE", "/up"),
                        request("POST", "/up"),
                        request("PUT", "/state"),
                        request("PATCH", "/up"),
                        request("DELETE", "/api/snowflake"))
                .answered(501, request("FOO", "/up"), request("get", "/up"), request("FOO", "/nowhere"))
                .answered(
                        404,
                        request("GET", "/nowhere"),
                        request("GET", "/up/"),
                        request("GET", "//up"),
                        request("GET", "/UP"),
                        request("GET", "*"),
                        request("GET", "/../up"),
                        request("GET", "/../../etc/passwd"),
                        request("GET", "/%2e%2e/up"),
                        request("GET", "/x/../up"),
                        request("POST", "/nowhere"),
                        request("OPTIONS", "/nowhere"))
                .answered(
                        400,
                        request("GET", "/%00"),
                        request("GET", "/up%00"),
                        request("GET", "/%zz"),
                        request("GET", "/%"),
                        request("GET", "/%4"),
                        request("GET", "/%0d%0aX:"),
                        request("GET", "/%c3%a4"),
                        request("GET", "up"),
                        request("GET", "\\up"),
                        request("GET", "/up#top"),
                        request("GET", "ftp://localhost/up"),
                        request("GET", "/\u00e4"))
                .answered(
                        200,
                        request("GET", "/"),
                        request("GET", "http://localhost?n=1"),
                        request("GET", "/up"),
                        request("GET", "/%75p"),
                        request("GET", "/up?"),
                        request("GET", "http://localhost/up"),
                        request("GET", "HTTPS://localhost/up"))
                .check(way.opening());
    }

    @Test
    @DisplayName("B28: the answer says what is allowed")
    void namesTheMethodsItServes() throws Exception {
        try (RawConnection connection = RawConnection.tls(gateway)) {
            assertThat(connection.send(request("DELETE", "/up")).answer().field("allow"))
                    .contains("GET, HEAD, OPTIONS");
            assertThat(connection.send(request("FOO", "/up")).answer().field("allow"))
                    .contains("GET, HEAD, OPTIONS");
            assertThat(connection.send(request("OPTIONS", "/up")).answer().field("allow"))
                    .contains("GET, HEAD, OPTIONS");
            assertThat(connection.send(request("OPTIONS", "*")).answer().status())
                    .isEqualTo(204);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/up", "/ready", "/state", "/api/snowflake", "/api/snowflake?n=3", "/nowhere", "/%zz"})
    @DisplayName("B30: HEAD")
    void answersHeadWithTheFieldsOfGetAndNoBody(String target) throws Exception {
        try (RawConnection connection = RawConnection.tls(gateway)) {
            Answer head = connection.send(request("HEAD", target)).head();
            Answer get = connection.get(target).answer();
            assertThat(names(head)).isEqualTo(names(get));
            assertThat(head.status()).isEqualTo(get.status());
            assertThat(head.field("content-length")).isEqualTo(get.field("content-length"));
            assertThat(get.text()).isNotEmpty();
        }
    }

    @Test
    @DisplayName("B30: HEAD that is refused")
    void refusesHeadWithoutABody() throws Exception {
        try (RawConnection connection = RawConnection.tls(gateway)) {
            assertThat(connection.send("HEAD /up HTTP/1.1\r\n\r\n").head().status())
                    .isEqualTo(400);
            assertThat(connection.isAtEnd()).isTrue();
        }
    }

    @Test
    @DisplayName("B31: Expect")
    void answersExpectationsBeforeTheBodyComes() throws Exception {
        try (RawConnection connection = RawConnection.tls(gateway)) {
            connection.send(POST + "Content-Length: 3\r\nExpect: 100-continue\r\n\r\n");
            assertThat(connection.head().status()).isEqualTo(100);
            assertThat(connection.send("abc").answer().status()).isEqualTo(405);
            connection.get("/up", "Expect: 100-Continue");
            assertThat(connection.answer().status()).as("no body, no wait").isEqualTo(200);
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("B31: Expect of anything else")
    void refusesOtherExpectations(Way way) throws Exception {
        new Exchanges()
                .refused(
                        417,
                        "GET /up HTTP/1.1\r\n" + HOST + "Expect: more\r\n\r\n",
                        "GET /up HTTP/1.1\r\n" + HOST + "Expect: 100-continue\r\nExpect: more\r\n\r\n",
                        POST + "Expect: 200-ok\r\nContent-Length: 3\r\n\r\nabc")
                .refused(413, POST + "Expect: 100-continue\r\nContent-Length: 999999999\r\n\r\n")
                .check(way.opening());
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("B32: pipelining")
    void answersAHundredPipelinedRequestsInTheirOrder(Way way) throws Exception {
        try (RawConnection connection = RawConnection.over(way.opening().open())) {
            StringBuilder requests = new StringBuilder();
            for (int i = 0; i < 100; i++) {
                requests.append(request("GET", i % 2 == 0 ? "/api/snowflake?n=" + (1 + i) : "/state"));
            }
            connection.send(requests.toString());
            for (int i = 0; i < 100; i++) {
                Answer answer = connection.answer();
                assertThat(answer.status()).isEqualTo(200);
                if (i % 2 == 0) {
                    assertThat(answer.text().lines()).as("answer %d", i).hasSize(1 + i);
                } else {
                    assertThat(answer.field("etag")).as("answer %d", i).isPresent();
                }
            }
        }
    }

    @Test
    @DisplayName("B32: HTTP/1.0")
    void keepsAnOldClientsConnectionOnlyWhenAsked() throws Exception {
        try (RawConnection connection = RawConnection.tls(gateway)) {
            for (String target : List.of("/up", "/state", "/nowhere")) {
                connection.send("GET " + target + " HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n");
                assertThat(connection.answer().field("connection")).contains("keep-alive");
            }
            connection.send("GET /state HTTP/1.0\r\n\r\n");
            assertThat(connection.answer().field("connection")).contains("close");
            assertThat(connection.isAtEnd()).isTrue();
        }
    }

    @Test
    @DisplayName("B33: slow header")
    void givesAHeaderItsTimeInAllHoweverItDrips() throws Exception {
        try (RawConnection connection = RawConnection.tls(gateway)) {
            connection.send("GET /up HTTP/1.1\r\n" + HOST);
            Drip drip = Drip.into(connection, "X: y\r\n");
            assertThat(connection.answersToEnd()).extracting(Answer::status).containsExactly(408);
            assertThat(drip.elapsed()).isBetween(HEADER_TIMEOUT.minusMillis(50), HEADER_TIMEOUT.plus(SLACK));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 60000\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n"})
    @DisplayName("B33: slow body")
    void givesABodyItsTimeInAllHoweverItDrips(String framing) throws Exception {
        try (RawConnection connection = RawConnection.tls(gateway)) {
            connection.get("/up");
            assertThat(connection.answer().status()).as("a connection in use").isEqualTo(200);
            connection.send(POST + framing);
            Drip drip = Drip.into(connection, "1\r\na\r\n");
            assertThat(connection.answersToEnd()).extracting(Answer::status).containsExactly(408);
            assertThat(drip.elapsed()).isBetween(BODY_TIMEOUT.minusMillis(50), BODY_TIMEOUT.plus(SLACK));
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("B33: silence")
    void waitsForAFirstRequestNoLongerThanForAHeader(Way way) throws Exception {
        try (TestGateway impatient = TestGateway.start(
                "--plain-port",
                "0",
                "--set",
                "snowgate.limits.header-timeout=300ms",
                "--set",
                "snowgate.limits.idle-timeout=600ms")) {
            long start = System.nanoTime();
            try (RawConnection connection =
                    way == Way.PLAIN ? RawConnection.plain(impatient) : RawConnection.tls(impatient)) {
                assertThat(connection.isAtEnd()).isTrue();
                assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
            }
            try (RawConnection connection = RawConnection.plain(impatient)) {
                assertThat(connection.get("/up").answer().status()).isEqualTo(200);
                long answered = System.nanoTime();
                assertThat(connection.isAtEnd())
                        .as("closed when idle, without a word")
                        .isTrue();
                assertThat(Duration.ofNanos(System.nanoTime() - answered))
                        .isBetween(Duration.ofMillis(500), Duration.ofSeconds(3));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("B34: body on GET")
    void neverTakesTheBodyOfAGetForARequest(Way way) throws Exception {
        String smuggled = "GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n";
        String get = "GET /up HTTP/1.1\r\n" + HOST;
        new Exchanges()
                .answered(
                        200,
                        get + "Content-Length: " + smuggled.length() + "\r\n\r\n" + smuggled,
                        get + "Transfer-Encoding: chunked\r\n\r\n" + Integer.toHexString(smuggled.length()) + "\r\n"
                                + smuggled + "\r\n0\r\n\r\n")
                .answered(
                        204,
                        "OPTIONS /up HTTP/1.1\r\n" + HOST + "Content-Length: " + smuggled.length() + "\r\n\r\n"
                                + smuggled)
                .check(way.opening());
    }

    @Test
    @DisplayName("B35: body too large")
    void refusesALargeBodyWithoutReadingIt() throws Exception {
        String chunk = "8000\r\n" + "a".repeat(0x8000) + "\r\n";
        List<String> requests = List.of(
                POST + "Content-Length: " + (BODY_LIMIT + 1) + "\r\n\r\n",
                POST + "Content-Length: 9223372036854775807\r\n\r\n",
                POST + "Transfer-Encoding: chunked\r\n\r\n" + chunk.repeat(3));
        for (String request : requests) {
            try (RawConnection connection = RawConnection.tls(gateway)) {
                long start = System.nanoTime();
                connection.send(request);
                Answer answer = connection.answer();
                assertThat(answer.status()).isEqualTo(413);
                assertThat(answer.field("connection")).contains("close");
                assertThat(connection.isAtEnd()).isTrue();
                assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
            }
        }
    }

    @Test
    @DisplayName("B35: the largest body")
    void readsABodyUpToTheLimit() throws Exception {
        new Exchanges()
                .answered(405, POST + "Content-Length: " + BODY_LIMIT + "\r\n\r\n" + "a".repeat(BODY_LIMIT))
                .check(Way.TLS.opening());
    }

    @Test
    @DisplayName("B36: reset")
    void freesTheConnectionOfAClientThatResets() throws Exception {
        List<RawConnection> clients = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            RawConnection client = RawConnection.plain(gateway);
            clients.add(client.send(request("GET", "/state").repeat(2_000)));
        }
        for (RawConnection client : clients) {
            client.socket().setSoLinger(true, 0);
            client.close();
        }
        Awaitility.await()
                .atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(Scrape.of(gateway).value("snowgate_connections_open"))
                        .isZero());
    }

    private static String request(String method, String target) {
        return method + " " + target + " HTTP/1.1\r\n" + HOST + "\r\n";
    }

    private static List<String> names(Answer answer) {
        return answer.head()
                .lines()
                .skip(1)
                .map(line -> line.substring(0, line.indexOf(':')))
                .toList();
    }

    /** Sends a little every 100 ms for as long as the server takes it. */
    private record Drip(long startNanos) {

        static Drip into(RawConnection connection, String octets) {
            Drip drip = new Drip(System.nanoTime());
            Thread.startVirtualThread(() -> {
                try {
                    while (drip.elapsed().compareTo(Duration.ofSeconds(10)) < 0) {
                        connection.send(octets);
                        Thread.sleep(100);
                    }
                } catch (IOException | InterruptedException closed) {
                    Thread.currentThread().interrupt();
                }
            });
            return drip;
        }

        Duration elapsed() {
            return Duration.ofNanos(System.nanoTime() - startNanos);
        }
    }
}
