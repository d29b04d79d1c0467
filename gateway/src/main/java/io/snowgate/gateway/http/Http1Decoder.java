package io.snowgate.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.List;

/**
 * Netty's request decoder in its strict settings, refusing as well what it still lets pass: header lines folded over
 * (<a href="https://www.rfc-editor.org/rfc/rfc9112#section-5.2">RFC 9112, 5.2</a>), control characters in the request
 * line (a bare CR above all), and versions other than 1.0 and 1.1. The look at the octets costs a search for the end
 * of each line.
 */
public final class Http1Decoder extends HttpRequestDecoder {

    private boolean inBody;
    private boolean requestLineRead;
    private boolean suspicious;

    public Http1Decoder(HttpLimits limits) {
        super(new HttpDecoderConfig()
                .setMaxInitialLineLength(limits.requestLineBytes())
                .setMaxHeaderSize(limits.headerBytes())
                .setStrictLineParsing(true)
                .setUseRfc9112TransferEncoding(true));
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) throws Exception {
        boolean wasInBody = inBody;
        boolean requestLineWasRead = requestLineRead;
        int from = in.readerIndex();
        int had = out.size();
        super.decode(ctx, in, out);
        if (!wasInBody) {
            lookAtHead(in, from, requestLineWasRead);
        }
        if (out.size() > had) {
            finish(out, had);
        }
    }

    @Override
    protected HttpMessage createMessage(String[] initialLine) throws Exception {
        requestLineRead = true;
        String version = initialLine[2];
        if (!version.equals("HTTP/1.1") && !version.equals("HTTP/1.0")) {
            throw new UnknownVersionException(version);
        }
        return super.createMessage(initialLine);
    }

    private void lookAtHead(ByteBuf in, int from, boolean requestLineWasRead) {
        int to = in.readerIndex();
        int line = from;
        if (requestLineRead && !requestLineWasRead) {
            line = endOfRequestLine(in, from, to);
        }
        while (line >= 0 && line < to) {
            suspicious |= isFolded(in.getByte(line));
            line = afterLineFeed(in, line, to);
        }
    }

    /** Where the line behind the request line begins; notes control characters within it. */
    private int endOfRequestLine(ByteBuf in, int from, int to) {
        int start = from;
        while (start < to && isLineEnd(in.getByte(start))) {
            start++;
        }
        int end = in.indexOf(start, to, (byte) '\n');
        if (end < 0) {
            return -1;
        }
        for (int i = start; i < end - 1; i++) {
            suspicious |= isControl(in.getByte(i));
        }
        return end + 1;
    }

    private void finish(List<Object> out, int had) {
        if (suspicious && out.get(had) instanceof HttpRequest request) {
            request.setDecoderResult(DecoderResult.failure(new IllegalArgumentException("folded line or control")));
        }
        boolean complete = out.get(out.size() - 1) instanceof LastHttpContent;
        inBody = !complete;
        if (complete) {
            requestLineRead = false;
            suspicious = false;
        }
    }

    private static int afterLineFeed(ByteBuf in, int from, int to) {
        int lineFeed = in.indexOf(from, to, (byte) '\n');
        return lineFeed < 0 ? -1 : lineFeed + 1;
    }

    private static boolean isFolded(byte first) {
        return first == ' ' || first == '\t';
    }

    private static boolean isLineEnd(byte octet) {
        return octet == '\r' || octet == '\n';
    }

    private static boolean isControl(byte octet) {
        return (octet >= 0 && octet < ' ') || octet == 0x7f;
    }

    /** A request line that ends in something else than a version spoken here. */
    static final class UnknownVersionException extends IllegalArgumentException {

        private static final long serialVersionUID = 1;

        UnknownVersionException(String version) {
            super(version);
        }

        /** Whether it is a version at all, so that 505 is the honest answer. */
        boolean isVersion() {
            return String.valueOf(getMessage()).matches("HTTP/[0-9]\\.[0-9]");
        }
    }
}
