package io.snowgate.loadtest;

import java.io.IOException;

/**
 * Who takes turns with others.
 *
 * @param turns how many of them; fewer than others where only an impression is wanted
 * @param seconds that an attempt takes, about
 */
record Contestant(String name, int turns, double seconds, Attempt attempt) {

    /** One turn, to be repeated when the machine was busy. */
    @FunctionalInterface
    interface Attempt {
        Outcome take() throws IOException, InterruptedException, Failure;
    }

    double totalSeconds() {
        return turns * seconds;
    }
}
