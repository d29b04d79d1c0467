package io.snowgate.gateway.endpoint;

import io.netty.buffer.ByteBuf;
import io.netty.util.AsciiString;
import io.snowgate.cluster.HybridTimestamp;
import io.snowgate.gateway.wire.Decimal;
import io.snowgate.gateway.wire.IsoTime;

/** Writes runs of consecutive timestamps in any {@link IdFormat}, straight into the buffer of the answer. */
final class TimestampText {

    /** EpicEpoch's: nanoseconds since 1970 and an index from 1, eight octets each. */
    static final int OCTETS = 2 * Long.BYTES;

    private static final AsciiString LIST = AsciiString.cached("{\"timestamps\":[");
    private static final AsciiString LIST_END = AsciiString.cached("]}");
    private static final AsciiString TIMESTAMP = AsciiString.cached("{\"timestamp\":\"");
    private static final AsciiString PHYSICAL = AsciiString.cached("\",\"physical\":");
    private static final AsciiString LOGICAL = AsciiString.cached(",\"logical\":");
    private static final AsciiString TIME = AsciiString.cached(",\"time\":\"");
    private static final AsciiString END = AsciiString.cached("\"}");
    private static final int MOST_JSON_BYTES = TIMESTAMP.length()
            + PHYSICAL.length()
            + LOGICAL.length()
            + TIME.length()
            + IsoTime.BYTES
            + END.length()
            + 3 * Decimal.MAX_DIGITS
            + 1;

    private TimestampText() {}

    /** Most octets that {@code count} of them take. */
    static int mostBytes(IdFormat format, int count) {
        return switch (format) {
            case OCTETS -> count * OCTETS;
            case JSON -> count * MOST_JSON_BYTES + LIST.length() + LIST_END.length();
            case TEXT, HEX, BASE62, BASE32 -> count * format.maxBytes();
        };
    }

    static void write(ByteBuf out, IdFormat format, long first, int count, boolean isList) {
        switch (format) {
            case OCTETS -> writeOctets(out, first, count);
            case JSON -> writeJson(out, first, count, isList);
            case TEXT, HEX, BASE62, BASE32 -> writeLines(out, format, first, count);
        }
    }

    private static void writeOctets(ByteBuf out, long first, int count) {
        for (long timestamp = first; timestamp < first + count; timestamp++) {
            out.writeLong(HybridTimestamp.epochNanos(timestamp)).writeLong(HybridTimestamp.epochIndex(timestamp));
        }
    }

    private static void writeLines(ByteBuf out, IdFormat format, long first, int count) {
        format.write(out, first);
        for (long timestamp = first + 1; timestamp < first + count; timestamp++) {
            format.write(out.writeByte('\n'), timestamp);
        }
    }

    private static void writeJson(ByteBuf out, long first, int count, boolean isList) {
        if (!isList) {
            writeJson(out, first);
            return;
        }
        write(out, LIST);
        writeJson(out, first);
        for (long timestamp = first + 1; timestamp < first + count; timestamp++) {
            writeJson(out.writeByte(','), timestamp);
        }
        write(out, LIST_END);
    }

    private static void writeJson(ByteBuf out, long timestamp) {
        long physicalMillis = HybridTimestamp.physicalMillis(timestamp);
        write(out, TIMESTAMP);
        Decimal.write(out, timestamp);
        write(out, PHYSICAL);
        Decimal.write(out, physicalMillis);
        write(out, LOGICAL);
        Decimal.write(out, HybridTimestamp.logical(timestamp));
        write(out, TIME);
        IsoTime.write(out, physicalMillis);
        write(out, END);
    }

    private static void write(ByteBuf out, AsciiString text) {
        out.writeBytes(text.array(), text.arrayOffset(), text.length());
    }
}
