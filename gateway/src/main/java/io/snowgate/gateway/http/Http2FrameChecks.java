package io.snowgate.gateway.http;

import static io.netty.handler.codec.http2.Http2Exception.connectionError;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.DecoratingHttp2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2FrameTypes;
import java.util.List;

/**
 * What Netty's decoder lets pass, found by a look at the nine octets before each frame: a header on a stream that was
 * skipped or on which the client had ended (<a href="https://www.rfc-editor.org/rfc/rfc9113#section-5.1">RFC 9113,
 * 5.1</a>), and more frames that ask for nothing than the {@link Http2Allowance} covers. Each ends the connection.
 *
 * <p>Hands on whole frames, one at a time and uncopied, so that a frame is judged only after the ones before it have
 * been acted on.
 */
final class Http2FrameChecks extends DecoratingHttp2ConnectionDecoder {

    private static final int TYPE_AT = 3;
    private static final int FLAGS_AT = 4;
    private static final int STREAM_AT = 5;
    private static final int HEADER_OCTETS = Http2CodecUtil.FRAME_HEADER_LENGTH;
    private static final int MAX_FRAME_OCTETS = HEADER_OCTETS + Http2CodecUtil.DEFAULT_MAX_FRAME_SIZE;

    private final Http2StreamIds streams = new Http2StreamIds();
    private final Http2Allowance allowance;
    private boolean failed;

    Http2FrameChecks(Http2ConnectionDecoder decoder, Http2Allowance allowance) {
        super(decoder);
        this.allowance = allowance;
    }

    @Override
    public void decodeFrame(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) throws Http2Exception {
        if (failed) {
            in.skipBytes(in.readableBytes());
        } else if (in.readableBytes() >= HEADER_OCTETS) {
            int octets = HEADER_OCTETS + in.getUnsignedMedium(in.readerIndex());
            if (octets > MAX_FRAME_OCTETS) {
                super.decodeFrame(ctx, in, out);
            } else if (in.readableBytes() >= octets) {
                check(in);
                decodeOne(ctx, in, octets, out);
            }
        }
    }

    private void decodeOne(ChannelHandlerContext ctx, ByteBuf in, int octets, List<Object> out) throws Http2Exception {
        int end = in.writerIndex();
        in.writerIndex(in.readerIndex() + octets);
        try {
            super.decodeFrame(ctx, in, out);
        } finally {
            in.writerIndex(end);
        }
    }

    private void check(ByteBuf in) throws Http2Exception {
        int at = in.readerIndex();
        int stream = in.getInt(at + STREAM_AT) & Integer.MAX_VALUE;
        boolean ends = (in.getByte(at + FLAGS_AT) & Http2Flags.END_STREAM) != 0;
        switch (in.getByte(at + TYPE_AT)) {
            case Http2FrameTypes.HEADERS -> checkHeaders(stream, ends);
            case Http2FrameTypes.DATA -> noteEnd(stream, ends);
            case Http2FrameTypes.CONTINUATION -> {}
            case Http2FrameTypes.WINDOW_UPDATE -> check(allowance.spendWindowUpdate());
            default -> check(allowance.spend());
        }
    }

    private void checkHeaders(int stream, boolean ends) throws Http2Exception {
        if (!isOfClient(stream)) {
            return;
        }
        if (streams.isNew(stream)) {
            streams.open(stream);
        } else if (streams.wasSkipped(stream)) {
            throw failure(Http2Error.PROTOCOL_ERROR, "the stream is lower than one opened before");
        } else if (streams.hasEnded(stream)) {
            throw failure(Http2Error.STREAM_CLOSED, "the stream was ended by the client");
        }
        noteEnd(stream, ends);
    }

    private void noteEnd(int stream, boolean ends) {
        if (ends && isOfClient(stream)) {
            streams.end(stream);
        }
    }

    private void check(boolean allowed) throws Http2Exception {
        if (!allowed) {
            throw failure(Http2Error.ENHANCE_YOUR_CALM, "too many frames that ask for nothing");
        }
    }

    private Http2Exception failure(Http2Error error, String reason) {
        failed = true;
        return connectionError(error, reason);
    }

    private static boolean isOfClient(int stream) {
        return (stream & 1) != 0;
    }
}
