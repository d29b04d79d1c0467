package io.snowgate.generator;

/** Refusals that name what was wrong, what is allowed, and what came instead. */
final class Ranges {

    private Ranges() {}

    /** @throws IllegalArgumentException unless {@code min <= value <= max}: {@code worker id must be 0..1023: 4096} */
    static void require(String name, long value, long min, long max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(name + " must be " + min + ".." + max + ": " + value);
        }
    }
}
