package io.snowgate.gateway.http;

import static io.snowgate.gateway.http.Http2Octets.DATA;
import static io.snowgate.gateway.http.Http2Octets.END_HEADERS;
import static io.snowgate.gateway.http.Http2Octets.END_STREAM;
import static io.snowgate.gateway.http.Http2Octets.HEADERS;
import static io.snowgate.gateway.http.Http2Octets.NO_FLAGS;
import static io.snowgate.gateway.http.Http2Octets.PING;
import static io.snowgate.gateway.http.Http2Octets.RST_STREAM;
import static io.snowgate.gateway.http.Http2Octets.bytes;
import static io.snowgate.gateway.http.Http2Octets.fields;
import static io.snowgate.gateway.http.Http2Octets.frame;
import static io.snowgate.gateway.http.Http2Octets.get;
import static io.snowgate.gateway.http.Http2Octets.number;
import static io.snowgate.gateway.http.Http2Octets.post;
import static io.snowgate.gateway.http.Http2Octets.preface;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http2.Http2Error;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Http2HandlerTest {

    private static final byte[] SMALL = number(0);

    private final Http2Embedded connection = new Http2Embedded();

    @AfterEach
    void close() {
        connection.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8, 9, 10, 100, Integer.MAX_VALUE})
    void readsFramesHoweverTheyAreCut(int octetsAtATime) {
        connection.open();
        byte[] header = fields("x-sum", "1");
        connection.receive(
                octetsAtATime,
                bytes(
                        preface(),
                        get(1, "/"),
                        post(3),
                        frame(DATA, NO_FLAGS, 3, SMALL),
                        frame(HEADERS, END_STREAM | END_HEADERS, 3, header),
                        get(5, "/")));
        assertThat(connection.sent(HEADERS))
                .extracting(Http2Embedded.Sent::stream)
                .containsExactly(1, 3, 5);
        assertThat(connection.channel.isOpen()).isTrue();
    }

    @Test
    void flushesOnceForAllThatWasReadAtOnce() {
        connection.open();
        connection.receive(preface());
        connection.gate.flushes = 0;
        connection.receive(bytes(get(1, "/"), get(3, "/"), get(5, "/")));
        assertThat(connection.sent(HEADERS)).hasSize(3);
        assertThat(connection.gate.flushes).isEqualTo(1);
    }

    @Test
    void endsTheConnectionOnAHeaderAfterTheEndOfItsStream() {
        connection.open();
        connection.receive(bytes(preface(), get(1, "/"), get(1, "/")));
        assertThat(connection.sent(HEADERS)).hasSize(1);
        assertThat(connection.goAway()).isEqualTo(Http2Error.STREAM_CLOSED);
        assertThat(connection.channel.isOpen()).isFalse();
    }

    @Test
    void endsTheConnectionOnAHeaderAfterTheEndOfABody() {
        connection.open();
        connection.receive(bytes(preface(), post(1), frame(DATA, END_STREAM, 1, SMALL), get(3, "/"), get(1, "/")));
        assertThat(connection.sent(HEADERS)).hasSize(2);
        assertThat(connection.goAway()).isEqualTo(Http2Error.STREAM_CLOSED);
    }

    @Test
    void endsTheConnectionOnAHeaderOfAStreamThatWasSkipped() {
        connection.open();
        connection.receive(bytes(preface(), get(5, "/"), get(3, "/")));
        assertThat(connection.sent(HEADERS)).hasSize(1);
        assertThat(connection.goAway()).isEqualTo(Http2Error.PROTOCOL_ERROR);
    }

    @Test
    void actsOnNothingThatComesAfterSuchAHeader() {
        connection.open();
        connection.receive(
                bytes(preface(), get(5, "/"), get(3, "/"), get(7, "/"), frame(PING, NO_FLAGS, 0, new byte[8])));
        assertThat(connection.sent(HEADERS)).hasSize(1);
        assertThat(connection.sent(PING)).isEmpty();
    }

    @Test
    void resetsOnlyTheStreamOnAHeaderAfterItsReset() {
        connection.open();
        connection.receive(bytes(preface(), post(1), frame(RST_STREAM, NO_FLAGS, 1, SMALL), post(1), get(3, "/")));
        assertThat(connection.sent(RST_STREAM))
                .extracting(Http2Embedded.Sent::stream)
                .containsExactly(1);
        assertThat(connection.sent(HEADERS))
                .extracting(Http2Embedded.Sent::stream)
                .containsExactly(3);
    }

    @Test
    void forgetsTheBodyOfAStreamThatWasReset() {
        connection.open();
        connection.receive(bytes(preface(), post(1), frame(DATA, NO_FLAGS, 1, new byte[600])));
        connection.receive(frame(RST_STREAM, NO_FLAGS, 1, SMALL));
        connection.receive(bytes(post(3), frame(DATA, END_STREAM, 3, new byte[600])));
        assertThat(connection.sent(HEADERS))
                .extracting(Http2Embedded.Sent::stream)
                .containsExactly(3);
    }

    @Test
    void tellsAConnectionWhoseHandshakeEndsAfterTheDrainHasBegun() {
        connection.drain.begin();
        connection.open();
        connection.receive(preface());
        assertThat(connection.goAway()).isEqualTo(Http2Error.NO_ERROR);
    }

    @Test
    void answers500WhenAnEndpointFailsAndGoesOn() {
        connection.open();
        connection.receive(bytes(preface(), get(1, "/broken"), get(3, "/")));
        assertThat(connection.sent(HEADERS))
                .extracting(Http2Embedded.Sent::stream)
                .containsExactly(1, 3);
        assertThat(connection.sent(RST_STREAM)).isEmpty();
    }
}
