package io.snowgate.gateway.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2FrameStream;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import io.snowgate.gateway.http.Subscription.Ending;
import java.time.Duration;
import java.util.List;

/**
 * The answers that go on of one HTTP/2 connection, by the id of their stream. The codec tells when a stream is gone,
 * whatever ended it. Made for a connection with its first such answer, so that others do not pay.
 */
final class Http2Outlets extends Http2ConnectionAdapter {

    private final Http2Codec codec;
    private final IntObjectMap<Outlet> open = new IntObjectHashMap<>();

    Http2Outlets(Http2Codec codec) {
        this.codec = codec;
        codec.connection().addListener(this);
    }

    void open(ChannelHandlerContext ctx, Http2FrameStream stream, Subscription subscription, HttpLimits limits) {
        Outlet outlet = new Http2Outlet(ctx, stream, subscription, limits, codec.allowance());
        open.put(stream.id(), outlet);
        outlet.open();
    }

    boolean has(int streamId) {
        return open.containsKey(streamId);
    }

    void drainAll() {
        all().forEach(outlet -> outlet.drainIn(Duration.ZERO));
    }

    void closeAll() {
        all().forEach(outlet -> outlet.close(Ending.OVER));
        open.clear();
    }

    @Override
    public void onStreamClosed(Http2Stream stream) {
        Outlet outlet = open.remove(stream.id());
        if (outlet != null) {
            outlet.close(Ending.OVER);
        }
    }

    /** As they are now: each may close others. */
    private List<Outlet> all() {
        return List.copyOf(open.values());
    }
}
