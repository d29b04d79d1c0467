package io.snowgate.gateway.http;

import static io.snowgate.gateway.http.Http2Octets.DATA;
import static io.snowgate.gateway.http.Http2Octets.END_HEADERS;
import static io.snowgate.gateway.http.Http2Octets.END_STREAM;
import static io.snowgate.gateway.http.Http2Octets.GOAWAY;
import static io.snowgate.gateway.http.Http2Octets.HEADERS;
import static io.snowgate.gateway.http.Http2Octets.INITIAL_WINDOW_SIZE;
import static io.snowgate.gateway.http.Http2Octets.NO_FLAGS;
import static io.snowgate.gateway.http.Http2Octets.PING;
import static io.snowgate.gateway.http.Http2Octets.RST_STREAM;
import static io.snowgate.gateway.http.Http2Octets.WINDOW_UPDATE;
import static io.snowgate.gateway.http.Http2Octets.bytes;
import static io.snowgate.gateway.http.Http2Octets.frame;
import static io.snowgate.gateway.http.Http2Octets.get;
import static io.snowgate.gateway.http.Http2Octets.number;
import static io.snowgate.gateway.http.Http2Octets.post;
import static io.snowgate.gateway.http.Http2Octets.preface;
import static io.snowgate.gateway.http.Http2Octets.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.Http2Error;
import io.snowgate.gateway.http.Http2Embedded.Sent;
import io.snowgate.gateway.http.Subscription.Ending;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class Http2StreamTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final Http2Embedded connection = new Http2Embedded();

    @AfterEach
    void close() {
        connection.close();
        assertThat(connection.streams)
                .allSatisfy(stream -> assertThat(stream.endings).hasSize(1));
    }

    @Test
    void sendsEachPartAtOnceAndServesOthersBesideIt() {
        connection.open().receive(bytes(preface(), get(1, "/stream")));
        stream(0).write("one");
        connection.receive(get(3, "/"));
        stream(0).write("two");
        stream(0).outlet().end(StreamChunk.of("bye"));

        List<Sent> heads = connection.sent(HEADERS);
        assertThat(heads).extracting(Sent::stream).containsExactly(1, 3);
        assertThat(heads.getFirst().flags() & END_STREAM).isZero();
        assertThat(connection.body(1)).isEqualTo("onetwobye");
        assertThat(connection.body(3)).isEqualTo("hi");
        assertThat(connection.sent(DATA).getLast().flags() & END_STREAM).isEqualTo(END_STREAM);
        assertThat(stream(0).endings).containsExactly(Ending.OVER);
        connection.receive(get(5, "/"));
        assertThat(connection.body(5)).isEqualTo("hi");
    }

    @Test
    void givesAHeadNoBody() {
        byte[] head = frame(HEADERS, END_STREAM | END_HEADERS, 1, request("HEAD", "/stream"));
        connection.open().receive(bytes(preface(), head));
        assertThat(connection.sent(HEADERS).getFirst().flags() & END_STREAM).isEqualTo(END_STREAM);
        assertThat(stream(0).isOpened()).isFalse();
        assertThat(stream(0).endings).containsExactly(Ending.OVER);
    }

    @Test
    void livesForAsLongAsItsClientReadsAndKeepsTheConnection() {
        connection.open().receive(bytes(preface(), get(1, "/stream"), post(3)));
        for (int minute = 0; minute < 60; minute++) {
            connection.pass(Http2Embedded.LONG);
            stream(0).write("x");
        }
        connection.pass(Duration.ofHours(1));
        assertThat(connection.body(1)).hasSize(60);
        assertThat(connection.channel.isOpen()).isTrue();
        assertThat(connection.sent(RST_STREAM))
                .as("the body that never came")
                .extracting(Sent::stream)
                .containsExactly(3);
    }

    @Test
    void waitsForTheWindowOfEachStreamAlone() {
        connection.open().receive(bytes(preface(INITIAL_WINDOW_SIZE, 4), get(1, "/stream"), get(3, "/stream")));
        stream(0).write("more than four");
        stream(1).write("four");
        assertThat(stream(0).outlet().isReady()).isFalse();
        assertThat(stream(1).outlet().isReady()).isTrue();
        assertThat(connection.body(1)).isEqualTo("more");

        connection.receive(frame(WINDOW_UPDATE, NO_FLAGS, 1, number(100)));
        assertThat(connection.body(1)).isEqualTo("more than four");
        assertThat(stream(0).outlet().isReady()).isTrue();
        assertThat(stream(0).writable).isEqualTo(1);
    }

    @Test
    void resetsAStreamWhoseWindowStaysShutAndNoOther() {
        connection.open().receive(bytes(preface(INITIAL_WINDOW_SIZE, 0), get(1, "/stream"), get(3, "/stream")));
        connection.receive(frame(WINDOW_UPDATE, NO_FLAGS, 3, number(100)));
        stream(0).write("one");
        stream(1).write("two");
        connection.pass(Http2Embedded.STALL_TIMEOUT.minus(SECOND));
        assertThat(connection.sent(RST_STREAM)).isEmpty();
        connection.pass(SECOND.plus(Http2Embedded.STALL_TIMEOUT.dividedBy(10)));

        assertThat(connection.sent(RST_STREAM)).extracting(Sent::stream).containsExactly(1);
        assertThat(stream(0).endings).containsExactly(Ending.STALLED);
        assertThat(stream(1).endings).isEmpty();
        assertThat(connection.channel.isOpen()).isTrue();
    }

    @Test
    void closesAConnectionThatIsNotRead() {
        connection.open().receive(bytes(preface(), get(1, "/stream")));
        connection.gate.shut = true;
        stream(0).write("one");
        connection.pass(Http2Embedded.STALL_TIMEOUT.plus(Http2Embedded.STALL_TIMEOUT.dividedBy(10)));
        assertThat(connection.channel.isOpen()).isFalse();
        assertThat(stream(0).endings).containsExactly(Ending.STALLED);
    }

    @Test
    void hearsAReset() {
        connection.open().receive(bytes(preface(), get(1, "/stream"), get(3, "/stream")));
        connection.receive(frame(RST_STREAM, NO_FLAGS, 1, number(8)));
        assertThat(stream(0).endings).containsExactly(Ending.OVER);
        assertThat(stream(1).endings).isEmpty();
        stream(1).write("goes on");
        assertThat(connection.body(3)).isEqualTo("goes on");
    }

    @Test
    void letsGoOfALargePartWhenItsStreamIsReset() {
        connection.open().receive(bytes(preface(), get(1, "/stream")));
        StreamChunk chunk = StreamChunk.shared(Unpooled.buffer().writeZero(200_000));
        stream(0).outlet().write(chunk);
        assertThat(connection.body(1)).hasSize(65_535);
        connection.receive(frame(RST_STREAM, NO_FLAGS, 1, number(8)));
        chunk.release();
        assertThat(chunk.tryRetain()).isFalse();
    }

    @Test
    void tellsTheClientToLeaveInItsTurnAndThenEndsItsStreams() {
        connection.open().receive(bytes(preface(), get(1, "/stream"), get(3, "/stream")));
        connection.drain.begin();
        connection.channel.pipeline().fireUserEventTriggered(new Drain.Begun(Duration.ofSeconds(3)));
        connection.pass(Duration.ofMillis(2_999));
        assertThat(connection.sent(GOAWAY)).isEmpty();
        connection.receive(get(5, "/"));
        assertThat(connection.body(5)).as("served meanwhile").isEqualTo("hi");

        connection.pass(Duration.ofMillis(1));
        assertThat(connection.goAway()).isEqualTo(Http2Error.NO_ERROR);
        assertThat(connection.body(1)).isEqualTo("bye within 60");
        assertThat(connection.body(3)).isEqualTo("bye within 60");
        List<Integer> types = connection.sent().stream().map(Sent::type).toList();
        assertThat(types.indexOf(GOAWAY)).isLessThan(types.lastIndexOf(DATA));
        connection.pass(SECOND);
        assertThat(connection.channel.isOpen()).isFalse();
    }

    @Test
    void endsAStreamThatIsAskedForAfterTheFirstWordOfTheDrain() {
        connection.open().receive(preface());
        connection.channel.pipeline().fireUserEventTriggered(new Drain.Begun(Duration.ZERO));
        connection.pass(Duration.ofMillis(1));
        connection.receive(get(1, "/stream"));
        connection.pass(SECOND);
        assertThat(connection.body(1)).isEqualTo("bye within 60");
        assertThat(connection.channel.isOpen()).isFalse();
    }

    @Test
    void lastsLongerThanTheAllowanceOfFramesThatAskForNothing() {
        connection.open().receive(bytes(preface(), get(1, "/stream")));
        byte[] ping = frame(PING, NO_FLAGS, 0, new byte[8]);
        byte[] updates =
                bytes(frame(WINDOW_UPDATE, NO_FLAGS, 0, number(1)), frame(WINDOW_UPDATE, NO_FLAGS, 1, number(1)));
        for (int i = 0; i < 3 * Http2Allowance.FRAMES; i++) {
            stream(0).write("x");
            connection.receive(bytes(ping, updates));
        }
        assertThat(connection.channel.isOpen()).isTrue();
        connection.receive(Http2Octets.times(2 * Http2Allowance.FRAMES, ping));
        assertThat(connection.goAway()).isEqualTo(Http2Error.ENHANCE_YOUR_CALM);
    }

    @Test
    void refusesInWordsAndLeavesWhenThereAreTooManyConnections() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        connection.open(Router.refusing(
                new CorsPolicy(List.of(CorsPolicy.ANY), SECOND),
                new SimpleMeterRegistry(),
                HttpFailure.tooManyConnections(new Jitter(() -> random))));
        connection.receive(preface());
        assertThat(connection.sent(GOAWAY)).as("not before it was asked").isEmpty();
        connection.receive(get(1, "/state"));
        connection.pass(SECOND);
        assertThat(connection.body(1)).contains("\"status\":503", "as many connections");
        assertThat(connection.sent(GOAWAY)).hasSize(2);
        assertThat(connection.channel.isOpen()).isFalse();
    }

    private TestSubscription stream(int index) {
        return connection.streams.get(index);
    }
}
