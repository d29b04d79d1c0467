package io.snowgate.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.util.IllegalReferenceCountException;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;

/**
 * A part of an answer that goes on, made once for all who get it: the octets of one HTTP/1.1 chunk
 * (<a href="https://www.rfc-editor.org/rfc/rfc9112#section-7.1">RFC 9112, 7.1</a>), with the data in its middle for
 * wires that frame it otherwise.
 *
 * <pre>
 *   1 0 5 c CR LF │ data: {"seats":… LF LF │ CR LF
 *   ◀── framed ──────────────────────────────────▶
 *                 ◀── data ────────────────▶
 * </pre>
 *
 * <p>Any thread; handing it to one more client costs a retain and a slice. Unpooled and exactly as long as its content,
 * so that a late retain cannot find other octets.
 */
public final class StreamChunk {

    private static final int CRLF = '\r' << 8 | '\n';
    private static final int CRLF_BYTES = 2;

    private final ByteBuf octets;
    private final int headBytes;

    private StreamChunk(ByteBuf octets, int headBytes) {
        this.octets = octets;
        this.headBytes = headBytes;
    }

    /** One for many clients, in direct memory: whoever made it {@linkplain #release releases} it. */
    public static StreamChunk shared(ByteBuf data) {
        byte[] size = size(data.readableBytes());
        int bytes = size.length + data.readableBytes() + 2 * CRLF_BYTES;
        return frame(UnpooledByteBufAllocator.DEFAULT.directBuffer(bytes, bytes), size, data);
    }

    /** A short one on the heap: nobody need release it. */
    public static StreamChunk of(ByteBuf data) {
        byte[] size = size(data.readableBytes());
        int bytes = size.length + data.readableBytes() + 2 * CRLF_BYTES;
        return frame(Unpooled.buffer(bytes, bytes), size, data);
    }

    /** A short one on the heap. */
    public static StreamChunk of(String text) {
        return of(Unpooled.wrappedBuffer(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static StreamChunk frame(ByteBuf octets, byte[] size, ByteBuf data) {
        octets.writeBytes(size).writeShort(CRLF);
        int headBytes = octets.writerIndex();
        octets.writeBytes(data, data.readerIndex(), data.readableBytes()).writeShort(CRLF);
        return new StreamChunk(octets, headBytes);
    }

    private static byte[] size(int dataBytes) {
        return Integer.toHexString(dataBytes).getBytes(StandardCharsets.US_ASCII);
    }

    /** One reference more; false when the last one is gone. */
    public boolean tryRetain() {
        try {
            octets.retain();
            return true;
        } catch (IllegalReferenceCountException released) {
            return false;
        }
    }

    public void release() {
        ReferenceCountUtil.release(octets);
    }

    /** Length of the data. */
    public int dataBytes() {
        return octets.readableBytes() - headBytes - CRLF_BYTES;
    }

    /** The whole chunk, retained. */
    ByteBuf framed() {
        return octets.retainedDuplicate();
    }

    /** The data alone, retained. */
    ByteBuf data() {
        return octets.retainedSlice(headBytes, dataBytes());
    }
}
