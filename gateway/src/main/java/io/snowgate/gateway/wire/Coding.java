package io.snowgate.gateway.wire;

import io.netty.util.AsciiString;
import java.util.Locale;

/**
 * How the octets of a body are made from a document: the content codings of
 * <a href="https://www.rfc-editor.org/rfc/rfc9110#section-8.4.1">RFC 9110, 8.4.1</a> that are spoken here.
 */
@SuppressWarnings("ImmutableEnumChecker") // AsciiString is immutable without saying so
public enum Coding {
    IDENTITY,
    GZIP,
    BR,
    ZSTD,
    /** Brotli with a dictionary that the client has (RFC 9842, 4). */
    DCB,
    /** Zstandard with a dictionary that the client has (RFC 9842, 5). */
    DCZ;

    private final AsciiString token = AsciiString.cached(name().toLowerCase(Locale.ROOT));

    /** Its name in {@code accept-encoding} and {@code content-encoding}. */
    public AsciiString token() {
        return token;
    }

    /** Whether only a client that has the right dictionary can read it. */
    public boolean needsDictionary() {
        return this == DCB || this == DCZ;
    }
}
