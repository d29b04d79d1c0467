package io.snowgate.gateway.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.junit.jupiter.api.Test;

class CertificateCompressionTest {

    private static final byte[] MESSAGE =
            "a certificate, a certificate, a certificate".repeat(50).getBytes(US_ASCII);

    private final CertificateCompression compression = new CertificateCompression();
    private final SSLEngine engine = SSLContext.getDefault().createSSLEngine();

    CertificateCompressionTest() throws NoSuchAlgorithmException {}

    @Test
    void compressesWhatCanBeUnpacked() throws Exception {
        byte[] compressed = compression.compress(engine, MESSAGE);

        assertThat(compressed).hasSizeLessThan(MESSAGE.length / 10);
        assertThat(inflated(compressed, MESSAGE.length)).isEqualTo(MESSAGE);
    }

    @Test
    void compressesTheSameMessageOnce() throws Exception {
        byte[] first = compression.compress(engine, MESSAGE);

        assertThat(compression.compress(engine, MESSAGE.clone())).isSameAs(first);
    }

    @Test
    void compressesAnotherMessageAnew() throws Exception {
        byte[] other = Arrays.copyOf(MESSAGE, MESSAGE.length - 1);
        compression.compress(engine, MESSAGE);

        assertThat(inflated(compression.compress(engine, other), other.length)).isEqualTo(other);
        assertThat(inflated(compression.compress(engine, MESSAGE), MESSAGE.length))
                .isEqualTo(MESSAGE);
    }

    /** Of zlib, and of just that length. */
    static byte[] inflated(byte[] compressed, int length) throws DataFormatException {
        byte[] message = new byte[length];
        try (Inflater inflater = new Inflater()) {
            inflater.setInput(compressed);
            assertThat(inflater.inflate(message)).isEqualTo(length);
            assertThat(inflater.finished()).isTrue();
        }
        return message;
    }
}
