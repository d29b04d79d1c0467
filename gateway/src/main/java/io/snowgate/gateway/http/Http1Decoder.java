package io.snowgate.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Netty's request decoder in its strict settings, refusing as well what it still lets pass: header lines folded over
 * (<a href="https://www.rfc-editor.org/rfc/rfc9112#section-5.2">RFC 9112, 5.2</a>), control characters in the request
 * line (a bare CR above all), and versions other than 1.0 and 1.1. The look at the octets costs a search for the end
 * of each line.
 *
 * <p>A request in the same octets as the one before is not read again: see {@link RequestMemory}. It is handed over as a
 * single message, a {@link DecodedRequest} that is {@linkplain DecodedRequest#understood() understood} already.
 */
public final class Http1Decoder extends HttpRequestDecoder {

    private boolean inBody;
    private boolean requestLineRead;
    private boolean suspicious;

    private final RequestMemory memory = new RequestMemory();
    private boolean betweenRequests = true;
    private int requests;
    private @Nullable DecodedRequest whole;

    public Http1Decoder(HttpLimits limits) {
        super(new HttpDecoderConfig()
                .setMaxInitialLineLength(limits.requestLineBytes())
                .setMaxHeaderSize(limits.headerBytes())
                .setStrictLineParsing(true)
                .setUseRfc9112TransferEncoding(true));
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) throws Exception {
        if (betweenRequests && message instanceof ByteBuf octets) {
            recall(ctx, octets);
            if (octets.isReadable()) {
                read(ctx, octets);
            } else {
                octets.release();
            }
        } else {
            readOn(ctx, message);
        }
    }

    private void recall(ChannelHandlerContext ctx, ByteBuf octets) {
        for (DecodedRequest again = memory.recall(octets); again != null; again = memory.recall(octets)) {
            ctx.fireChannelRead(again);
        }
    }

    private void read(ChannelHandlerContext ctx, ByteBuf octets) throws Exception {
        ByteBuf copy = RequestMemory.copy(octets);
        readOn(ctx, octets);
        DecodedRequest request = whole;
        if (copy != null && betweenRequests && requests == 1 && request != null) {
            memory.remember(copy, request);
        }
    }

    private void readOn(ChannelHandlerContext ctx, Object message) throws Exception {
        betweenRequests = false;
        requests = 0;
        whole = null;
        super.channelRead(ctx, message);
        betweenRequests = whole != null && !requestLineRead && actualReadableBytes() == 0;
    }

    /** Whether a header has begun that is not complete: something of it was read, or waits to be. */
    boolean isAmidHeader() {
        return !betweenRequests && !inBody && (requestLineRead || actualReadableBytes() > 0);
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
        return new DecodedRequest(
                version(initialLine[2]), HttpMethod.valueOf(initialLine[0]), initialLine[1], headersFactory);
    }

    private static HttpVersion version(String version) {
        return switch (version) {
            case "HTTP/1.1" -> HttpVersion.HTTP_1_1;
            case "HTTP/1.0" -> HttpVersion.HTTP_1_0;
            default -> throw new UnknownVersionException(version);
        };
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
        requests++;
        whole = wholeRequest(out, had);
        boolean complete = out.get(out.size() - 1) instanceof LastHttpContent;
        inBody = !complete;
        if (complete) {
            requestLineRead = false;
            suspicious = false;
        }
    }

    /** The request that stands behind the first {@code had} messages when it is sound, complete and has no body. */
    private static @Nullable DecodedRequest wholeRequest(List<Object> out, int had) {
        return out.size() == had + 2
                        && out.get(had) instanceof DecodedRequest request
                        && request.decoderResult().isSuccess()
                        && out.get(had + 1).equals(LastHttpContent.EMPTY_LAST_CONTENT)
                ? request
                : null;
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
