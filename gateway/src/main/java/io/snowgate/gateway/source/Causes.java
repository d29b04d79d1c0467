package io.snowgate.gateway.source;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What to tell of a driver's exception: its last cause, in one line, is the one that says what happened. */
final class Causes {

    private static final int MAX_CHARS = 200;
    private static final int MAX_DEPTH = 20;

    /** What Netty's native transports put before the kernel's words. */
    private static final Pattern NATIVE_CALL = Pattern.compile("^\\w+\\(\\.\\.\\) failed with error\\(-?[0-9]+\\): ");

    private Causes() {}

    static boolean isInterrupt(Throwable thrown) {
        boolean found = false;
        @Nullable Throwable at = thrown;
        for (int depth = 0; at != null && !found && depth < MAX_DEPTH; depth++) {
            found = at instanceof InterruptedException;
            at = at.getCause();
        }
        return found;
    }

    static String deepest(Throwable thrown) {
        Throwable deepest = thrown;
        for (int depth = 0; deepest.getCause() != null && depth < MAX_DEPTH; depth++) {
            deepest = deepest.getCause();
        }
        String message = deepest.getMessage() == null ? deepest.getClass().getSimpleName() : deepest.getMessage();
        String line = NATIVE_CALL.matcher(message.replaceAll("\\s+", " ")).replaceFirst("");
        return line.length() <= MAX_CHARS ? line : line.substring(0, MAX_CHARS) + "...";
    }
}
