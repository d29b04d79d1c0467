package io.snowgate.gateway;

/** A configuration that is refused at start. The message is one sentence for the operator: key, value, what is allowed. */
final class ConfigFailure extends Exception {

    private static final long serialVersionUID = 1;

    ConfigFailure(String message) {
        super(message);
    }
}
