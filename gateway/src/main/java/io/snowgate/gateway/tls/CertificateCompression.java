package io.snowgate.gateway.tls;

import io.netty.handler.ssl.OpenSslCertificateCompressionAlgorithm;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import javax.net.ssl.SSLEngine;
import org.jspecify.annotations.Nullable;

/**
 * Our certificate in zlib, for clients that take it so (<a href="https://www.rfc-editor.org/rfc/rfc8879">RFC 8879</a>). It is
 * the same in every handshake: compressed in the first, remembered for the others. Netty's own algorithm compresses it in
 * each, which is 5 to 7 % of what a handshake costs. Any thread.
 */
final class CertificateCompression implements OpenSslCertificateCompressionAlgorithm {

    /** In the <a href="https://www.rfc-editor.org/rfc/rfc8879#section-7.3">registry</a>. */
    private static final int ZLIB = 1;

    /** A message and what became of it. */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares two of them, and nobody changes them
    private record Known(byte[] plain, byte[] compressed) {}

    private volatile @Nullable Known known;

    @Override
    public byte[] compress(SSLEngine engine, byte[] message) throws IOException {
        Known last = known;
        if (last == null || !Arrays.equals(last.plain, message)) {
            last = new Known(message, deflated(message));
            known = last;
        }
        return last.compressed;
    }

    private static byte[] deflated(byte[] message) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream(message.length);
        try (Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
                DeflaterOutputStream zlib = new DeflaterOutputStream(out, deflater)) {
            zlib.write(message);
        }
        return out.toByteArray();
    }

    /** Not offered: no client is asked for a certificate. */
    @Override
    public byte[] decompress(SSLEngine engine, int length, byte[] message) {
        throw new UnsupportedOperationException("a certificate of a client");
    }

    @Override
    public int algorithmId() {
        return ZLIB;
    }
}
