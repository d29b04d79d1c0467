package io.snowgate.gateway.endpoint;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.util.CharsetUtil;
import io.snowgate.gateway.http.StreamChunk;

/**
 * Server-sent events as text
 * (<a href="https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation">HTML, 9.2.6</a>).
 * Data is cut at every CR LF, LF or CR, each of which the client reads as LF; in JSON they stand between tokens only.
 */
final class EventText {

    private static final byte[] DATA = "data: ".getBytes(CharsetUtil.US_ASCII);
    private static final int MORE_THAN_A_HEAD_BYTES = 128;

    private EventText() {}

    /** One event; {@code id} and {@code type} are one line each. */
    static ByteBuf event(String type, String id, byte[] data) {
        ByteBuf text = Unpooled.buffer(MORE_THAN_A_HEAD_BYTES + data.length);
        text.writeCharSequence("event: " + type + "\nid: " + id + '\n', CharsetUtil.US_ASCII);
        writeData(text, data);
        text.writeByte('\n');
        return text;
    }

    /** How long the client shall wait before it comes back. */
    static StreamChunk retry(long millis) {
        return StreamChunk.of("retry: " + millis + "\n\n");
    }

    /** What clients pass over and proxies see. */
    static StreamChunk comment(String text) {
        return StreamChunk.of(": " + text + "\n\n");
    }

    private static void writeData(ByteBuf text, byte[] data) {
        int from = 0;
        for (int end = endOfLine(data, from); end < data.length; end = endOfLine(data, from)) {
            writeLine(text, data, from, end);
            from = isCrLf(data, end) ? end + 2 : end + 1;
        }
        writeLine(text, data, from, data.length);
    }

    private static int endOfLine(byte[] data, int from) {
        int end = from;
        while (end < data.length && data[end] != '\n' && data[end] != '\r') {
            end++;
        }
        return end;
    }

    private static boolean isCrLf(byte[] data, int at) {
        return data[at] == '\r' && at + 1 < data.length && data[at + 1] == '\n';
    }

    private static void writeLine(ByteBuf text, byte[] data, int from, int to) {
        text.writeBytes(DATA).writeBytes(data, from, to - from).writeByte('\n');
    }
}
