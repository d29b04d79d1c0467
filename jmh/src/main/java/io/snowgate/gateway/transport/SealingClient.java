package io.snowgate.gateway.transport;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.handler.ssl.OpenSsl;
import io.netty.internal.tcnative.CertificateVerifier;
import io.netty.internal.tcnative.SSL;
import io.netty.internal.tcnative.SSLContext;

/**
 * A TLS 1.3 client that seals requests and leaves no garbage, so that all the garbage of a benchmark is the server's: an
 * engine makes some with each record. That is why it speaks to BoringSSL without one. It looks at answers only when told
 * to, which TLS allows: the two directions have keys of their own. One thread.
 */
final class SealingClient implements AutoCloseable {

    /** Room for a flight of the handshake, or for a record. */
    private static final int FLIGHT_BYTES = 1 << 15;

    /** What an event loop reads into, about: the first guess of a connection that sends little. */
    private static final int READ_BYTES = 2_048;

    private static final int DONE = 1;

    private final PooledByteBufAllocator alloc = PooledByteBufAllocator.DEFAULT;
    private final long context;
    private final long ssl;
    /** Belongs to {@link #ssl}. */
    private final long network;

    SealingClient() throws Exception {
        OpenSsl.ensureAvailability();
        context = SSLContext.make(SSL.SSL_PROTOCOL_TLSV1_3, SSL.SSL_MODE_CLIENT);
        SSLContext.setCertVerifyCallback(context, new Trusting());
        ssl = SSL.newSSL(context, false);
        network = SSL.bioNewByteBuffer(ssl, FLIGHT_BYTES);
    }

    /** Goes on with the handshake as far as {@code received} leads; whether it is done. Does not release anything. */
    boolean handshake(ByteBuf received) {
        receiveFrom(received);
        int result = SSL.doHandshake(ssl);
        received.skipBytes(received.readableBytes() - SSL.bioLengthByteBuffer(network));
        SSL.bioClearByteBuffer(network);
        if (result != DONE && SSL.getError(ssl, result) != SSL.SSL_ERROR_WANT_READ) {
            throw new IllegalStateException("handshake: " + SSL.getErrorString(SSL.getLastErrorNumber()));
        }
        return result == DONE;
    }

    /** What the client has to say in the handshake now. */
    ByteBuf flight() {
        ByteBuf out = alloc.directBuffer(FLIGHT_BYTES);
        sendTo(out);
        SSL.bioFlushByteBuffer(network);
        return sent(out);
    }

    /** {@code request} as one record, in a buffer such as it would have been read into. */
    ByteBuf seal(ByteBuf request) {
        ByteBuf out = alloc.directBuffer(READ_BYTES);
        sendTo(out);
        SSL.writeToSSL(ssl, request.memoryAddress() + request.readerIndex(), request.readableBytes());
        return sent(out);
    }

    /** What a record of the server says; empty when it is not an answer. */
    ByteBuf open(ByteBuf record) {
        ByteBuf out = alloc.directBuffer(FLIGHT_BYTES);
        receiveFrom(record);
        int read = SSL.readFromSSL(ssl, out.memoryAddress(), out.capacity());
        record.skipBytes(record.readableBytes() - SSL.bioLengthByteBuffer(network));
        SSL.bioClearByteBuffer(network);
        return out.writerIndex(Math.max(0, read));
    }

    private void receiveFrom(ByteBuf in) {
        SSL.bioSetByteBuffer(network, in.memoryAddress() + in.readerIndex(), in.readableBytes(), false);
    }

    private void sendTo(ByteBuf out) {
        SSL.bioSetByteBuffer(network, out.memoryAddress(), out.capacity(), true);
    }

    private ByteBuf sent(ByteBuf out) {
        out.writerIndex(out.capacity() - SSL.bioLengthByteBuffer(network));
        SSL.bioClearByteBuffer(network);
        return out;
    }

    /** Takes any certificate: who answers is this process. */
    private static final class Trusting extends CertificateVerifier {

        @Override
        public int verify(long ssl, byte[][] chain, String algorithm) {
            return X509_V_OK;
        }
    }

    @Override
    public void close() {
        SSL.freeSSL(ssl);
        SSLContext.free(context);
    }
}
