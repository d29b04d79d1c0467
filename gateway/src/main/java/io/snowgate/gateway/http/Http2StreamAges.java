package io.snowgate.gateway.http;

import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Stream;
import java.util.ArrayList;
import java.util.List;

/**
 * Which streams have been open for too long: because their body does not come, or because the client does not take its
 * answer. Knows ages by stream id alone: ids only rise, so remembering the highest id of each tick is enough.
 */
final class Http2StreamAges {

    /** Ticks that make up the longest life of a stream. */
    static final int TICKS = 3;

    private final Http2Connection connection;
    private final int[] highestIds = new int[TICKS];
    private int tick;

    Http2StreamAges(Http2Connection connection) {
        this.connection = connection;
    }

    /** Moves on by one tick and answers the ids of streams that were open before the last {@value #TICKS} ticks. */
    List<Integer> tick() {
        int tooOld = highestIds[tick % TICKS];
        highestIds[tick++ % TICKS] = connection.remote().lastStreamCreated();
        return activeUpTo(tooOld);
    }

    private List<Integer> activeUpTo(int id) {
        List<Integer> ids = new ArrayList<>();
        try {
            connection.forEachActiveStream((Http2Stream stream) -> {
                if (stream.id() <= id) {
                    ids.add(stream.id());
                }
                return true;
            });
        } catch (Http2Exception impossible) {
            throw new IllegalStateException("the visitor throws nothing", impossible);
        }
        return ids;
    }
}
