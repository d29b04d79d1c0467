package io.snowgate.gateway.state;

import io.netty.util.AsciiString;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Checked JSON and the tag that names it: the same bytes have the same tag, on every gateway and after every restart.
 * Nobody writes to the array.
 */
@SuppressWarnings("ArrayRecordComponent") // compared by tag, never by equals
record Content(byte[] bytes, AsciiString etag) {

    /** 128 bits, as {@code sha256sum} begins: no two documents will ever meet. */
    private static final int ETAG_BYTES = 16;

    static Content of(byte[] bytes) {
        return new Content(bytes, etag(bytes));
    }

    boolean sameAs(Content other) {
        return etag.equals(other.etag);
    }

    private static AsciiString etag(byte[] bytes) {
        String hex = HexFormat.of().formatHex(sha256().digest(bytes), 0, ETAG_BYTES);
        return new AsciiString('"' + hex + '"');
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
