package io.snowgate.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2GoAwayFrame;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.DefaultHttp2WindowUpdateFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameStream;
import io.netty.handler.codec.http2.Http2FrameStreamException;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2ResetFrame;
import io.netty.handler.codec.http2.ReadOnlyHttp2Headers;
import io.netty.util.AsciiString;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import io.snowgate.gateway.wire.FieldBlock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * HTTP/2 on one connection, directly on the frames of Netty's codec: no channel and no pipeline for a stream, because
 * an answer is there at once and a stream that is answered needs nothing more from us. A stream is remembered only
 * while its body is still to come, or while its answer goes on or is to come later; bodies are counted and thrown away.
 *
 * <p>The {@link Http2Codec} guards against floods; this handler sees to the deadlines, and to the drain: GOAWAY twice,
 * the first without a limit so that no request already on its way is lost
 * (<a href="https://www.rfc-editor.org/rfc/rfc9113#section-6.8">RFC 9113, 6.8</a>). It does not flush what it answers:
 * the codec does, once for all that was read.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write closes its stream or the connection
public final class Http2Handler extends ChannelInboundHandlerAdapter {

    private static final Duration BETWEEN_GOAWAYS = Duration.ofMillis(500);
    private static final HttpMethod NOT_A_METHOD = HttpMethod.valueOf("NOT-A-METHOD");
    private static final AsciiString DATE = HttpHeaderNames.DATE;
    private static final Http2Headers CONTINUE =
            ReadOnlyHttp2Headers.serverHeaders(false, HttpResponseStatus.CONTINUE.codeAsText());

    private final Router router;
    private final CurrentDate date;
    private final Drain drain;
    private final HttpLimits limits;
    private final Http2Codec codec;
    private final IntObjectMap<Http2Upload> uploads = new IntObjectHashMap<>(0);

    private final Deadline idle = new Deadline(this::closeIfIdle);
    private final Deadline tick = new Deadline(this::tick);
    private final Deadline turn = new Deadline(this::leave);
    private final Deadline goAway = new Deadline(this::goAway);
    private final Http2StreamAges ages;
    private @Nullable Http2Outlets outlets;
    private @Nullable Http2Awaited awaited;

    public Http2Handler(Router router, CurrentDate date, Drain drain, HttpLimits limits, Http2Codec codec) {
        this.router = router;
        this.date = date;
        this.drain = drain;
        this.limits = limits;
        this.codec = codec;
        this.ages = new Http2StreamAges(codec.connection());
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        idle.in(ctx, limits.idleTimeout());
        tick.in(ctx, tickLength());
        if (drain.hasBegun()) {
            leave(ctx);
        }
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        idle.close();
        tick.close();
        turn.close();
        goAway.close();
        uploads.clear();
        if (outlets != null) {
            outlets.closeAll();
        }
        if (awaited != null) {
            awaited.forgetAll();
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object frame) {
        switch (frame) {
            case Http2HeadersFrame headers -> takeHeaders(ctx, headers);
            case Http2DataFrame data -> takeData(ctx, data);
            case Http2ResetFrame reset -> uploads.remove(reset.stream().id());
            default -> ReferenceCountUtil.release(frame);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof Http2FrameStreamException broken) {
            uploads.remove(broken.stream().id());
            ctx.writeAndFlush(new DefaultHttp2ResetFrame(broken.error()).stream(broken.stream()));
        } else if (!(cause instanceof Http2Exception)) {
            ctx.fireExceptionCaught(cause);
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof Http2Codec.HeaderTooLarge header) {
            refuseTooLarge(ctx, header.stream());
        } else if (event instanceof Drain.Begun begun) {
            turn.in(ctx, begun.turn());
        }
        ctx.fireUserEventTriggered(event);
    }

    private void takeHeaders(ChannelHandlerContext ctx, Http2HeadersFrame frame) {
        Http2FrameStream stream = frame.stream();
        Http2Upload upload = uploads.remove(stream.id());
        if (upload != null) {
            answer(ctx, stream, upload.headers());
        } else if (frame.isEndStream()) {
            answer(ctx, stream, frame.headers());
        } else {
            takeUpload(ctx, stream, frame.headers());
        }
    }

    private void takeUpload(ChannelHandlerContext ctx, Http2FrameStream stream, Http2Headers headers) {
        CharSequence expectation = headers.get(Names.EXPECT);
        if (expectation != null && !AsciiString.contentEqualsIgnoreCase(expectation, HttpHeaderValues.CONTINUE)) {
            refuseUpload(ctx, stream, headers, HttpFailure.UNKNOWN_EXPECTATION);
            return;
        }
        uploads.put(stream.id(), new Http2Upload(headers));
        if (expectation != null) {
            ctx.write(new DefaultHttp2HeadersFrame(CONTINUE).stream(stream));
        }
    }

    private void takeData(ChannelHandlerContext ctx, Http2DataFrame frame) {
        Http2FrameStream stream = frame.stream();
        int octets = frame.initialFlowControlledBytes();
        boolean ends = frame.isEndStream();
        frame.release();
        ctx.write(new DefaultHttp2WindowUpdateFrame(octets).stream(stream));
        Http2Upload upload = uploads.get(stream.id());
        if (upload == null) {
            return;
        }
        if (upload.add(octets) > limits.bodyBytes()) {
            uploads.remove(stream.id());
            refuseUpload(ctx, stream, upload.headers(), HttpFailure.BODY_TOO_LARGE);
        } else if (ends) {
            uploads.remove(stream.id());
            answer(ctx, stream, upload.headers());
        }
    }

    /** Answers before the body has ended, and asks the client to stop sending it (RFC 9113, 8.1). */
    private void refuseUpload(
            ChannelHandlerContext ctx, Http2FrameStream stream, Http2Headers headers, HttpFailure failure) {
        refuse(ctx, stream, headers, failure);
        ctx.flush(); // a reset takes back what is still queued
        ctx.write(new DefaultHttp2ResetFrame(Http2Error.NO_ERROR).stream(stream));
    }

    private void answer(ChannelHandlerContext ctx, Http2FrameStream stream, Http2Headers headers) {
        idle.in(ctx, limits.idleTimeout());
        Target target = Target.parse(String.valueOf(headers.path()));
        HttpFailure failure = failureOf(headers);
        if (failure != null || target == null) {
            refuse(ctx, stream, headers, failure == null ? HttpFailure.BAD_TARGET : failure);
        } else {
            Request request = request(ctx, headers, target);
            answer(ctx, stream, request, router.route(request));
        }
    }

    private void answer(ChannelHandlerContext ctx, Http2FrameStream stream, Request request, Response response) {
        Awaited<?> later = response.awaited();
        if (later == null) {
            write(ctx, stream, request, response);
            return;
        }
        if (awaited == null) {
            awaited = new Http2Awaited(codec, ctx);
        }
        awaited.take(stream, later, came -> write(ctx, stream, request, came));
    }

    private void refuse(ChannelHandlerContext ctx, Http2FrameStream stream, Http2Headers headers, HttpFailure failure) {
        write(ctx, stream, request(ctx, headers, Target.ASTERISK), router.refuse(failure));
    }

    /** Flushes, because the codec resets the stream next, and that takes back what is still queued. */
    private void refuseTooLarge(ChannelHandlerContext ctx, int stream) {
        Response response = router.refuse(HttpFailure.HEADER_TOO_LARGE);
        Http2Headers headers = headers(response, router.cors().common());
        codec.encoder().writeHeaders(ctx, stream, headers, 0, false, ctx.newPromise());
        codec.encoder().writeData(ctx, stream, response.content(), 0, true, ctx.newPromise());
        ctx.flush();
    }

    private @Nullable HttpFailure failureOf(Http2Headers headers) {
        if (headers.size() > limits.headerCount()) {
            return HttpFailure.HEADER_TOO_LARGE;
        }
        CharSequence authority = headers.authority();
        CharSequence host = authority == null ? headers.get(Names.HOST) : authority;
        return host == null || !Http1Checks.isAuthority(host) ? HttpFailure.BAD_HOST : null;
    }

    private static Request request(ChannelHandlerContext ctx, Http2Headers headers, Target target) {
        return new Http2Request(headers, method(headers), target, ctx.alloc());
    }

    private static HttpMethod method(Http2Headers headers) {
        try {
            return HttpMethod.valueOf(String.valueOf(headers.method()));
        } catch (IllegalArgumentException notAToken) {
            return NOT_A_METHOD;
        }
    }

    private void write(ChannelHandlerContext ctx, Http2FrameStream stream, Request request, Response response) {
        ByteBuf body = response.content();
        boolean head = request.method().equals(HttpMethod.HEAD);
        Http2Headers headers = headers(response, router.cors().fieldsFor(request));
        Subscription subscription = response.subscription();
        if (subscription != null && !head) {
            stream(ctx, stream, headers, subscription);
            return;
        }
        boolean bodiless = head || !body.isReadable();
        codec.allowance().earn(bodiless ? 0 : body.readableBytes());
        ctx.write(new DefaultHttp2HeadersFrame(headers, bodiless).stream(stream));
        if (bodiless) {
            response.dropBody();
        } else {
            ctx.write(new DefaultHttp2DataFrame(body, true).stream(stream));
        }
        if (router.isLast()) {
            turn.in(ctx, Duration.ZERO);
        }
    }

    private void stream(
            ChannelHandlerContext ctx, Http2FrameStream stream, Http2Headers headers, Subscription subscription) {
        if (outlets == null) {
            outlets = new Http2Outlets(codec);
        }
        ctx.write(new DefaultHttp2HeadersFrame(headers, false).stream(stream));
        outlets.open(ctx, stream, subscription, limits);
    }

    private Http2Headers headers(Response response, FieldBlock cors) {
        FieldBlock fields = response.fields();
        AsciiString[] pairs = new AsciiString[2 * (fields.size() + cors.size() + (response.hasLength() ? 2 : 1))];
        int next = cors.copyTo(pairs, fields.copyTo(pairs, 0));
        pairs[next++] = DATE;
        pairs[next++] = date.value();
        if (response.hasLength()) {
            pairs[next++] = Names.CONTENT_LENGTH;
            pairs[next] = AsciiString.of(Integer.toString(response.content().readableBytes()));
        }
        return ReadOnlyHttp2Headers.serverHeaders(false, response.status().codeAsText(), pairs);
    }

    private void closeIfIdle(ChannelHandlerContext ctx) {
        if (codec.connection().numActiveStreams() == 0) {
            ctx.close();
        } else {
            idle.in(ctx, limits.idleTimeout());
        }
    }

    private void tick(ChannelHandlerContext ctx) {
        for (int id : ages.tick()) {
            if ((outlets == null || !outlets.has(id)) && (awaited == null || !awaited.giveUp(id))) {
                uploads.remove(id);
                codec.encoder().writeRstStream(ctx, id, Http2Error.CANCEL.code(), ctx.newPromise());
            }
        }
        ctx.flush();
        tick.in(ctx, tickLength());
    }

    private Duration tickLength() {
        return limits.bodyTimeout().dividedBy(Http2StreamAges.TICKS);
    }

    /** Before the streams end: their clients come back, and not on this connection. */
    private void leave(ChannelHandlerContext ctx) {
        ctx.writeAndFlush(new DefaultHttp2GoAwayFrame(Http2Error.NO_ERROR).setExtraStreamIds(Integer.MAX_VALUE));
        goAway.in(ctx, BETWEEN_GOAWAYS);
        if (outlets != null) {
            outlets.drainAll();
        }
    }

    /** Streams that came between are told now. */
    private void goAway(ChannelHandlerContext ctx) {
        if (outlets != null) {
            outlets.drainAll();
        }
        ctx.writeAndFlush(new DefaultHttp2GoAwayFrame(Http2Error.NO_ERROR));
        ctx.close();
    }
}
