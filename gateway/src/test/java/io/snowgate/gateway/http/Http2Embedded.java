package io.snowgate.gateway.http;

import static io.snowgate.gateway.http.Http2Octets.GOAWAY;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.util.CharsetUtil;
import io.snowgate.gateway.wire.FieldBlock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The HTTP/2 handlers of one connection without a socket: frames go in, frames come out, and the test holds the hands of
 * the clock. {@code /} answers {@code hi}, {@code /stream} with what the test writes, {@code /later} when the test says so,
 * {@code /broken} throws.
 */
final class Http2Embedded implements AutoCloseable {

    static final Duration LONG = Duration.ofMinutes(1);
    static final Duration STALL_TIMEOUT = Duration.ofSeconds(20);
    private static final HttpLimits LIMITS =
            new HttpLimits(8_192, 8_192, 100, 1_000, 100, LONG, LONG, LONG, LONG, STALL_TIMEOUT);

    final Drain drain = new Drain();
    final Gate gate = new Gate();
    final EmbeddedChannel channel = new EmbeddedChannel();
    final List<TestSubscription> streams = new ArrayList<>();
    /** What each {@code /later} waits for, the latest last; answered with the text it is completed with. */
    final List<CompletableFuture<String>> outcomes = new ArrayList<>();

    private final ByteBuf outbound = Unpooled.buffer();

    /** A frame as it was sent. */
    record Sent(int type, int flags, int stream, ByteBuf payload) {

        String text() {
            return payload.toString(CharsetUtil.US_ASCII);
        }
    }

    Http2Embedded open() {
        return open(Router.builder(new CorsPolicy(List.of(CorsPolicy.ANY), LONG), new SimpleMeterRegistry())
                .serve("/", "root", request -> Response.of(HttpResponseStatus.OK, FieldBlock.NONE, body()))
                .serve("/stream", "stream", request -> {
                    streams.add(new TestSubscription());
                    return Response.stream(FieldBlock.NONE, streams.getLast());
                })
                .serve("/later", "later", request -> {
                    outcomes.add(new CompletableFuture<>());
                    return Response.later(outcomes.getLast(), Http2Embedded::text);
                })
                .serve("/broken", "broken", request -> {
                    throw new IllegalStateException("broken on purpose");
                })
                .build());
    }

    Http2Embedded open(Router router) {
        Http2Codec codec = Http2Codec.create(LIMITS);
        channel.freezeTime();
        channel.pipeline().addLast(gate, codec);
        channel.pipeline().addLast(new Http2Handler(router, new CurrentDate(() -> 0), drain, LIMITS, codec));
        return this;
    }

    private static Response text(String text) {
        ByteBuf body = Unpooled.copiedBuffer(text, CharsetUtil.US_ASCII);
        return Response.of(HttpResponseStatus.OK, FieldBlock.NONE, body);
    }

    private static ByteBuf body() {
        return Unpooled.wrappedBuffer(new byte[] {'h', 'i'});
    }

    void receive(byte[] octets) {
        channel.writeInbound(Unpooled.wrappedBuffer(octets));
    }

    void receive(int octetsAtATime, byte[] octets) {
        ByteBuf all = Unpooled.wrappedBuffer(octets);
        while (all.isReadable()) {
            channel.writeInbound(all.readBytes(Math.min(octetsAtATime, all.readableBytes())));
        }
    }

    void pass(Duration time) {
        channel.advanceTimeBy(time.toMillis(), TimeUnit.MILLISECONDS);
        channel.runScheduledPendingTasks();
        channel.runPendingTasks();
    }

    Http2Error goAway() {
        List<Sent> last = sent(GOAWAY);
        assertThat(last).hasSize(1);
        return Http2Error.valueOf(last.getFirst().payload().getInt(4));
    }

    /** All frames of a type sent so far; what was sent is kept, so that it may be asked for again. */
    List<Sent> sent(int type) {
        return sent().stream().filter(frame -> frame.type() == type).toList();
    }

    List<Sent> sent() {
        for (ByteBuf part = channel.readOutbound(); part != null; part = channel.readOutbound()) {
            outbound.writeBytes(part);
            part.release();
        }
        List<Sent> frames = new ArrayList<>();
        ByteBuf rest = outbound.duplicate();
        while (rest.isReadable()) {
            int octets = rest.readUnsignedMedium();
            int type = rest.readUnsignedByte();
            int flags = rest.readUnsignedByte();
            int stream = rest.readInt();
            frames.add(new Sent(type, flags, stream, rest.readSlice(octets)));
        }
        return frames;
    }

    /** Of all DATA frames on this stream. */
    String body(int stream) {
        StringBuilder text = new StringBuilder();
        sent(Http2Octets.DATA).stream()
                .filter(frame -> frame.stream() == stream)
                .forEach(frame -> text.append(frame.text()));
        return text.toString();
    }

    /** From below HTTP/2, which would wait for what is open. */
    @Override
    public void close() {
        gate.shut = false;
        if (channel.isOpen()) {
            Objects.requireNonNull(channel.pipeline().firstContext()).close().syncUninterruptibly();
        }
        channel.finishAndReleaseAll();
    }

    /** A socket that counts its flushes, and whose send buffer is full while it is shut. */
    static final class Gate extends ChannelOutboundHandlerAdapter {

        int flushes;
        boolean shut;

        @Override
        public void flush(ChannelHandlerContext ctx) {
            flushes++;
            if (!shut) {
                ctx.flush();
            }
        }
    }
}
