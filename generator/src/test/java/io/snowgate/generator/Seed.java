package io.snowgate.generator;

import java.util.SplittableRandom;

/** One seed per run, another one each time; {@code -Dseed=…} repeats a run that failed and named it. */
final class Seed {

    static final long VALUE = Long.getLong("seed", System.nanoTime());

    private Seed() {}

    static SplittableRandom random() {
        return new SplittableRandom(VALUE);
    }

    /** What every assertion over random values says of itself when it fails. */
    static String named() {
        return "-Dseed=" + VALUE;
    }
}
