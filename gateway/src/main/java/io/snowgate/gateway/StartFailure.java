package io.snowgate.gateway;

/** A gateway that cannot start although its configuration is valid: a port in use, a key that cannot be read. */
final class StartFailure extends Exception {

    private static final long serialVersionUID = 1;

    StartFailure(String message) {
        super(message);
    }

    StartFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
