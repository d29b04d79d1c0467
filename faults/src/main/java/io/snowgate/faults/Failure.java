package io.snowgate.faults;

/** What goes wrong although the program is right; its message is for whoever runs it. */
final class Failure extends Exception {

    private static final long serialVersionUID = 1;

    Failure(String message) {
        super(message);
    }
}
