package io.snowgate.gateway.http;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.CharsetUtil;
import io.snowgate.gateway.wire.FieldBlock;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The HTTP/1.1 handlers of one connection without a socket: octets go in, octets come out, and the test holds the hands
 * of the clock. {@code /echo} answers with its query, {@code /large} with 20,000 octets, {@code /stream} with
 * what the test writes, {@code /later} when the test says so, {@code /bug} throws.
 */
final class Http1Connection implements AutoCloseable {

    static final int LARGE_BYTES = 20_000;
    static final int BODY_LIMIT = 100;
    static final Duration HEADER_TIMEOUT = Duration.ofSeconds(10);
    static final Duration BODY_TIMEOUT = Duration.ofSeconds(30);
    static final Duration STALL_TIMEOUT = Duration.ofSeconds(20);
    static final Duration IDLE_TIMEOUT = Duration.ofSeconds(75);
    static final HttpLimits LIMITS = new HttpLimits(
            1_024,
            2_048,
            10,
            BODY_LIMIT,
            1,
            HEADER_TIMEOUT,
            BODY_TIMEOUT,
            IDLE_TIMEOUT,
            Duration.ofSeconds(1),
            STALL_TIMEOUT);

    private static final FieldBlock TEXT = FieldBlock.of("content-type", "text/plain");
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 ([0-9]{3}) ");

    final Drain drain = new Drain();
    final EmbeddedChannel channel;
    /** Of {@code /stream}, each with the answer it belongs to; the latest is the last. */
    final List<TestSubscription> streams = new ArrayList<>();

    /** What each {@code /later} waits for, the latest last; answered with the text it is completed with. */
    final List<CompletableFuture<String>> outcomes = new ArrayList<>();

    final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    private final Gate gate = new Gate();

    Http1Connection() {
        this(new CorsPolicy(List.of(CorsPolicy.ANY), Duration.ZERO));
    }

    Http1Connection(CorsPolicy cors) {
        Http1Decoder decoder = new Http1Decoder(LIMITS);
        Http1Deadlines deadlines = new Http1Deadlines(LIMITS, HEADER_TIMEOUT, decoder);
        channel = new EmbeddedChannel(
                gate,
                deadlines,
                decoder,
                new Http1Handler(router(cors), new CurrentDate(() -> 0), drain, LIMITS, deadlines),
                new Bottom());
        channel.freezeTime();
    }

    private Router router(CorsPolicy cors) {
        return Router.builder(cors, registry)
                .serve("/echo", "echo", request -> text(request.query()))
                .serve("/large", "large", request -> text("x".repeat(LARGE_BYTES)))
                .serve("/stream", "stream", request -> {
                    streams.add(new TestSubscription());
                    return Response.stream(TEXT, streams.getLast());
                })
                .serve("/later", "later", request -> {
                    outcomes.add(new CompletableFuture<>());
                    return Response.later(outcomes.getLast(), Http1Connection::text);
                })
                .serve("/later-stream", "later-stream", request -> {
                    outcomes.add(new CompletableFuture<>());
                    return Response.later(outcomes.getLast(), ignored -> {
                        streams.add(new TestSubscription());
                        return Response.stream(TEXT, streams.getLast());
                    });
                })
                .serve("/bug", "bug", request -> {
                    throw new IllegalStateException("made for this test");
                })
                .build();
    }

    private static Response text(String text) {
        return Response.of(HttpResponseStatus.OK, TEXT, Unpooled.copiedBuffer(text, CharsetUtil.US_ASCII));
    }

    /** Another thread comes up with what {@code /later} waits for. */
    void complete(int outcome, String text) {
        Thread thread = Thread.ofPlatform().start(() -> outcomes.get(outcome).complete(text));
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        channel.runPendingTasks();
    }

    static String get(String target) {
        return "GET " + target + " HTTP/1.1\r\nHost: x\r\n\r\n";
    }

    /** The client sends {@code octets}, all in one read of the server. */
    Http1Connection read(String octets) {
        if (channel.isOpen()) {
            channel.writeInbound(Unpooled.copiedBuffer(octets, CharsetUtil.ISO_8859_1));
        }
        return this;
    }

    /** What the server has written and the client not yet looked at. */
    String written() {
        StringBuilder text = new StringBuilder();
        for (ByteBuf octets = channel.readOutbound(); octets != null; octets = channel.readOutbound()) {
            text.append(octets.toString(CharsetUtil.ISO_8859_1));
            octets.release();
        }
        return text.toString();
    }

    /** The status of each answer written since. */
    List<Integer> statuses() {
        return statuses(written());
    }

    static List<Integer> statuses(String written) {
        List<Integer> statuses = new ArrayList<>();
        for (Matcher matcher = STATUS.matcher(written); matcher.find(); ) {
            statuses.add(Integer.valueOf(matcher.group(1)));
        }
        return statuses;
    }

    boolean isOpen() {
        return channel.isOpen();
    }

    /** From now on nothing that the server flushes leaves it. */
    void clientStopsReading() {
        gate.shut = true;
    }

    void clientReads() {
        gate.shut = false;
        channel.flush();
    }

    void pass(Duration time) {
        channel.advanceTimeBy(time.toMillis(), TimeUnit.MILLISECONDS);
        channel.runScheduledPendingTasks();
        channel.runPendingTasks();
    }

    @Override
    public void close() {
        gate.shut = false;
        channel.finishAndReleaseAll();
    }

    /** A socket whose send buffer is full while it is shut. */
    private static final class Gate extends ChannelOutboundHandlerAdapter {

        private boolean shut;

        @Override
        public void flush(ChannelHandlerContext ctx) {
            if (!shut) {
                ctx.flush();
            }
        }
    }

    /** Hears, as the last handler does, that what was not yet sent is lost when the connection closes. */
    private static final class Bottom extends ChannelInboundHandlerAdapter {

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            if (!(cause instanceof ClosedChannelException)) {
                ctx.fireExceptionCaught(cause);
            }
        }
    }
}
