package io.snowgate.gateway.state;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledDirectByteBuf;
import io.netty.util.IllegalReferenceCountException;
import org.jspecify.annotations.Nullable;

/**
 * A view of a whole buffer with a reference count of its own, where a duplicate shares that of the buffer: so whoever
 * keeps one sees when all others have let go of it, and may hand it out again. It keeps the buffer until it is released
 * itself. Also keeps the {@code ByteBuffer} that TLS and sockets want, which a duplicate makes anew for each of them.
 *
 * <p>Confined to one event loop. Nobody writes to it.
 */
final class CountedView extends UnpooledDirectByteBuf {

    private final ByteBuf shared;

    private CountedView(ByteBuf shared) {
        super(UnpooledByteBufAllocator.DEFAULT, shared.nioBuffer(0, shared.capacity()), shared.capacity());
        this.shared = shared;
    }

    /** Null when the buffer is released already. */
    static @Nullable CountedView of(ByteBuf shared) {
        try {
            shared.retain();
        } catch (IllegalReferenceCountException superseded) {
            return null;
        }
        return new CountedView(shared);
    }

    @Override
    protected void deallocate() {
        super.deallocate();
        shared.release();
    }
}
