package io.snowgate.gateway.state;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.util.AsciiString;
import io.snowgate.gateway.wire.Decimal;
import io.snowgate.gateway.wire.FieldBlock;
import io.snowgate.gateway.wire.HttpDate;

/**
 * Writes the answers of one representation at one moment. Confined to the publisher's thread; about 20 µs and two small buffers
 * a call, because the body is shared with the rendering before.
 */
final class Renderer {

    /** An answer up to this length leaves as one TLS record (RFC 8446, 5.1), so head and body share a buffer. */
    static final int ONE_RECORD_BYTES = 1 << 14;

    private static final AsciiString OK = AsciiString.cached("HTTP/1.1 200 OK\r\n");
    private static final AsciiString NOT_MODIFIED = AsciiString.cached("HTTP/1.1 304 Not Modified\r\n");
    private static final AsciiString CONTENT_LENGTH = AsciiString.cached("content-length: ");
    private static final AsciiString END_OF_LINE = AsciiString.cached("\r\n");

    private final FieldBlock common;

    /** {@code common} ends every whole answer: what does not depend on the document, such as CORS. */
    Renderer(FieldBlock common) {
        this.common = common;
    }

    /** A direct buffer with exactly these bytes: full, so nobody can add to it. */
    static ByteBuf exactly(byte[] bytes) {
        return allocate(bytes.length).writeBytes(bytes);
    }

    /**
     * Every answer that {@code label} stands on. Takes over one reference of {@code body}, also when it fails.
     *
     * @param timestamp of the oracle; 0 without one
     */
    Representation render(Label label, ByteBuf body, long nowMillis, long ageSeconds, long timestamp) {
        ByteBuf http1 = null;
        try {
            FieldBlock notModified = label.every().and(lastModified(label, nowMillis));
            if (label.aged()) {
                notModified = notModified.and("snowgate-age", Long.toString(ageSeconds));
            }
            if (label.aged() && timestamp > 0) {
                notModified = notModified.and("snowgate-timestamp", Long.toString(timestamp));
            }
            FieldBlock fields = label.first().and(notModified);
            FieldBlock everyAnswer =
                    FieldBlock.of("date", HttpDate.of(nowMillis)).and(common);
            FieldBlock http1Fields = fields.and(everyAnswer);
            int headBytes = headBytes(http1Fields, body.capacity());
            http1 = http1(http1Fields, headBytes, body);
            return new Representation(
                    label, fields, notModified, body, http1, headBytes, http1NotModified(notModified.and(everyAnswer)));
        } catch (RuntimeException | Error e) {
            body.release();
            if (http1 != null) {
                http1.release();
            }
            throw e;
        }
    }

    /** RFC 9110, 8.8.2.1: never later than the date of the answer, even when the clock stepped back. */
    private static FieldBlock lastModified(Label label, long nowMillis) {
        return FieldBlock.of("last-modified", HttpDate.of(Math.min(label.lastModifiedMillis(), nowMillis)));
    }

    private static ByteBuf http1(FieldBlock fields, int headBytes, ByteBuf body) {
        boolean whole = headBytes + body.capacity() <= ONE_RECORD_BYTES;
        ByteBuf out = allocate(whole ? headBytes + body.capacity() : headBytes);
        write(out, OK);
        fields.writeTo(out);
        write(out, CONTENT_LENGTH);
        Decimal.write(out, body.capacity());
        write(out, END_OF_LINE);
        write(out, END_OF_LINE);
        return whole ? out.writeBytes(body, 0, body.capacity()) : out;
    }

    private static int headBytes(FieldBlock fields, int bodyBytes) {
        return OK.length()
                + fields.sizeBytes()
                + CONTENT_LENGTH.length()
                + Decimal.digits(bodyBytes)
                + 2 * END_OF_LINE.length();
    }

    private static ByteBuf http1NotModified(FieldBlock fields) {
        ByteBuf out = allocate(NOT_MODIFIED.length() + fields.sizeBytes() + END_OF_LINE.length());
        write(out, NOT_MODIFIED);
        fields.writeTo(out);
        write(out, END_OF_LINE);
        return out;
    }

    private static void write(ByteBuf out, AsciiString text) {
        out.writeBytes(text.array(), text.arrayOffset(), text.length());
    }

    /** Capacity and limit are the same, so a shared buffer cannot grow. */
    private static ByteBuf allocate(int exactBytes) {
        return UnpooledByteBufAllocator.DEFAULT.directBuffer(exactBytes, exactBytes);
    }
}
