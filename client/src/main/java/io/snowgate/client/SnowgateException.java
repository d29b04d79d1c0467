package io.snowgate.client;

import org.jspecify.annotations.Nullable;

/**
 * No value could be had; {@link #reason} says why. Values may have been passed over, but none was given to anybody else
 * twice, so to ask again is always safe.
 *
 * <p>The blocking forms throw it, and the futures complete with it. Its cause is the last thing that went wrong, where
 * that was an exception.
 */
public final class SnowgateException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** Why there is no value. */
    public enum Reason {
        /** No gateway answered within the timeout, whatever was tried. It may do so later. */
        UNAVAILABLE,
        /** A gateway understood and refused; to ask the same again is of no use. */
        REFUSED,
        /** The client has been closed. */
        CLOSED,
        /** The thread was interrupted while it waited, and still is. */
        INTERRUPTED
    }

    /** Why. */
    private final Reason reason;

    /** The last status, or 0. */
    private final int status;

    SnowgateException(Reason reason, int status, @Nullable String message, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
        this.status = status;
    }

    SnowgateException(Reason reason, String message) {
        this(reason, 0, message, null);
    }

    /** The same, thrown where somebody waits for it. */
    SnowgateException here() {
        return new SnowgateException(reason, status, getMessage(), this);
    }

    /** Why there is no value. */
    public Reason reason() {
        return reason;
    }

    /** The HTTP status of the last answer, or 0 when there was none. */
    public int status() {
        return status;
    }
}
