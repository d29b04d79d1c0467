package io.snowgate.gateway.http;

import static io.snowgate.gateway.http.Http1Connection.STALL_TIMEOUT;
import static io.snowgate.gateway.http.Http1Connection.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.util.CharsetUtil;
import io.snowgate.gateway.http.Subscription.Ending;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class Http1StreamTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final Http1Connection connection = new Http1Connection();

    @AfterEach
    void close() {
        connection.close();
        assertThat(connection.streams)
                .allSatisfy(stream -> assertThat(stream.endings).hasSize(1));
    }

    @Test
    void writesEachPartAsAChunkAtOnceAndSaysThatTheConnectionEndsWithIt() {
        String head = connection.read(get("/stream")).written();
        assertThat(head)
                .startsWith("HTTP/1.1 200 OK\r\n")
                .contains("\r\ntransfer-encoding: chunked\r\n", "\r\nconnection: close\r\n", "\r\ndate: ")
                .contains("access-control-allow-origin: *\r\n")
                .doesNotContain("content-length")
                .endsWith("\r\n\r\n");

        stream().write("one");
        assertThat(connection.written()).isEqualTo("3\r\none\r\n");
        stream().write("the second part");
        assertThat(connection.written()).isEqualTo("f\r\nthe second part\r\n");
        stream().outlet().end(StreamChunk.of("bye"));
        assertThat(connection.written()).isEqualTo("3\r\nbye\r\n0\r\n\r\n");
        assertThat(connection.isOpen()).isFalse();
        assertThat(stream().endings).containsExactly(Ending.OVER);
    }

    @Test
    void writesBareOctetsToAClientOfHttp10AndEndsByClosing() {
        String head = connection
                .read("GET /stream HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
                .written();
        assertThat(head).contains("connection: close").doesNotContain("chunked");

        stream().write("one");
        stream().outlet().end(StreamChunk.of("bye"));

        assertThat(connection.written()).isEqualTo("onebye");
        assertThat(connection.isOpen()).isFalse();
    }

    @Test
    void givesAHeadNoBodyAndKeepsTheConnection() {
        String written = connection
                .read("HEAD /stream HTTP/1.1\r\nHost: x\r\n\r\n" + get("/echo?next"))
                .written();

        assertThat(Http1Connection.statuses(written)).containsExactly(200, 200);
        assertThat(written).endsWith("next").containsOnlyOnce("content-length");
        assertThat(stream().isOpened()).isFalse();
        assertThat(stream().endings).containsExactly(Ending.OVER);
    }

    @Test
    void answersWhatCameBeforeAndThrowsAwayWhatComesBehind() {
        String written = connection
                .read(get("/echo?before") + get("/stream") + get("/echo?behind"))
                .written();
        connection.read(get("/echo?later").repeat(100) + "rubbish");

        assertThat(Http1Connection.statuses(written)).containsExactly(200, 200);
        assertThat(connection.written()).isEmpty();
        stream().write("still there");
        assertThat(connection.written()).contains("still there");
    }

    @Test
    void livesForAsLongAsItsClientReads() {
        connection.read(get("/stream")).written();
        for (int minute = 0; minute < 60; minute++) {
            connection.pass(Duration.ofMinutes(1));
            stream().write("x");
            assertThat(connection.written()).isEqualTo("1\r\nx\r\n");
        }
        connection.pass(Duration.ofHours(1));
        assertThat(connection.isOpen()).isTrue();
    }

    @Test
    void takesNothingMoreUntilTheClientHasTakenTheLast() {
        connection.read(get("/stream")).written();
        connection.clientStopsReading();
        stream().write("one");

        assertThat(stream().outlet().isReady()).isFalse();
        assertThatIllegalStateException().isThrownBy(() -> stream().write("two"));
        connection.clientReads();
        assertThat(stream().outlet().isReady()).isTrue();
        assertThat(stream().writable).isEqualTo(1);
        stream().write("two");
        assertThat(connection.written()).isEqualTo("3\r\none\r\n3\r\ntwo\r\n");
        assertThat(stream().writable).as("not told what it knows").isEqualTo(1);
    }

    @Test
    void dropsAClientThatTakesNothing() {
        connection.read(get("/stream")).written();
        connection.clientStopsReading();
        stream().write("one");
        connection.pass(STALL_TIMEOUT.minus(SECOND));
        assertThat(connection.isOpen()).isTrue();
        connection.pass(SECOND.plus(STALL_TIMEOUT.dividedBy(10)));
        assertThat(connection.isOpen()).isFalse();
        assertThat(stream().endings).containsExactly(Ending.STALLED);
    }

    @Test
    void startsAnewForAClientThatTookTheLast() {
        connection.read(get("/stream")).written();
        for (int i = 0; i < 5; i++) {
            connection.clientStopsReading();
            stream().write("one");
            connection.pass(STALL_TIMEOUT.minus(SECOND));
            connection.clientReads();
        }
        connection.pass(STALL_TIMEOUT.multipliedBy(2));
        assertThat(connection.isOpen()).isTrue();
    }

    @Test
    void handsALargePartOverInSlicesAndHoldsOnlyOneThatIsNotTaken() {
        connection.read(get("/stream")).written();
        String large = "0123456789abcdef".repeat(10_000);
        StreamChunk chunk = StreamChunk.shared(Unpooled.copiedBuffer(large, CharsetUtil.US_ASCII));
        connection.clientStopsReading();
        stream().outlet().write(chunk);
        assertThat(connection.channel.unsafe().outboundBuffer().totalPendingWriteBytes())
                .isBetween((long) Outlet.SLICE_BYTES, Outlet.SLICE_BYTES + 200L);
        connection.clientReads();
        assertThat(connection.written()).isEqualTo("27100\r\n" + large + "\r\n");
        assertThat(stream().outlet().isReady()).isTrue();
        chunk.release();
        assertThat(chunk.tryRetain()).as("nothing is left of it").isFalse();
    }

    @Test
    void letsGoOfALargePartWhenTheClientLeavesWithinIt() {
        connection.read(get("/stream")).written();
        StreamChunk chunk = StreamChunk.shared(Unpooled.buffer().writeZero(100_000));
        connection.clientStopsReading();
        stream().outlet().write(chunk);
        connection.close();
        chunk.release();
        assertThat(chunk.tryRetain()).isFalse();
        assertThat(stream().endings).containsExactly(Ending.OVER);
    }

    @Test
    void sendsTheSameOctetsToAllWithoutCopyingThem() {
        StreamChunk chunk = StreamChunk.shared(Unpooled.copiedBuffer("shared", CharsetUtil.US_ASCII));
        connection.read(get("/stream"));
        connection.written();
        stream().outlet().write(chunk);
        ByteBuf first = connection.channel.readOutbound();
        ByteBuf octets = chunk.framed();
        assertThat(first.memoryAddress()).isEqualTo(octets.memoryAddress());
        first.release();
        octets.release();
        chunk.release();
    }

    @Test
    void saysGoodbyeInItsTurnWhenTheServerStops() {
        connection.read(get("/stream")).written();
        connection.drain.begin();
        connection.channel.pipeline().fireUserEventTriggered(new Drain.Begun(Duration.ofSeconds(3)));
        connection.pass(Duration.ofMillis(2_999));
        assertThat(connection.written()).isEmpty();
        connection.pass(Duration.ofMillis(1));
        assertThat(connection.written()).isEqualTo("c\r\nbye within 1\r\n0\r\n\r\n");
        assertThat(connection.isOpen()).isFalse();
    }

    @Test
    void saysGoodbyeBehindWhatTheClientHasNotTakenYet() {
        connection.read(get("/stream")).written();
        connection.clientStopsReading();
        stream().write("one");
        connection.channel.pipeline().fireUserEventTriggered(new Drain.Begun(Duration.ZERO));
        connection.clientReads();
        assertThat(connection.written()).isEqualTo("3\r\none\r\nc\r\nbye within 1\r\n0\r\n\r\n");
        assertThat(connection.isOpen()).isFalse();
    }

    @Test
    void endsAStreamAtOnceThatIsAskedForDuringTheDrain() {
        connection.drain.begin();
        assertThat(connection.read(get("/stream")).written()).endsWith("\r\n\r\nc\r\nbye within 1\r\n0\r\n\r\n");
        assertThat(connection.isOpen()).isFalse();
    }

    @Test
    void hearsThatTheClientHasLeft() {
        connection.read(get("/stream")).written();
        connection.channel.close().syncUninterruptibly();
        assertThat(stream().endings).isEqualTo(List.of(Ending.OVER));
        assertThat(stream().outlet().isReady()).isFalse();
    }

    private TestSubscription stream() {
        return connection.streams.getLast();
    }
}
