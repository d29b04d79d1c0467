package io.snowgate.gateway.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2FrameStream;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import java.util.function.Consumer;

/**
 * The answers of one HTTP/2 connection that come later, by the id of their stream; each stream is answered when its own
 * is there. The codec tells when a stream is gone, and then nobody waits. Made for a connection with its first such
 * answer, so that others do not pay. Answers that come together leave in one flush.
 */
final class Http2Awaited extends Http2ConnectionAdapter {

    private final ChannelHandlerContext ctx;
    private final IntObjectMap<Awaited<?>> waiting = new IntObjectHashMap<>();
    private boolean flushes;

    Http2Awaited(Http2Codec codec, ChannelHandlerContext ctx) {
        this.ctx = ctx;
        codec.connection().addListener(this);
    }

    void take(Http2FrameStream stream, Awaited<?> answer, Consumer<Response> then) {
        int id = stream.id();
        waiting.put(id, answer);
        answer.take(ctx.executor(), response -> {
            waiting.remove(id);
            then.accept(response);
            flushSoon();
        });
    }

    /** Answers a stream that has waited for too long; false when it does not wait. */
    boolean giveUp(int streamId) {
        Awaited<?> answer = waiting.get(streamId);
        if (answer == null) {
            return false;
        }
        answer.giveUp(HttpFailure.NO_ANSWER);
        return true;
    }

    void forgetAll() {
        waiting.values().forEach(Awaited::forget);
        waiting.clear();
    }

    @Override
    public void onStreamClosed(Http2Stream stream) {
        Awaited<?> answer = waiting.remove(stream.id());
        if (answer != null) {
            answer.forget();
        }
    }

    private void flushSoon() {
        if (!flushes) {
            flushes = true;
            ctx.executor().execute(() -> {
                flushes = false;
                ctx.flush();
            });
        }
    }
}
