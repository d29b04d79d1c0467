package io.snowgate.gateway.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;

/** Frames of a client made by hand, so that they may be wrong (RFC 9113, 4.1 and 6). */
public final class Http2Octets {

    public static final int DATA = 0;
    public static final int HEADERS = 1;
    public static final int PRIORITY = 2;
    public static final int RST_STREAM = 3;
    public static final int SETTINGS = 4;
    public static final int PING = 6;
    public static final int GOAWAY = 7;
    public static final int WINDOW_UPDATE = 8;
    public static final int CONTINUATION = 9;

    public static final int NO_FLAGS = 0;
    public static final int END_STREAM = 1;
    public static final int ACK = 1;
    public static final int END_HEADERS = 4;

    public static final int MAX_CONCURRENT_STREAMS = 3;
    public static final int INITIAL_WINDOW_SIZE = 4;
    public static final int MAX_HEADER_LIST_SIZE = 6;

    private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

    private Http2Octets() {}

    /** What a connection begins with; {@code settings} are ids and values by turns. */
    public static byte[] preface(int... settings) {
        return bytes(PREFACE.getBytes(US_ASCII), settings(settings));
    }

    public static byte[] frame(int type, int flags, int stream, byte... payload) {
        ByteBuf frame = Unpooled.buffer();
        frame.writeMedium(payload.length)
                .writeByte(type)
                .writeByte(flags)
                .writeInt(stream)
                .writeBytes(payload);
        return octets(frame);
    }

    public static byte[] settings(int... idsAndValues) {
        ByteBuf payload = Unpooled.buffer();
        for (int i = 0; i < idsAndValues.length; i += 2) {
            payload.writeShort(idsAndValues[i]).writeInt(idsAndValues[i + 1]);
        }
        return frame(SETTINGS, NO_FLAGS, 0, octets(payload));
    }

    public static byte[] number(int value) {
        return octets(Unpooled.buffer().writeInt(value));
    }

    /** Field lines as literals that no table remembers, in this order and unchecked (RFC 7541, 6.2.2). */
    public static byte[] fields(String... namesAndValues) {
        ByteBuf block = Unpooled.buffer();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            block.writeByte(0);
            writeString(block, namesAndValues[i]);
            writeString(block, namesAndValues[i + 1]);
        }
        return octets(block);
    }

    /** The fields of a sound request, then {@code more}. */
    public static byte[] request(String method, String path, String... more) {
        List<String> all = new ArrayList<>(
                List.of(":method", method, ":scheme", "https", ":path", path, ":authority", "localhost"));
        all.addAll(List.of(more));
        return fields(all.toArray(String[]::new));
    }

    public static byte[] get(int stream, String path, String... more) {
        return frame(HEADERS, END_STREAM | END_HEADERS, stream, request("GET", path, more));
    }

    /** The header of a request whose body is still to come. */
    public static byte[] post(int stream, String... more) {
        return frame(HEADERS, END_HEADERS, stream, request("POST", "/up", more));
    }

    /** All of these, one after the other. */
    public static byte[] bytes(byte[]... parts) {
        return octets(Unpooled.copiedBuffer(parts));
    }

    /** {@code frame} so many times over. */
    public static byte[] times(int count, byte[] frame) {
        ByteBuf all = Unpooled.buffer(count * frame.length);
        for (int i = 0; i < count; i++) {
            all.writeBytes(frame);
        }
        return octets(all);
    }

    private static void writeString(ByteBuf block, String text) {
        byte[] octets = text.getBytes(US_ASCII);
        if (octets.length < 0x7f) {
            block.writeByte(octets.length);
        } else {
            block.writeByte(0x7f);
            int rest = octets.length - 0x7f;
            for (; rest >= 0x80; rest >>>= 7) {
                block.writeByte((rest & 0x7f) | 0x80);
            }
            block.writeByte(rest);
        }
        block.writeBytes(octets);
    }

    private static byte[] octets(ByteBuf buffer) {
        byte[] octets = new byte[buffer.readableBytes()];
        buffer.readBytes(octets).release();
        return octets;
    }
}
