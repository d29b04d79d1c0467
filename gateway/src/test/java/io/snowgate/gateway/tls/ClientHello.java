package io.snowgate.gateway.tls;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;

/** The first message of a client, written by hand: it can say what no library would. */
final class ClientHello {

    static final int TLS_1_1 = 0x0302;
    static final int TLS_1_2 = 0x0303;

    static final int ECDHE_ECDSA_AES_128_GCM = 0xC02B;
    static final int ECDHE_ECDSA_AES_128_CBC = 0xC009;
    static final int ECDHE_ECDSA_AES_128_CBC_SHA256 = 0xC023;
    static final int ECDHE_RSA_AES_128_GCM = 0xC02F;
    static final int RSA_AES_128_GCM = 0x009C;

    static final int P_256 = 0x0017;
    static final int P_521 = 0x0019;

    private static final int SUPPORTED_GROUPS = 10;
    private static final int POINT_FORMATS = 11;
    private static final int SIGNATURE_ALGORITHMS = 13;
    private static final int ALPN = 16;

    private final int version;
    private final ByteBuf suites = Unpooled.buffer();
    private final ByteBuf extensions = Unpooled.buffer();

    ClientHello(int version, int... suites) {
        this.version = version;
        for (int suite : suites) {
            this.suites.writeShort(suite);
        }
        extension(POINT_FORMATS, Unpooled.wrappedBuffer(new byte[] {1, 0}));
        extension(SIGNATURE_ALGORITHMS, Unpooled.wrappedBuffer(new byte[] {0, 4, 4, 3, 8, 4}));
    }

    ClientHello group(int group) {
        return extension(SUPPORTED_GROUPS, Unpooled.buffer().writeShort(2).writeShort(group));
    }

    ClientHello applicationProtocols(String... names) {
        ByteBuf list = Unpooled.buffer();
        for (String name : names) {
            list.writeByte(name.length()).writeBytes(name.getBytes(StandardCharsets.US_ASCII));
        }
        return extension(
                ALPN, Unpooled.buffer().writeShort(list.readableBytes()).writeBytes(list));
    }

    private ClientHello extension(int type, ByteBuf content) {
        extensions.writeShort(type).writeShort(content.readableBytes()).writeBytes(content);
        return this;
    }

    /** The message without its header. */
    byte[] body() {
        ByteBuf body = Unpooled.buffer();
        body.writeShort(version).writeZero(32).writeByte(0);
        body.writeShort(suites.readableBytes()).writeBytes(suites.duplicate());
        body.writeByte(1).writeByte(0);
        body.writeShort(extensions.readableBytes()).writeBytes(extensions.duplicate());
        return ByteBufUtil.getBytes(body);
    }

    /** All of it in one record. */
    byte[] record() {
        return records(body(), Integer.MAX_VALUE);
    }

    /** {@code body} with its header, in records of at most {@code recordBytes}. */
    static byte[] records(byte[] body, int recordBytes) {
        ByteBuf message =
                Unpooled.buffer().writeByte(1).writeMedium(body.length).writeBytes(body);
        ByteBuf out = Unpooled.buffer();
        while (message.isReadable()) {
            int length = Math.min(recordBytes, message.readableBytes());
            out.writeByte(22).writeShort(0x0301).writeShort(length).writeBytes(message, length);
        }
        return ByteBufUtil.getBytes(out);
    }
}
