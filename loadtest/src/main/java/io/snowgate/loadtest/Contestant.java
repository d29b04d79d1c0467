package io.snowgate.loadtest;

import java.io.IOException;

/**
 * Who takes turns with others.
 *
 * @param turns how many of them; fewer than others where only an impression is wanted
 * @param seconds that an attempt takes, about
 * @param preparation before a turn, by oneself
 */
record Contestant(String name, int turns, double seconds, Preparation preparation, AmongOthers attempt) {

    /** What comes before a turn. */
    @FunctionalInterface
    interface Preparation {
        void prepare() throws IOException, InterruptedException, Failure;
    }

    /** One turn by oneself, to be repeated when the machine was busy. */
    @FunctionalInterface
    interface Attempt {
        Outcome take() throws IOException, InterruptedException, Failure;
    }

    /** The same, which others may take at the same time. */
    @FunctionalInterface
    interface AmongOthers {
        Outcome take(Alternation alternation) throws IOException, InterruptedException, Failure;
    }

    /** Who takes turns by itself only. */
    Contestant(String name, int turns, double seconds, Attempt attempt) {
        this(name, turns, seconds, () -> {}, alternation -> attempt.take());
    }

    double totalSeconds() {
        return turns * seconds;
    }
}
