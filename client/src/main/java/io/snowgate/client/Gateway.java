package io.snowgate.client;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/** One gateway as the client has found it: where it is, and until when it is left alone. Belongs to {@link Gateways}. */
final class Gateway {

    /** Scheme, host and port. */
    final URI origin;

    /** In a row, since the last good answer. */
    int failures;

    /** By the monotonic clock. */
    long restsUntilNanos;

    /** What went wrong last, or null. */
    @Nullable
    String lastFailure;

    Gateway(URI origin, long nowNanos) {
        this.origin = origin;
        this.restsUntilNanos = nowNanos;
    }

    /** How long it is to be left alone, 0 or above. */
    long restNanos(long nowNanos) {
        return Math.max(0, restsUntilNanos - nowNanos);
    }

    @Override
    public String toString() {
        return lastFailure == null ? origin.toString() : origin + ": " + lastFailure;
    }
}
