package io.snowgate.gateway.tls;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.ssl.SslClientHelloHandler;
import io.netty.util.CharsetUtil;
import io.netty.util.concurrent.Future;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Refuses a client that offers application protocols, but none of ours, with the fatal alert that
 * <a href="https://www.rfc-editor.org/rfc/rfc7301#section-3.2">RFC 7301, 3.2</a> asks for, and closes. BoringSSL as
 * tcnative drives it would shake hands without a protocol instead.
 *
 * <p>It only looks: what it does not understand is left for the TLS library to judge. One per connection, on its event
 * loop, gone after the first message.
 */
final class ClientHelloHandler extends SslClientHelloHandler<Boolean> {

    /** What BoringSSL takes as a ClientHello, too. */
    private static final int MAX_CLIENT_HELLO_BYTES = 16 * 1024;

    private static final int VERSION_AND_RANDOM_BYTES = 2 + 32;
    private static final int ALPN = 16;

    /** Record of type alert, version 3.3, length 2: fatal, no_application_protocol. */
    private static final byte[] NO_APPLICATION_PROTOCOL = {21, 3, 3, 0, 2, 2, 120};

    private final List<String> known;

    ClientHelloHandler(List<String> known) {
        super(MAX_CLIENT_HELLO_BYTES);
        this.known = known;
    }

    @Override
    protected Future<Boolean> lookup(ChannelHandlerContext context, @Nullable ByteBuf clientHello) {
        boolean welcome = clientHello == null || isWelcome(clientHello);
        return context.executor().newSucceededFuture(welcome);
    }

    @Override
    protected void onLookupComplete(ChannelHandlerContext context, Future<Boolean> welcome) {
        if (welcome.getNow()) {
            context.pipeline().remove(this);
        } else {
            context.writeAndFlush(Unpooled.wrappedBuffer(NO_APPLICATION_PROTOCOL))
                    .addListener(ChannelFutureListener.CLOSE);
        }
    }

    private boolean isWelcome(ByteBuf clientHello) {
        ByteBuf offered = offeredProtocols(clientHello);
        if (offered == null || !offered.isReadable()) {
            return true;
        }
        while (offered.isReadable()) {
            ByteBuf name = vector(offered, 1);
            if (name == null || known.contains(name.toString(CharsetUtil.US_ASCII))) {
                return true;
            }
        }
        return false;
    }

    /** The list within the ALPN extension, or null when there is none or the message is broken. */
    private static @Nullable ByteBuf offeredProtocols(ByteBuf clientHello) {
        ByteBuf extensions = extensions(clientHello.duplicate());
        while (extensions != null && extensions.readableBytes() >= 4) {
            int type = extensions.readUnsignedShort();
            ByteBuf content = vector(extensions, 2);
            if (type == ALPN) {
                return content == null ? null : vector(content, 2);
            }
            if (content == null) {
                return null;
            }
        }
        return null;
    }

    private static @Nullable ByteBuf extensions(ByteBuf hello) {
        if (hello.readableBytes() < VERSION_AND_RANDOM_BYTES) {
            return null;
        }
        hello.skipBytes(VERSION_AND_RANDOM_BYTES);
        ByteBuf sessionId = vector(hello, 1);
        ByteBuf suites = sessionId == null ? null : vector(hello, 2);
        ByteBuf compressions = suites == null ? null : vector(hello, 1);
        return compressions == null ? null : vector(hello, 2);
    }

    /** What stands behind a length of {@code lengthBytes} (1 or 2), or null when less is left than it says. */
    private static @Nullable ByteBuf vector(ByteBuf in, int lengthBytes) {
        if (in.readableBytes() < lengthBytes) {
            return null;
        }
        int length = lengthBytes == 1 ? in.readUnsignedByte() : in.readUnsignedShort();
        return in.readableBytes() < length ? null : in.readSlice(length);
    }
}
