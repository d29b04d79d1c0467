package io.snowgate.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.AsciiString;
import io.netty.util.CharsetUtil;
import io.snowgate.gateway.wire.Decimal;
import io.snowgate.gateway.wire.FieldBlock;

/** Answers in parts as HTTP/1.1 octets: by copying what was made ahead. Any thread; one buffer an answer. */
final class Http1Encoder {

    /** A body up to this size is copied behind its head, so that both leave in one TLS record. */
    private static final int COPIED_BODY_BYTES = 8 * 1024;

    private static final int LARGEST_STATUS = 599;
    private static final byte[][] STATUS_LINES = new byte[LARGEST_STATUS + 1][];
    private static final byte[] DATE = octets("date: ");
    private static final byte[] LENGTH = octets("\r\ncontent-length: ");
    private static final byte[] CLOSE = octets("\r\nconnection: close");
    private static final byte[] CHUNKED = octets("\r\ntransfer-encoding: chunked");
    private static final byte[] KEEP_ALIVE = octets("\r\nconnection: keep-alive");
    private static final byte[] END = octets("\r\n\r\n");
    private static final int LINES_BYTES = 160;

    private Http1Encoder() {}

    /** How the connection goes on after an answer, or how an answer goes on. */
    enum Persistence {
        /** Stays open, which HTTP/1.1 need not be told. */
        PERSISTENT,
        /** Stays open, said to an HTTP/1.0 client that asked for it. */
        KEPT_ALIVE,
        CLOSING,
        /** Ends with the answer, which ends with an empty chunk. */
        CLOSING_CHUNKED
    }

    /**
     * The head of {@code response} and, where {@link #isBodyCopied} says so, its body; the response keeps its buffer.
     */
    static ByteBuf encode(
            ByteBufAllocator alloc,
            Response response,
            FieldBlock cors,
            AsciiString date,
            boolean withBody,
            Persistence persistence) {
        ByteBuf body = response.content();
        byte[] statusLine = statusLine(response.status());
        boolean copied = withBody && isBodyCopied(response);
        ByteBuf out = alloc.directBuffer(statusLine.length
                + response.fields().sizeBytes()
                + cors.sizeBytes()
                + LINES_BYTES
                + (copied ? body.readableBytes() : 0));
        out.writeBytes(statusLine);
        response.fields().writeTo(out);
        cors.writeTo(out);
        out.writeBytes(DATE).writeBytes(date.array(), date.arrayOffset(), date.length());
        if (response.hasLength()) {
            out.writeBytes(LENGTH);
            Decimal.write(out, body.readableBytes());
        }
        writePersistence(out, persistence);
        out.writeBytes(END);
        return copied ? out.writeBytes(body, body.readerIndex(), body.readableBytes()) : out;
    }

    static boolean isBodyCopied(Response response) {
        return response.content().readableBytes() <= COPIED_BODY_BYTES;
    }

    private static void writePersistence(ByteBuf out, Persistence persistence) {
        switch (persistence) {
            case PERSISTENT -> {}
            case KEPT_ALIVE -> out.writeBytes(KEEP_ALIVE);
            case CLOSING -> out.writeBytes(CLOSE);
            case CLOSING_CHUNKED -> out.writeBytes(CLOSE).writeBytes(CHUNKED);
        }
    }

    private static byte[] statusLine(HttpResponseStatus status) {
        byte[] line = STATUS_LINES[status.code()];
        if (line == null) {
            line = octets("HTTP/1.1 " + status.code() + " " + status.reasonPhrase() + "\r\n");
            STATUS_LINES[status.code()] = line;
        }
        return line;
    }

    private static byte[] octets(String text) {
        return text.getBytes(CharsetUtil.US_ASCII);
    }
}
