package io.snowgate.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.CharsetUtil;
import io.netty.util.ReferenceCountUtil;
import io.snowgate.gateway.http.Http1Encoder.Persistence;
import java.time.Duration;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * HTTP/1.1 on one connection: takes the decoder's messages, has each request routed when it is complete, and writes the
 * answers in order, all of a read burst in one flush. Request bodies are counted and thrown away.
 *
 * <pre>
 *            first octet             header read                 body read
 *   IDLE ───────────────▶ HEADER ───────────────▶ BODY ─────────────────────▶ IDLE
 *   idle timeout          header timeout          body timeout
 *
 *   any ── failure, Connection: close, drain ──▶ CLOSING ── answer written, input drained ──▶ closed
 * </pre>
 *
 * <p>While the client does not read, nothing more is read from it: decoded requests wait here, undecoded ones in the
 * kernel. So do requests behind one whose answer comes later: answers leave in the order of their requests. An answer
 * that goes on is the last of its connection and says so: what the client sends behind such a request is thrown away.
 * Stands directly behind {@link Http1Deadlines} and {@link Http1Decoder}.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write closes the connection, which channelInactive tells
public final class Http1Handler extends ChannelInboundHandlerAdapter {

    private static final ByteBuf CONTINUE = Unpooled.unreleasableBuffer(Unpooled.directBuffer()
            .writeBytes("HTTP/1.1 100 Continue\r\n\r\n".getBytes(CharsetUtil.US_ASCII))
            .asReadOnly());
    private static final ByteBuf LAST_CHUNK = Unpooled.unreleasableBuffer(Unpooled.directBuffer()
            .writeBytes("0\r\n\r\n".getBytes(CharsetUtil.US_ASCII))
            .asReadOnly());
    /** How long a client may go on sending after its last answer, so that a reset does not destroy that answer. */
    private static final Duration LINGER = Duration.ofMillis(500);

    /** Stands in for a request that never became one. */
    private static final HttpRequest NO_REQUEST =
            new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "*", EmptyHttpHeaders.INSTANCE);

    private final Router router;
    private final CurrentDate date;
    private final Drain drain;
    private final HttpLimits limits;
    private final Http1Deadlines deadlines;
    private final ArrayDeque<Object> waiting = new ArrayDeque<>(0);

    private @Nullable HttpRequest current;
    private @Nullable Outlet stream;
    private @Nullable Awaited<?> awaited;
    private long bodyBytes;
    private boolean closing;

    public Http1Handler(Router router, CurrentDate date, Drain drain, HttpLimits limits, Http1Deadlines deadlines) {
        this.router = router;
        this.date = date;
        this.drain = drain;
        this.limits = limits;
        this.deadlines = deadlines;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (closing) {
            ReferenceCountUtil.release(message);
        } else if (isHeld(ctx) || !waiting.isEmpty()) {
            hold(ctx, message);
        } else {
            take(ctx, message);
        }
    }

    /** Whether no request can be answered now. */
    private boolean isHeld(ChannelHandlerContext ctx) {
        return awaited != null || !ctx.channel().isWritable();
    }

    private void hold(ChannelHandlerContext ctx, Object message) {
        waiting.add(message);
        ctx.channel().config().setAutoRead(false);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        ctx.flush();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        boolean writable = ctx.channel().isWritable();
        if (writable) {
            deadlines.clientReads();
            takeWaiting(ctx);
        } else {
            deadlines.clientStopped(ctx);
        }
        readIfFree(ctx);
        ctx.fireChannelWritabilityChanged();
    }

    /** A client whose answer comes later is read until it sends more, so that its leaving is noticed. */
    private void readIfFree(ChannelHandlerContext ctx) {
        ctx.channel()
                .config()
                .setAutoRead(closing || (waiting.isEmpty() && ctx.channel().isWritable()));
        deadlines.reads(ctx);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof Drain.Begun begun) {
            drain(ctx, begun.turn());
        } else if (event instanceof Http1Deadlines.Missed missed) {
            miss(ctx, missed);
        }
        ctx.fireUserEventTriggered(event);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        dropWaiting();
        if (stream != null) {
            stream.close(Subscription.Ending.OVER);
        }
        if (awaited != null) {
            awaited.forget();
        }
    }

    private void drain(ChannelHandlerContext ctx, Duration turn) {
        deadlines.drain(ctx, turn);
        if (stream != null) {
            stream.drainIn(turn);
        }
    }

    private void takeWaiting(ChannelHandlerContext ctx) {
        while (!waiting.isEmpty() && !isHeld(ctx)) {
            take(ctx, waiting.remove());
        }
        ctx.flush();
    }

    private void take(ChannelHandlerContext ctx, Object message) {
        if (closing) {
            ReferenceCountUtil.release(message);
            return;
        }
        if (message instanceof DecodedRequest again && again.understood() != null) {
            deadlines.requestEnds(ctx);
            answer(ctx, again);
            return;
        }
        if (message instanceof HttpRequest request) {
            begin(ctx, request);
        }
        if (message instanceof HttpContent content) {
            takeContent(ctx, content);
        }
    }

    private void begin(ChannelHandlerContext ctx, HttpRequest request) {
        HttpFailure failure = Http1Checks.failureOf(request, limits);
        if (failure != null) {
            refuse(ctx, request, failure);
            return;
        }
        current = request;
        bodyBytes = 0;
        if (HttpUtil.isTransferEncodingChunked(request) || HttpUtil.isContentLengthSet(request)) {
            deadlines.bodyBegins(ctx);
            if (Http1Checks.expectsContinue(request)) {
                ctx.writeAndFlush(CONTINUE.duplicate(), ctx.voidPromise());
            }
        }
    }

    private void takeContent(ChannelHandlerContext ctx, HttpContent content) {
        HttpRequest request = current;
        bodyBytes += content.content().readableBytes();
        content.release();
        if (request == null) {
            return;
        }
        if (content.decoderResult().isFailure()) {
            refuse(ctx, request, HttpFailure.MALFORMED);
        } else if (bodyBytes > limits.bodyBytes()) {
            refuse(ctx, request, HttpFailure.BODY_TOO_LARGE);
        } else if (content instanceof LastHttpContent) {
            current = null;
            deadlines.requestEnds(ctx);
            answer(ctx, request);
        }
    }

    private void answer(ChannelHandlerContext ctx, HttpRequest message) {
        Request known = message instanceof DecodedRequest decoded ? decoded.understood() : null;
        if (known == null || drain.hasBegun()) {
            understand(ctx, message);
        } else {
            answer(ctx, message, known, Persistence.PERSISTENT);
        }
    }

    private void understand(ChannelHandlerContext ctx, HttpRequest message) {
        Persistence persistence = persistence(message);
        Target target = Target.parse(message.uri());
        if (target == null) {
            Request request = new Http1Request(message, Target.ASTERISK, false, ctx.alloc());
            write(ctx, request, router.refuse(Http1Checks.ofTarget(message)), persistence);
            closeAfter(ctx, persistence);
            return;
        }
        boolean persistent = persistence == Persistence.PERSISTENT;
        boolean takesOctets = persistent && router.cors().isSameForAll();
        Request request = new Http1Request(message, target, takesOctets, ctx.alloc());
        if (persistent && message instanceof DecodedRequest decoded) {
            decoded.understoodAs(request);
        }
        answer(ctx, message, request, persistence);
    }

    private void answer(ChannelHandlerContext ctx, HttpRequest message, Request request, Persistence persistence) {
        Response response = router.route(request);
        Awaited<?> later = response.awaited();
        if (later == null) {
            answer(ctx, message, request, response, persistence);
        } else {
            awaited = later;
            deadlines.answerAwaited(ctx);
            later.take(ctx.executor(), came -> answerLater(ctx, message, request, came));
        }
    }

    private void answerLater(ChannelHandlerContext ctx, HttpRequest message, Request request, Response response) {
        awaited = null;
        deadlines.answerCame(ctx);
        answer(ctx, message, request, response, persistence(message));
        takeWaiting(ctx);
        readIfFree(ctx);
    }

    private void answer(
            ChannelHandlerContext ctx,
            HttpRequest message,
            Request request,
            Response response,
            Persistence persistence) {
        Subscription subscription = response.subscription();
        if (subscription != null && !message.method().equals(HttpMethod.HEAD)) {
            stream(ctx, message, request, response, subscription);
        } else {
            write(ctx, request, response, persistence);
            closeAfter(ctx, persistence);
        }
    }

    private void closeAfter(ChannelHandlerContext ctx, Persistence persistence) {
        if (persistence == Persistence.CLOSING) {
            close(ctx, false);
        }
    }

    /** Whatever else comes from this client is thrown away, but read, so that its leaving is noticed. */
    private void stream(
            ChannelHandlerContext ctx,
            HttpRequest message,
            Request request,
            Response response,
            Subscription subscription) {
        boolean chunked = message.protocolVersion().equals(HttpVersion.HTTP_1_1);
        closing = true;
        dropWaiting();
        deadlines.streamBegins();
        write(ctx, request, response, chunked ? Persistence.CLOSING_CHUNKED : Persistence.CLOSING);
        Outlet outlet = new Http1Outlet(ctx, subscription, limits, chunked, () -> endStream(ctx, chunked));
        stream = outlet;
        outlet.open();
        if (drain.hasBegun()) {
            outlet.drainIn(Duration.ZERO);
        }
    }

    private void endStream(ChannelHandlerContext ctx, boolean chunked) {
        if (chunked) {
            ctx.write(LAST_CHUNK.duplicate(), ctx.voidPromise());
        }
        close(ctx, false);
    }

    /** Answers and closes: what follows on this connection cannot be trusted to be where a request begins. */
    private void refuse(ChannelHandlerContext ctx, HttpRequest message, HttpFailure failure) {
        current = null;
        Request request = new Http1Request(message, Target.ASTERISK, false, ctx.alloc());
        write(ctx, request, router.refuse(failure), Persistence.CLOSING);
        close(ctx, true);
    }

    private void miss(ChannelHandlerContext ctx, Http1Deadlines.Missed missed) {
        if (closing || missed == Http1Deadlines.Missed.QUIET || !ctx.channel().isWritable()) {
            closing = true;
            ctx.close();
        } else if (awaited != null) {
            awaited.giveUp(HttpFailure.NO_ANSWER);
        } else if (missed == Http1Deadlines.Missed.HEADER) {
            refuse(ctx, NO_REQUEST, HttpFailure.HEADER_TIMEOUT);
        } else {
            refuse(ctx, current == null ? NO_REQUEST : current, HttpFailure.BODY_TIMEOUT);
        }
    }

    private void write(ChannelHandlerContext ctx, Request request, Response response, Persistence persistence) {
        boolean head = request.method().equals(HttpMethod.HEAD);
        ByteBuf content = response.content();
        if (response.isOctets()) {
            ctx.write(head ? content.slice(content.readerIndex(), response.headBytes()) : content, ctx.voidPromise());
            return;
        }
        ctx.write(
                Http1Encoder.encode(
                        ctx.alloc(), response, router.cors().fieldsFor(request), date.value(), !head, persistence),
                ctx.voidPromise());
        if (head) {
            response.dropBody();
        } else if (Http1Encoder.isBodyCopied(response)) {
            content.release();
        } else {
            ctx.write(content, ctx.voidPromise());
        }
    }

    private void close(ChannelHandlerContext ctx, boolean inputRemains) {
        closing = true;
        dropWaiting();
        if (inputRemains) {
            ctx.flush();
            ctx.channel().config().setAutoRead(true);
            deadlines.closing(ctx, LINGER);
        } else {
            deadlines.closing(ctx, limits.bodyTimeout());
            ctx.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
        }
    }

    private void dropWaiting() {
        waiting.forEach(ReferenceCountUtil::release);
        waiting.clear();
    }

    private Persistence persistence(HttpRequest request) {
        if (drain.hasBegun() || router.isLast() || !HttpUtil.isKeepAlive(request)) {
            return Persistence.CLOSING;
        }
        return request.protocolVersion().equals(HttpVersion.HTTP_1_0) ? Persistence.KEPT_ALIVE : Persistence.PERSISTENT;
    }
}
