package io.snowgate.faults;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How faults are inflicted.
 *
 * @param home the repository
 * @param rounds how often in a row; without, as often as each fault usually is
 * @param minutes how long at random
 * @param seed of what is left to chance
 * @param out where histories and the table go
 */
record Settings(Path home, Optional<Integer> rounds, int minutes, long seed, Path out) {

    void say(String what) {
        System.err.println("faults/run: " + what);
    }
}
