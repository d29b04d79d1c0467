package io.snowgate.gateway.source;

/** A source that cannot be meant; the message says what it must be, and shows nothing of it. */
final class SpecFailure extends IllegalArgumentException {

    private static final long serialVersionUID = 1;

    SpecFailure(String allowed) {
        super(allowed);
    }

    /** What it must be. */
    String allowed() {
        return String.valueOf(getMessage());
    }
}
