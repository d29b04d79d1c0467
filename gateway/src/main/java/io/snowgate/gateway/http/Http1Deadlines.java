package io.snowgate.gateway.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;
import java.time.Duration;

/**
 * How long an HTTP/1.1 connection may take over each part of a request. Asks the decoder after each read whether a header
 * has begun; is told the rest by {@link Http1Handler}, which it tells through a user event when a deadline is missed.
 */
public final class Http1Deadlines extends ChannelInboundHandlerAdapter {

    /** A connection that has been quiet this long when the server stops is taken for idle and closed. */
    private static final Duration QUIET = Duration.ofSeconds(2);

    private final HttpLimits limits;
    private final Duration firstRequestTimeout;
    private final Http1Decoder decoder;
    private final Deadline deadline = new Deadline(this::missed);
    private final Deadline stall = new Deadline(this::checkStall);
    private Phase phase = Phase.IDLE;
    private long pendingBytes;

    private enum Phase {
        IDLE,
        HEADER,
        BODY,
        ANSWER,
        STREAM,
        CLOSING
    }

    /** Fired when a deadline is missed. */
    enum Missed {
        HEADER,
        BODY,
        /** An answer that was to come later. */
        ANSWER,
        /** Nobody waits for an answer: just close. */
        QUIET
    }

    /**
     * Deadlines for one connection.
     *
     * @param firstRequestTimeout how long it may stay silent before its first request
     * @param decoder that of the connection, behind these
     */
    public Http1Deadlines(HttpLimits limits, Duration firstRequestTimeout, Http1Decoder decoder) {
        this.limits = limits;
        this.firstRequestTimeout = firstRequestTimeout;
        this.decoder = decoder;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        deadline.in(ctx, firstRequestTimeout);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        deadline.close();
        stall.close();
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        reads(ctx);
        ctx.fireChannelReadComplete();
    }

    /** The client is read from: if it has begun a header, the time of that begins; not while nobody would see its end. */
    void reads(ChannelHandlerContext ctx) {
        if (phase == Phase.IDLE
                && decoder.isAmidHeader()
                && ctx.channel().config().isAutoRead()) {
            phase = Phase.HEADER;
            deadline.in(ctx, limits.headerTimeout());
        }
    }

    void bodyBegins(ChannelHandlerContext ctx) {
        phase = Phase.BODY;
        deadline.in(ctx, limits.bodyTimeout());
    }

    void requestEnds(ChannelHandlerContext ctx) {
        phase = Phase.IDLE;
        deadline.in(ctx, limits.idleTimeout());
    }

    /** The answer comes later. The client is not waited for meanwhile, whatever it has begun to send. */
    void answerAwaited(ChannelHandlerContext ctx) {
        phase = Phase.ANSWER;
        deadline.in(ctx, limits.bodyTimeout());
    }

    void answerCame(ChannelHandlerContext ctx) {
        phase = Phase.IDLE;
        deadline.in(ctx, limits.idleTimeout());
    }

    /** The server stops: a connection between requests gets a little time to begin one, then it is closed. */
    void drain(ChannelHandlerContext ctx, Duration turn) {
        if (phase == Phase.IDLE) {
            deadline.in(ctx, turn.compareTo(QUIET) > 0 ? turn : QUIET);
        }
    }

    /** An answer that goes on has begun, which has a deadline of its own: {@link Outlet}. */
    void streamBegins() {
        phase = Phase.STREAM;
        deadline.clear();
        stall.clear();
    }

    /** The last answer is written. */
    void closing(ChannelHandlerContext ctx, Duration linger) {
        phase = Phase.CLOSING;
        stall.clear();
        deadline.in(ctx, linger);
    }

    /** The client takes nothing more: whatever is queued for it must shrink from now on. */
    void clientStopped(ChannelHandlerContext ctx) {
        if (phase != Phase.STREAM) {
            pendingBytes = pendingBytes(ctx.channel());
            stall.in(ctx, limits.bodyTimeout());
        }
    }

    void clientReads() {
        stall.clear();
    }

    private void checkStall(ChannelHandlerContext ctx) {
        if (pendingBytes(ctx.channel()) >= pendingBytes) {
            tell(ctx, Missed.QUIET);
        } else {
            clientStopped(ctx);
        }
    }

    private void missed(ChannelHandlerContext ctx) {
        tell(
                ctx,
                switch (phase) {
                    case HEADER -> Missed.HEADER;
                    case BODY -> Missed.BODY;
                    case ANSWER -> Missed.ANSWER;
                    case IDLE, STREAM, CLOSING -> Missed.QUIET;
                });
    }

    /** From the head of the pipeline: the context is that of whoever set the deadline, which may be the one to tell. */
    private static void tell(ChannelHandlerContext ctx, Missed missed) {
        ctx.pipeline().fireUserEventTriggered(missed);
    }

    private static long pendingBytes(Channel channel) {
        ChannelOutboundBuffer pending = channel.unsafe().outboundBuffer();
        return pending == null ? 0 : pending.totalPendingWriteBytes();
    }
}
