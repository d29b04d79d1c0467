package io.snowgate.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;

/**
 * The last request of a connection, with its octets. Whoever polls sends the same octets again, and comparing them costs
 * a tenth of reading them. Only a request that came alone, whole and without a body is remembered, and only octet for
 * octet the same counts as the same, so what is recalled is what reading them would have come to.
 *
 * <p>Confined to the event loop of its connection. Takes up to {@value #MOST_BYTES} octets and what was made of them.
 */
final class RequestMemory {

    private static final int MOST_BYTES = 2 * 1024;

    private ByteBuf octets = Unpooled.EMPTY_BUFFER;
    private @Nullable DecodedRequest request;

    /** The remembered request, if {@code in} goes on with its octets, which are skipped; null otherwise. */
    @Nullable
    DecodedRequest recall(ByteBuf in) {
        DecodedRequest remembered = request;
        if (remembered == null || remembered.understood() == null) {
            return null;
        }
        int bytes = octets.capacity();
        if (in.readableBytes() < bytes || !ByteBufUtil.equals(octets, 0, in, in.readerIndex(), bytes)) {
            return null;
        }
        in.skipBytes(bytes);
        return remembered;
    }

    /** The octets of {@code in}, to be remembered once they are read; null when they are too many for that. */
    static @Nullable ByteBuf copy(ByteBuf in) {
        return in.readableBytes() > MOST_BYTES ? null : Unpooled.wrappedBuffer(ByteBufUtil.getBytes(in));
    }

    void remember(ByteBuf itsOctets, DecodedRequest whole) {
        octets = itsOctets;
        request = whole;
    }
}
