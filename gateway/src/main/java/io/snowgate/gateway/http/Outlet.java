package io.snowgate.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import io.snowgate.gateway.http.Subscription.Ending;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Where the parts of an answer that goes on leave by: one for each open stream, whichever HTTP version carries it. Takes
 * one part at a time and hands it to the socket in slices, the next when the one before has been taken (by the kernel,
 * and over HTTP/2 by the window of the stream), so that a client that does not read holds one slice of its own and a
 * reference to what all others get as well. A slice that is not taken within the limit, or up to a tenth more, ends the
 * stream.
 *
 * <p>Confined to the event loop of the connection.
 */
public abstract class Outlet {

    /** One TLS record, one DATA frame of the size every client takes. */
    static final int SLICE_BYTES = 1 << 14;

    /** How much the kernel may hold that it has not sent: more would be old news by the time it is read. */
    private static final long UNSENT_BYTES = 32 * 1024;

    /** Clients that stopped at the same version are dropped over a tenth of the time, not in one moment. */
    private static final int STALL_SPREAD = 10;

    private final ChannelHandlerContext ctx;
    private final Subscription subscription;
    private final HttpLimits limits;
    private final Duration stallTimeout;
    private final Deadline stall = new Deadline(this::stalled);

    private @Nullable ByteBuf rest;
    private @Nullable StreamChunk lastWord;
    private boolean inFlight;
    private boolean writing;
    private boolean ended;
    private boolean closed;

    Outlet(ChannelHandlerContext ctx, Subscription subscription, HttpLimits limits) {
        this.ctx = ctx;
        this.subscription = subscription;
        this.limits = limits;
        long stallMillis = limits.streamStallTimeout().toMillis();
        this.stallTimeout = Duration.ofMillis(stallMillis + Jitter.CHANCE.between(0, stallMillis / STALL_SPREAD));
    }

    /** Whether a part may be written: all before it was taken, none failed, and nobody has ended the stream. */
    public final boolean isReady() {
        return !inFlight && !ended && !closed;
    }

    /**
     * Writes {@code part} and flushes; retains what it needs of it.
     *
     * @throws IllegalStateException unless it {@link #isReady}
     */
    public final void write(StreamChunk part) {
        if (!isReady()) {
            throw new IllegalStateException("the part before has not been taken, or the stream is over");
        }
        begin(part);
    }

    /** Ends the stream with {@code last}, behind what is on its way. A second call does nothing. */
    public final void end(StreamChunk last) {
        if (ended || closed) {
            return;
        }
        ended = true;
        lastWord = last;
        if (!inFlight) {
            finish();
        }
    }

    /** The event loop that all of this happens on. */
    public final EventExecutor executor() {
        return ctx.executor();
    }

    /** The head is on its way: lets the subscription write. */
    final void open() {
        ctx.channel().config().setOption(EpollChannelOption.TCP_NOTSENT_LOWAT, UNSENT_BYTES);
        subscription.opened(this);
    }

    /** Has the subscription end it, at once or later. */
    @SuppressWarnings("FutureReturnValueIgnored") // a stream that is over by then is left alone
    final void drainIn(Duration delay) {
        if (delay.isZero()) {
            drain();
        } else {
            ctx.executor().schedule(this::drain, delay.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    private void drain() {
        if (!ended && !closed) {
            subscription.drain(limits.grace());
        }
    }

    /** The stream or its connection is gone. */
    final void close(Ending ending) {
        if (closed) {
            return;
        }
        closed = true;
        stall.close();
        if (rest != null) {
            rest.release();
            rest = null;
        }
        subscription.closed(ending);
    }

    /** What {@code part} is on this wire, retained. */
    abstract ByteBuf octets(StreamChunk part);

    /** Writes a slice, which it takes over, and flushes. */
    abstract ChannelFuture send(ByteBuf slice);

    /** Ends the stream in order: all was taken. */
    abstract void sendEnd();

    /** Ends the stream at once: the client takes nothing. */
    abstract void cut();

    private void begin(StreamChunk part) {
        rest = octets(part);
        sendSlices();
    }

    @SuppressWarnings("FutureReturnValueIgnored") // it is the future that is listened to
    private void sendSlices() {
        writing = true;
        while (!inFlight && rest != null) {
            inFlight = true;
            send(nextSlice(rest)).addListener(this::taken);
        }
        writing = false;
        if (inFlight && !closed) {
            stall.in(ctx, stallTimeout);
        }
    }

    private ByteBuf nextSlice(ByteBuf all) {
        if (all.readableBytes() > SLICE_BYTES) {
            return all.readRetainedSlice(SLICE_BYTES);
        }
        rest = null;
        return all;
    }

    private void taken(Future<? super Void> slice) {
        if (closed || !slice.isSuccess()) {
            return;
        }
        inFlight = false;
        if (!writing) {
            stall.clear();
            goOn();
        }
    }

    private void goOn() {
        sendSlices();
        if (inFlight || closed) {
            return;
        }
        if (ended) {
            finish();
        } else {
            subscription.writable();
        }
    }

    private void finish() {
        StreamChunk last = lastWord;
        lastWord = null;
        if (last != null) {
            begin(last);
        }
        if (!inFlight) {
            sendEnd();
        }
    }

    private void stalled(ChannelHandlerContext context) {
        close(Ending.STALLED);
        cut();
    }
}
