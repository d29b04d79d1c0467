package io.snowgate.loadtest;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * Finds out where answers of HTTP/1.1 end, and tells their status. Knows only bodies with a {@code Content-Length},
 * which is what everybody here sends.
 */
final class AnswerDecoder extends ByteToMessageDecoder {

    private static final int STATUS_OFFSET = "HTTP/1.1 ".length();
    private static final int STATUS_DIGITS = 3;
    private static final String CONTENT_LENGTH = "\r\ncontent-length:";

    private final IntConsumer answered;
    private int status;
    private int bodyLeft;
    private boolean inBody;

    AnswerDecoder(IntConsumer answered) {
        this.answered = answered;
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
        while (inBody || readHead(in)) {
            int skipped = Math.min(bodyLeft, in.readableBytes());
            in.skipBytes(skipped);
            bodyLeft -= skipped;
            inBody = bodyLeft > 0;
            if (inBody) {
                return;
            }
            answered.accept(status);
        }
    }

    private boolean readHead(ByteBuf in) {
        int end = endOfHead(in);
        if (end < 0) {
            return false;
        }
        status = decimal(in, in.readerIndex() + STATUS_OFFSET, STATUS_DIGITS);
        bodyLeft = contentLength(in, end);
        in.readerIndex(end);
        return true;
    }

    /** Behind the empty line, or -1. */
    private static int endOfHead(ByteBuf in) {
        int from = in.readerIndex();
        while (true) {
            int at = in.indexOf(from, in.writerIndex(), (byte) '\r');
            if (at < 0 || at + 4 > in.writerIndex()) {
                return -1;
            }
            if (in.getByte(at + 1) == '\n' && in.getByte(at + 2) == '\r' && in.getByte(at + 3) == '\n') {
                return at + 4;
            }
            from = at + 1;
        }
    }

    private static int contentLength(ByteBuf in, int end) {
        int from = in.readerIndex();
        while (true) {
            int at = in.indexOf(from, end, (byte) '\r');
            if (at < 0 || at + CONTENT_LENGTH.length() >= end) {
                return 0;
            }
            if (isContentLength(in, at)) {
                return decimal(in, at + CONTENT_LENGTH.length(), end);
            }
            from = at + 1;
        }
    }

    private static boolean isContentLength(ByteBuf in, int at) {
        if ((in.getByte(at + 2) | 0x20) != 'c') {
            return false;
        }
        String name = in.toString(at, CONTENT_LENGTH.length(), StandardCharsets.US_ASCII);
        return name.equalsIgnoreCase(CONTENT_LENGTH);
    }

    /** At most so many digits, spaces before them skipped. */
    private static int decimal(ByteBuf in, int from, int digits) {
        int value = 0;
        int at = from;
        while (in.getByte(at) == ' ') {
            at++;
        }
        for (int i = 0; i < digits && in.getByte(at) >= '0' && in.getByte(at) <= '9'; i++) {
            value = value * 10 + in.getByte(at++) - '0';
        }
        return value;
    }
}
