package io.snowgate.gateway.state;

import com.aayushatharva.brotli4j.decoder.BrotliInputStream;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdInputStream;
import io.snowgate.gateway.wire.Coding;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.GZIPInputStream;

/** What a client makes of a coded body, by the decoders of the libraries and with nothing else of ours. */
public final class Decoding {

    private static final String DCB_MAGIC = "ff444342";
    private static final String DCZ_MAGIC = "5e2a4d1820000000";
    private static final int HASH_BYTES = 32;
    private static final int MOST_BYTES = 64 << 20;

    private Decoding() {}

    /** The document in {@code body}; {@code dictionary} is what the client has, where the coding needs one. */
    public static byte[] decode(Coding coding, byte[] body, byte[] dictionary) {
        try {
            return switch (coding) {
                case IDENTITY -> body;
                case GZIP -> all(new GZIPInputStream(in(body)));
                case BR -> all(new BrotliInputStream(in(body)));
                case ZSTD -> all(new ZstdInputStream(in(body)));
                case DCB -> dcb(behindHeader(body, DCB_MAGIC, dictionary), dictionary);
                case DCZ -> dcz(behindHeader(body, DCZ_MAGIC, dictionary), dictionary);
            };
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] dcb(byte[] compressed, byte[] dictionary) throws IOException {
        try (BrotliInputStream brotli = new BrotliInputStream(in(compressed))) {
            brotli.attachDictionary(
                    ByteBuffer.allocateDirect(dictionary.length).put(dictionary).flip());
            return brotli.readAllBytes();
        }
    }

    private static byte[] dcz(byte[] compressed, byte[] dictionary) {
        try (ZstdDecompressCtx zstd = new ZstdDecompressCtx()) {
            zstd.loadDict(dictionary);
            return zstd.decompress(compressed, MOST_BYTES);
        }
    }

    /** RFC 9842, 4 and 5: the magic number and the SHA-256 of the dictionary. */
    private static byte[] behindHeader(byte[] body, String magic, byte[] dictionary) {
        String header = magic + HexFormat.of().formatHex(sha256(dictionary));
        int length = magic.length() / 2 + HASH_BYTES;
        String begin = HexFormat.of().formatHex(body, 0, length);
        if (!begin.equals(header)) {
            throw new AssertionError("begins " + begin + ", not " + header);
        }
        return Arrays.copyOfRange(body, length, body.length);
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    private static byte[] all(InputStream stream) throws IOException {
        try (stream) {
            return stream.readAllBytes();
        }
    }

    private static InputStream in(byte[] bytes) {
        return new ByteArrayInputStream(bytes);
    }
}
