package io.snowgate.client;

/** An answer that says 200 and is not what was asked for; as good as none. */
final class MalformedAnswerException extends Exception {

    private static final long serialVersionUID = 1;

    MalformedAnswerException(String message) {
        super(message);
    }
}
