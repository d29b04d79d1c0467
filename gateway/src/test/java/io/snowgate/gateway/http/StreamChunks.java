package io.snowgate.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.util.CharsetUtil;

/** What stands in parts of an answer. */
public final class StreamChunks {

    private StreamChunks() {}

    public static String text(StreamChunk chunk) {
        ByteBuf data = chunk.data();
        String text = data.toString(CharsetUtil.UTF_8);
        data.release();
        return text;
    }
}
