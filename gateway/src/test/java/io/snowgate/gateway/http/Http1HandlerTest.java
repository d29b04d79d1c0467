package io.snowgate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.HttpContent;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Http1HandlerTest {

    private static final String POST = "POST /echo HTTP/1.1\r\nHost: x\r\n";
    private static final Duration LINGER = Duration.ofMillis(500);

    private final Http1Connection connection = new Http1Connection();

    @AfterEach
    void close() {
        connection.close();
    }

    @Test
    void answersAHundredPipelinedRequestsInTheirOrderAndOneFlush() {
        StringBuilder requests = new StringBuilder();
        StringBuilder bodies = new StringBuilder();
        for (int i = 0; i < 100; i++) {
            requests.append(Http1Connection.get("/echo?<" + i + ">"));
            bodies.append('<').append(i).append('>');
        }
        String written = connection.read(requests.toString()).written();
        assertThat(Http1Connection.statuses(written)).isEqualTo(Collections.nCopies(100, 200));
        assertThat(written.replaceAll("[^<]*(<[0-9]+>)", "$1")).isEqualTo(bodies.toString());
    }

    @Test
    void answersTheSameWhenEachOctetComesAlone() {
        String requests = POST + "Content-Length: 3\r\n\r\nabc" + Http1Connection.get("/echo?1")
                + POST + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nX: y\r\n\r\n"
                + Http1Connection.get("/large")
                + "\r\n" + Http1Connection.get("/bug") + "HEAD /large HTTP/1.1\r\nHost: x\r\n\r\n"
                + "GET /echo?2 HTTP/1.1\r\nHost: x\r\n folded\r\n\r\n";
        String atOnce = connection.read(requests).written();
        assertThat(Http1Connection.statuses(atOnce)).containsExactly(405, 200, 405, 200, 500, 200, 400);
        try (Http1Connection slow = new Http1Connection()) {
            requests.chars().forEach(octet -> slow.read(Character.toString(octet)));
            assertThat(slow.written()).isEqualTo(atOnce);
        }
    }

    @Test
    void leavesTheBodyOutOfTheAnswerToHeadAndSaysItsLength() {
        String written =
                connection.read("HEAD /large HTTP/1.1\r\nHost: x\r\n\r\n").written();
        assertThat(written)
                .contains("content-length: " + Http1Connection.LARGE_BYTES)
                .endsWith("\r\n\r\n");
        assertThat(written).hasSizeLessThan(1_000);
        assertThat(connection.isOpen()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "HTTP/1.1, keep-alive, true",
        "HTTP/1.1, close, false",
        "HTTP/1.1, 'upgrade, Close', false",
        "HTTP/1.0, keep-alive, true",
        "HTTP/1.0, close, false",
        "HTTP/1.0, upgrade, false",
    })
    void keepsTheConnectionAsItsVersionAndTheClientWant(String version, String said, boolean kept) {
        connection.read("GET /echo " + version + "\r\nHost: x\r\nConnection: " + said + "\r\n\r\n");
        assertThat(connection.isOpen()).isEqualTo(kept);
        String written = connection.written();
        assertThat(written.contains("connection: close")).isEqualTo(!kept);
        assertThat(written.contains("connection: keep-alive")).isEqualTo(kept && version.equals("HTTP/1.0"));
    }

    @Test
    void answersNothingBehindARequestThatAskedForTheEnd() {
        connection.read(
                "GET /echo?1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n" + Http1Connection.get("/echo?2"));
        assertThat(connection.statuses()).containsExactly(200);
        assertThat(connection.isOpen()).isFalse();
    }

    @Test
    void asksForABodyThatWaitsToBeAskedFor() {
        connection.read(POST + "Content-Length: 3\r\nExpect: 100-continue\r\n\r\n");
        assertThat(connection.written()).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
        assertThat(connection.read("abc").statuses()).containsExactly(405);
    }

    @Test
    void doesNotAskAnOldClientForItsBody() {
        connection.read("POST /echo HTTP/1.0\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n");
        assertThat(connection.written()).isEmpty();
        assertThat(connection.read("abc").statuses()).containsExactly(405);
    }

    @Test
    void refusesATooLargeBodyByItsAnnouncement() {
        connection.read(POST + "Content-Length: " + (Http1Connection.BODY_LIMIT + 1) + "\r\n\r\n");
        assertThat(connection.statuses()).containsExactly(413);
        assertClosesSoon();
    }

    @Test
    void refusesATooLargeBodyOnceItIsTooLarge() {
        String chunk = "19\r\n" + "a".repeat(0x19) + "\r\n";
        connection.read(POST + "Transfer-Encoding: chunked\r\n\r\n" + chunk.repeat(Http1Connection.BODY_LIMIT / 0x19));
        assertThat(connection.statuses()).isEmpty();
        assertThat(connection.read("1\r\na\r\n").statuses()).containsExactly(413);
        assertThat(connection.read("0\r\n\r\n" + Http1Connection.get("/echo")).statuses())
                .isEmpty();
        assertClosesSoon();
    }

    @Test
    void answersNothingBehindABrokenChunk() {
        connection.read(POST + "Transfer-Encoding: chunked\r\n\r\n1\r\nab\r\n" + Http1Connection.get("/echo"));
        assertThat(connection.statuses()).containsExactly(400);
        assertThat(connection.read(Http1Connection.get("/echo")).statuses()).isEmpty();
        assertClosesSoon();
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET /echo HTTP/1.1\r\n\r\n", "nonsense\r\n\r\n", "GET /echo HTTP/3.0\r\nHost: x\r\n\r\n"})
    void answersOneFailureAndThenClosesAlsoWhileTheClientGoesOn(String request) {
        connection.read(request);
        String written = connection.written();
        assertThat(Http1Connection.statuses(written)).hasSize(1);
        assertThat(written).contains("connection: close");
        connection.pass(LINGER.minusMillis(100));
        connection.read("more");
        assertThat(connection.isOpen())
                .as("so that the answer is not lost to a reset")
                .isTrue();
        connection.pass(Duration.ofMillis(100));
        assertThat(connection.isOpen()).isFalse();
        assertThat(connection.written()).isEmpty();
    }

    @Test
    void answersAnEndpointThatThrowsAndGoesOn() {
        String written = connection
                .read(Http1Connection.get("/bug") + Http1Connection.get("/echo?ok"))
                .written();
        assertThat(Http1Connection.statuses(written)).containsExactly(500, 200);
        assertThat(written).doesNotContain("made for this test").endsWith("ok");
    }

    @Test
    void sendsALargeBodyWhole() {
        String written = connection.read(Http1Connection.get("/large")).written();
        assertThat(written).endsWith("\r\n\r\n" + "x".repeat(Http1Connection.LARGE_BYTES));
    }

    @Test
    void makesNoAnswersWhileTheClientDoesNotReadAndGoesOnWhenItDoes() {
        connection.clientStopsReading();
        connection.read(Http1Connection.get("/large").repeat(100));
        long pending = connection.channel.bytesBeforeWritable();
        assertThat(connection.channel.isWritable()).isFalse();
        assertThat(connection.channel.config().isAutoRead()).isFalse();
        assertThat(pending).isLessThan(4L * Http1Connection.LARGE_BYTES);
        assertThat(connection.written()).isEmpty();

        connection.clientReads();
        assertThat(connection.statuses()).isEqualTo(Collections.nCopies(100, 200));
        assertThat(connection.channel.config().isAutoRead()).isTrue();
        assertThat(connection.read(Http1Connection.get("/echo")).statuses()).containsExactly(200);
    }

    @Test
    void keepsTheOrderWhenRequestsArriveWhileOthersWait() {
        connection.clientStopsReading();
        connection.read(Http1Connection.get("/large").repeat(10));
        connection.read(Http1Connection.get("/echo?<1>") + Http1Connection.get("/echo?<2>"));
        connection.clientReads();
        connection.read(Http1Connection.get("/echo?<3>"));
        String written = connection.written();
        assertThat(Http1Connection.statuses(written)).hasSize(13);
        assertThat(written.indexOf("<1>")).isPositive().isLessThan(written.indexOf("<2>"));
        assertThat(written.indexOf("<2>")).isLessThan(written.indexOf("<3>"));
    }

    @Test
    void releasesWhatWaitsWhenTheConnectionCloses() {
        connection.clientStopsReading();
        connection.read(Http1Connection.get("/large").repeat(10));
        HttpContent waiting = new DefaultHttpContent(Unpooled.buffer().writeByte('a'));
        connection.channel.pipeline().context(Http1Decoder.class).fireChannelRead(waiting);
        assertThat(waiting.refCnt()).isEqualTo(1);
        connection.channel.close().syncUninterruptibly();
        assertThat(waiting.refCnt()).isZero();
    }

    @Test
    void dropsWhatWaitsBehindTheLastAnswer() {
        connection.clientStopsReading();
        connection.read(Http1Connection.get("/large").repeat(10) + "nonsense\r\n\r\n" + Http1Connection.get("/echo"));
        connection.clientReads();
        assertThat(connection.statuses()).hasSize(11).endsWith(400);
        assertClosesSoon();
    }

    @Test
    void tellsEachClientThatItsConnectionEndsWhenTheServerStops() {
        connection.drain.begin();
        connection.channel.pipeline().fireUserEventTriggered(new Drain.Begun(Duration.ZERO));
        String written = connection.read(Http1Connection.get("/echo?last")).written();
        assertThat(written).contains("connection: close").endsWith("last");
        assertThat(connection.isOpen()).isFalse();
    }

    @Test
    void givesTheFieldsOfTheListToAListedOriginOnly() {
        CorsPolicy list = new CorsPolicy(List.of("https://good.test"), Duration.ZERO);
        try (Http1Connection listed = new Http1Connection(list)) {
            String good = listed.read("GET /echo HTTP/1.1\r\nHost: x\r\nOrigin: https://good.test\r\n\r\n")
                    .written();
            assertThat(good).contains("access-control-allow-origin: https://good.test\r\n", "vary: origin\r\n");
            String bad = listed.read("GET /echo HTTP/1.1\r\nHost: x\r\nOrigin: https://evil.test\r\n\r\n")
                    .written();
            assertThat(bad).contains("vary: origin\r\n").doesNotContain("access-control", "evil");
        }
    }

    private void assertClosesSoon() {
        connection.pass(LINGER);
        assertThat(connection.isOpen()).isFalse();
    }
}
