package io.snowgate.gateway.http;

import static io.snowgate.gateway.http.Http2Octets.DATA;
import static io.snowgate.gateway.http.Http2Octets.END_HEADERS;
import static io.snowgate.gateway.http.Http2Octets.END_STREAM;
import static io.snowgate.gateway.http.Http2Octets.GOAWAY;
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

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http2.Http2Error;
import io.snowgate.gateway.wire.FieldBlock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Http2HandlerTest {

    private static final Duration LONG = Duration.ofMinutes(1);
    private static final HttpLimits LIMITS = new HttpLimits(8_192, 8_192, 100, 1_000, 100, LONG, LONG, LONG, LONG);
    private static final byte[] SMALL = number(0);

    private final Drain drain = new Drain();
    private final FlushCount flushes = new FlushCount();
    private final EmbeddedChannel channel = new EmbeddedChannel();

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8, 9, 10, 100, Integer.MAX_VALUE})
    void readsFramesHoweverTheyAreCut(int octetsAtATime) {
        open();
        byte[] header = fields("x-sum", "1");
        receive(
                octetsAtATime,
                bytes(
                        preface(),
                        get(1, "/"),
                        post(3),
                        frame(DATA, NO_FLAGS, 3, SMALL),
                        frame(HEADERS, END_STREAM | END_HEADERS, 3, header),
                        get(5, "/")));
        assertThat(sent(HEADERS)).extracting(Sent::stream).containsExactly(1, 3, 5);
        assertThat(channel.isOpen()).isTrue();
    }

    @Test
    void flushesOnceForAllThatWasReadAtOnce() {
        open();
        receive(preface());
        flushes.count = 0;
        receive(bytes(get(1, "/"), get(3, "/"), get(5, "/")));
        assertThat(sent(HEADERS)).hasSize(3);
        assertThat(flushes.count).isEqualTo(1);
    }

    @Test
    void endsTheConnectionOnAHeaderAfterTheEndOfItsStream() {
        open();
        receive(bytes(preface(), get(1, "/"), get(1, "/")));
        assertThat(sent(HEADERS)).hasSize(1);
        assertThat(goAway()).isEqualTo(Http2Error.STREAM_CLOSED);
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void endsTheConnectionOnAHeaderAfterTheEndOfABody() {
        open();
        receive(bytes(preface(), post(1), frame(DATA, END_STREAM, 1, SMALL), get(3, "/"), get(1, "/")));
        assertThat(sent(HEADERS)).hasSize(2);
        assertThat(goAway()).isEqualTo(Http2Error.STREAM_CLOSED);
    }

    @Test
    void endsTheConnectionOnAHeaderOfAStreamThatWasSkipped() {
        open();
        receive(bytes(preface(), get(5, "/"), get(3, "/")));
        assertThat(sent(HEADERS)).hasSize(1);
        assertThat(goAway()).isEqualTo(Http2Error.PROTOCOL_ERROR);
    }

    @Test
    void actsOnNothingThatComesAfterSuchAHeader() {
        open();
        receive(bytes(preface(), get(5, "/"), get(3, "/"), get(7, "/"), frame(PING, NO_FLAGS, 0, new byte[8])));
        assertThat(sent(HEADERS)).hasSize(1);
        assertThat(sent(PING)).isEmpty();
    }

    @Test
    void resetsOnlyTheStreamOnAHeaderAfterItsReset() {
        open();
        receive(bytes(preface(), post(1), frame(RST_STREAM, NO_FLAGS, 1, SMALL), post(1), get(3, "/")));
        assertThat(sent(RST_STREAM)).extracting(Sent::stream).containsExactly(1);
        assertThat(sent(HEADERS)).extracting(Sent::stream).containsExactly(3);
    }

    @Test
    void forgetsTheBodyOfAStreamThatWasReset() {
        open();
        receive(bytes(preface(), post(1), frame(DATA, NO_FLAGS, 1, new byte[600])));
        receive(frame(RST_STREAM, NO_FLAGS, 1, SMALL));
        receive(bytes(post(3), frame(DATA, END_STREAM, 3, new byte[600])));
        assertThat(sent(HEADERS)).extracting(Sent::stream).containsExactly(3);
    }

    @Test
    void tellsAConnectionWhoseHandshakeEndsAfterTheDrainHasBegun() {
        drain.begin();
        open();
        receive(preface());
        assertThat(goAway()).isEqualTo(Http2Error.NO_ERROR);
    }

    @Test
    void answers500WhenAnEndpointFailsAndGoesOn() {
        open();
        receive(bytes(preface(), get(1, "/broken"), get(3, "/")));
        assertThat(sent(HEADERS)).extracting(Sent::stream).containsExactly(1, 3);
        assertThat(sent(RST_STREAM)).isEmpty();
    }

    private void open() {
        Router router = Router.builder(new CorsPolicy(List.of(CorsPolicy.ANY), LONG), new SimpleMeterRegistry())
                .serve("/", "root", request -> Response.of(HttpResponseStatus.OK, FieldBlock.NONE, body()))
                .serve("/broken", "broken", request -> {
                    throw new IllegalStateException("broken on purpose");
                })
                .build();
        Http2Codec codec = Http2Codec.create(LIMITS);
        channel.pipeline().addLast(flushes, codec);
        channel.pipeline().addLast(new Http2Handler(router, new CurrentDate(() -> 0), drain, LIMITS, codec));
    }

    private static ByteBuf body() {
        return Unpooled.wrappedBuffer(new byte[] {'h', 'i'});
    }

    private void receive(byte[] octets) {
        channel.writeInbound(Unpooled.wrappedBuffer(octets));
    }

    private void receive(int octetsAtATime, byte[] octets) {
        ByteBuf all = Unpooled.wrappedBuffer(octets);
        while (all.isReadable()) {
            channel.writeInbound(all.readBytes(Math.min(octetsAtATime, all.readableBytes())));
        }
    }

    private Http2Error goAway() {
        List<Sent> last = sent(GOAWAY);
        assertThat(last).hasSize(1);
        return Http2Error.valueOf(last.getFirst().payload().getInt(4));
    }

    /** All frames of a type sent so far; what was sent is kept, so that it may be asked for again. */
    private List<Sent> sent(int type) {
        for (ByteBuf part = channel.readOutbound(); part != null; part = channel.readOutbound()) {
            outbound.writeBytes(part);
            part.release();
        }
        List<Sent> frames = new ArrayList<>();
        ByteBuf rest = outbound.duplicate();
        while (rest.isReadable()) {
            int octets = rest.readUnsignedMedium();
            int frameType = rest.readUnsignedByte();
            int stream = rest.skipBytes(1).readInt();
            ByteBuf payload = rest.readSlice(octets);
            if (frameType == type) {
                frames.add(new Sent(stream, payload));
            }
        }
        return frames;
    }

    private final ByteBuf outbound = Unpooled.buffer();

    private record Sent(int stream, ByteBuf payload) {}

    private static final class FlushCount extends ChannelOutboundHandlerAdapter {

        private int count;

        @Override
        public void flush(ChannelHandlerContext ctx) {
            count++;
            ctx.flush();
        }
    }
}
