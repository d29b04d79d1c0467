package io.snowgate.gateway.state;

import io.netty.util.AsciiString;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;

/**
 * Checked JSON and the hash that names it: the same bytes have the same tag, on every gateway and after every restart.
 * Nobody writes to the arrays.
 */
@SuppressWarnings("ArrayRecordComponent") // compared by tag, never by equals
record Content(byte[] bytes, byte[] sha256, AsciiString etag) {

    /** 128 bits, as {@code sha256sum} begins: no two documents will ever meet. */
    private static final int ETAG_BYTES = 16;

    /** How many characters of a tag name the content, behind the first quote. */
    static final int TAG_CHARS = 2 * ETAG_BYTES;

    /** Enough to tell apart the versions that one document is a difference to. */
    private static final int SHORT_BYTES = 4;

    static Content of(byte[] bytes) {
        byte[] sha256 = hasher().digest(bytes);
        return new Content(bytes, sha256, new AsciiString('"' + hex(sha256, ETAG_BYTES) + '"'));
    }

    boolean sameAs(Content other) {
        return etag.equals(other.etag);
    }

    int sizeBytes() {
        return bytes.length;
    }

    /** The tag of something made from this: {@code "…-suffix"}. */
    AsciiString tag(CharSequence suffix) {
        return new AsciiString(etag.subSequence(0, 1 + TAG_CHARS) + "-" + suffix + '"');
    }

    /** A few digits of the hash. */
    String shortHash() {
        return hex(sha256, SHORT_BYTES);
    }

    /** How a client names this as its dictionary: the hash as a byte sequence of RFC 9651. */
    AsciiString availableDictionary() {
        return new AsciiString(":" + Base64.getEncoder().encodeToString(sha256) + ":");
    }

    private static String hex(byte[] hash, int length) {
        return HexFormat.of().formatHex(hash, 0, length);
    }

    private static MessageDigest hasher() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
