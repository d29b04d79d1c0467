package io.snowgate.gateway.state;

import io.snowgate.gateway.wire.Coding;
import org.jspecify.annotations.Nullable;

/**
 * A body that the encoder has made.
 *
 * @param kind what it is
 * @param origin where a difference starts; null for the document
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, never compared
record Made(Kind kind, @Nullable Content origin, Coding coding, byte[] body) {

    enum Kind {
        DOCUMENT,
        /** The document with the origin as dictionary. */
        DELTA,
        /** What leads from the origin to the document. */
        PATCH
    }

    boolean isFrom(Content content) {
        return origin != null && origin.sameAs(content);
    }
}
