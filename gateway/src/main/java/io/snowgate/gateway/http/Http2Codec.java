package io.snowgate.gateway.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.DefaultHttp2Connection;
import io.netty.handler.codec.http2.DefaultHttp2RemoteFlowController;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.handler.codec.http2.UniformStreamByteDistributor;

/**
 * Netty's HTTP/2 codec with its guards against floods of resets, continuations, empty frames and queued control frames
 * set, and {@link Http2FrameChecks} in front of its decoder. Octets ⇄ frames for one connection.
 */
public final class Http2Codec extends Http2FrameCodec {

    private static final int RESETS_PER_WINDOW = 200;
    private static final int RESET_WINDOW_SECONDS = 30;
    private static final int SMALL_CONTINUATIONS = 16;
    private static final int EMPTY_DATA_FRAMES = 2;
    private static final int QUEUED_CONTROL_FRAMES = 1_000;

    private final Http2Allowance allowance;

    private Http2Codec(
            Http2ConnectionEncoder encoder,
            Http2ConnectionDecoder decoder,
            Http2Settings settings,
            Http2Allowance allowance) {
        super(encoder, decoder, settings, false, true);
        this.allowance = allowance;
    }

    /** The codec of one connection. */
    public static Http2Codec create(HttpLimits limits) {
        return (Http2Codec) new Builder()
                .connection(fairConnection())
                .initialSettings(Http2Settings.defaultSettings()
                        .maxConcurrentStreams(limits.streams())
                        .maxHeaderListSize(limits.headerBytes()))
                .decoderEnforceMaxRstFramesPerWindow(RESETS_PER_WINDOW, RESET_WINDOW_SECONDS)
                .encoderEnforceMaxRstFramesPerWindow(RESETS_PER_WINDOW, RESET_WINDOW_SECONDS)
                .decoderEnforceMaxSmallContinuationFrames(SMALL_CONTINUATIONS)
                .decoderEnforceMaxConsecutiveEmptyDataFrames(EMPTY_DATA_FRAMES)
                .encoderEnforceMaxQueuedControlFrames(QUEUED_CONTROL_FRAMES)
                .encoderIgnoreMaxHeaderListSize(true)
                .validateRequiredPseudoHeaders(true)
                .gracefulShutdownTimeoutMillis(limits.grace().toMillis())
                .build();
    }

    /** Streams take turns: RFC 9113, 5.3.2, gives up priorities, and weighing them would cost time for each answer. */
    private static Http2Connection fairConnection() {
        Http2Connection connection = new DefaultHttp2Connection(true);
        connection
                .remote()
                .flowController(
                        new DefaultHttp2RemoteFlowController(connection, new UniformStreamByteDistributor(connection)));
        return connection;
    }

    Http2Allowance allowance() {
        return allowance;
    }

    /** Leaves the answer to {@link Http2Handler}, which knows the fields that belong on it. */
    @Override
    protected void handleServerHeaderDecodeSizeError(ChannelHandlerContext ctx, Http2Stream stream) {
        ctx.fireUserEventTriggered(new HeaderTooLarge(stream.id()));
    }

    /** The header of this stream was larger than announced; the stream is open and waits for its answer. */
    record HeaderTooLarge(int stream) {}

    private static final class Builder extends Http2FrameCodecBuilder {

        @Override
        protected Builder connection(Http2Connection connection) {
            super.connection(connection);
            return this;
        }

        @Override
        protected Http2FrameCodec build(
                Http2ConnectionDecoder decoder, Http2ConnectionEncoder encoder, Http2Settings settings) {
            Http2Allowance allowance = new Http2Allowance();
            return new Http2Codec(encoder, new Http2FrameChecks(decoder, allowance), settings, allowance);
        }
    }
}
