package io.snowgate.gateway.http;

import static io.snowgate.gateway.http.Http1Connection.BODY_TIMEOUT;
import static io.snowgate.gateway.http.Http1Connection.HEADER_TIMEOUT;
import static io.snowgate.gateway.http.Http1Connection.IDLE_TIMEOUT;
import static io.snowgate.gateway.http.Http1Connection.get;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Http1DeadlinesTest {

    private static final Duration STEP = Duration.ofSeconds(1);
    private static final Duration LINGER = Duration.ofMillis(500);

    private final Http1Connection connection = new Http1Connection();

    @AfterEach
    void close() {
        connection.close();
    }

    @Test
    void waitsForAFirstRequestAndThenClosesWithoutAWord() {
        assertThat(secondsUntilClosed("")).isEqualTo(HEADER_TIMEOUT.toSeconds());
        assertThat(connection.written()).isEmpty();
    }

    @Test
    void closesAnIdleConnectionWithoutAWord() {
        assertThat(connection.read(get("/echo")).statuses()).containsExactly(200);
        assertThat(secondsUntilClosed("")).isEqualTo(IDLE_TIMEOUT.toSeconds());
        assertThat(connection.written()).isEmpty();
    }

    @Test
    void countsIdleTimeFromTheLastRequest() {
        for (int i = 0; i < 5; i++) {
            connection.pass(i == 0 ? HEADER_TIMEOUT.minus(STEP) : IDLE_TIMEOUT.minus(STEP));
            assertThat(connection.read(get("/echo")).statuses()).containsExactly(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "X: y\r\n"})
    void givesAHeaderItsTimeInAllHoweverItDrips(String drip) {
        connection.read("GET /echo HTTP/1.1\r\n");
        assertThat(secondsUntil(408, drip)).isEqualTo(HEADER_TIMEOUT.toSeconds());
        assertThat(connection.isOpen()).isTrue();
        connection.pass(LINGER);
        assertThat(connection.isOpen()).isFalse();
    }

    @Test
    void givesALaterHeaderNoMoreThanTheFirst() {
        connection.read(get("/echo")).written();
        connection.pass(IDLE_TIMEOUT.minus(STEP));
        connection.read("G");
        assertThat(secondsUntil(408, "")).isEqualTo(HEADER_TIMEOUT.toSeconds());
    }

    @ParameterizedTest
    @ValueSource(strings = {"G", "GET /echo HTTP/1.1\r\n", "GET /echo HTTP/1.1\r\nHost: x\r\n"})
    void givesAHeaderThatCameBehindARequestNoMoreThanAnother(String begun) {
        for (int i = 0; i < 3; i++) {
            assertThat(connection.read(get("/echo") + begun).statuses()).containsExactly(200);
            connection.pass(HEADER_TIMEOUT.minus(STEP));
            assertThat(connection
                            .read(get("/echo").substring(begun.length()) + get("/echo"))
                            .statuses())
                    .containsExactly(200, 200);
        }
        connection.read(get("/echo") + begun).written();
        assertThat(secondsUntil(408, "")).isEqualTo(HEADER_TIMEOUT.toSeconds());
    }

    @Test
    void givesAHeaderItsTimeOnlyWhileItIsRead() {
        connection.clientStopsReading();
        connection.read(get("/large").repeat(10) + "GET /echo HTTP/1.1\r\n");
        connection.pass(BODY_TIMEOUT.minus(STEP));
        assertThat(connection.isOpen()).isTrue();
        connection.clientReads();
        assertThat(connection.statuses()).hasSize(10).containsOnly(200);
        assertThat(secondsUntil(408, "")).isEqualTo(HEADER_TIMEOUT.toSeconds());
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 90", "Transfer-Encoding: chunked"})
    void givesABodyItsTimeInAllHoweverItDrips(String framing) {
        connection.read("POST /echo HTTP/1.1\r\nHost: x\r\n" + framing + "\r\n\r\n");
        String drip = framing.startsWith("C") ? "a" : "1\r\na\r\n";
        assertThat(secondsUntil(408, drip)).isEqualTo(BODY_TIMEOUT.toSeconds());
        connection.pass(LINGER);
        assertThat(connection.isOpen()).isFalse();
    }

    @Test
    void startsAnewForEachRequest() {
        String post = "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n";
        for (int i = 0; i < 5; i++) {
            connection.read(post.substring(0, 10));
            connection.pass(HEADER_TIMEOUT.minus(STEP));
            connection.read(post.substring(10) + "a");
            connection.pass(BODY_TIMEOUT.minus(STEP));
            assertThat(connection.read("b").statuses()).as("request %d", i).containsExactly(405);
        }
    }

    @Test
    void closesAClientThatTakesNothingForAsLongAsABodyMayLast() {
        connection.clientStopsReading();
        connection.read(get("/large").repeat(10));
        connection.pass(BODY_TIMEOUT.minus(STEP));
        assertThat(connection.isOpen()).isTrue();
        connection.pass(STEP);
        assertThat(connection.isOpen()).isFalse();
    }

    @Test
    void sparesAClientThatTakesAllBeforeThat() {
        connection.clientStopsReading();
        connection.read(get("/large").repeat(10));
        connection.pass(BODY_TIMEOUT.minus(STEP));
        connection.clientReads();
        connection.pass(STEP.multipliedBy(2));
        assertThat(connection.statuses()).isEqualTo(List.of(200, 200, 200, 200, 200, 200, 200, 200, 200, 200));
        assertThat(connection.isOpen()).isTrue();
    }

    @Test
    void closesAQuietConnectionSoonWhenTheServerStops() {
        connection.read(get("/echo")).written();
        connection.channel.pipeline().fireUserEventTriggered(new Drain.Begun(Duration.ZERO));
        assertThat(secondsUntilClosed("")).isEqualTo(2);
    }

    @Test
    void givesARequestUnderWayItsTimeWhenTheServerStops() {
        connection.read("GET /echo?late HTTP/1.1\r\n");
        connection.drain.begin();
        connection.channel.pipeline().fireUserEventTriggered(new Drain.Begun(Duration.ZERO));
        connection.pass(HEADER_TIMEOUT.minus(STEP));
        assertThat(connection.read("Host: x\r\n\r\n").written()).endsWith("late");
    }

    private long secondsUntilClosed(String drip) {
        return steps(drip, () -> !connection.isOpen());
    }

    private long secondsUntil(int status, String drip) {
        return steps(drip, () -> connection.statuses().equals(List.of(status)));
    }

    private long steps(String drip, java.util.function.BooleanSupplier end) {
        for (int step = 1; step < 200; step++) {
            connection.pass(STEP);
            if (end.getAsBoolean()) {
                return step;
            }
            if (!drip.isEmpty()) {
                connection.read(drip);
            }
        }
        throw new AssertionError("never");
    }
}
