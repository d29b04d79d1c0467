package io.snowgate.loadtest;

import java.io.PrintStream;
import java.util.Locale;

/** What is being measured, and how long it will go on: one line on stderr that changes in place on a terminal. */
final class Progress {

    private static final int SECONDS_PER_MINUTE = 60;

    private final PrintStream err;
    private final boolean inPlace;
    private double secondsLeft;

    Progress(PrintStream err, boolean inPlace) {
        this.err = err;
        this.inPlace = inPlace;
    }

    void plan(double seconds) {
        secondsLeft += seconds;
    }

    void done(double seconds) {
        secondsLeft = Math.max(0, secondsLeft - seconds);
    }

    void show(String what) {
        String line = what + (secondsLeft > 0 ? " (" + left() + " left)" : "");
        err.print(inPlace ? "\r\033[K" + line : line + System.lineSeparator());
        err.flush();
    }

    /** A line that stays. */
    void say(String line) {
        err.println((inPlace ? "\r\033[K" : "") + line);
    }

    /** Before something is printed on stdout, which may be the same terminal. */
    void clear() {
        if (inPlace) {
            err.print("\r\033[K");
            err.flush();
        }
    }

    private String left() {
        return secondsLeft < SECONDS_PER_MINUTE
                ? String.format(Locale.ROOT, "%.0f s", secondsLeft)
                : String.format(Locale.ROOT, "%.0f min", Math.ceil(secondsLeft / SECONDS_PER_MINUTE));
    }
}
