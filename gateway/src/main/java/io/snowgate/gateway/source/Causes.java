package io.snowgate.gateway.source;

/** What to tell of a driver's exception: its last cause, in one line, is the one that says what happened. */
final class Causes {

    private static final int MAX_CHARS = 200;

    private Causes() {}

    static String deepest(Throwable thrown) {
        Throwable deepest = thrown;
        for (int depth = 0; deepest.getCause() != null && depth < 20; depth++) {
            deepest = deepest.getCause();
        }
        String message = deepest.getMessage() == null ? deepest.getClass().getSimpleName() : deepest.getMessage();
        String line = message.replaceAll("\\s+", " ");
        return line.length() <= MAX_CHARS ? line : line.substring(0, MAX_CHARS) + "...";
    }
}
