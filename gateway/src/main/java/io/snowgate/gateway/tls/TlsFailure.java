package io.snowgate.gateway.tls;

/**
 * Why TLS cannot be served: one plain line that names what is wrong and what is allowed, fit to be shown as it is. No
 * cause and no stack trace: it is the operator's to mend, not ours.
 */
public final class TlsFailure extends Exception {

    private static final long serialVersionUID = 1;

    private final String message;

    TlsFailure(String message) {
        super(message, null, false, false);
        this.message = message;
    }

    /** The line. */
    @Override
    public String getMessage() {
        return message;
    }
}
