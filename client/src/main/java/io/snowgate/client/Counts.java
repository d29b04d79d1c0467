package io.snowgate.client;

/** Refuses counts that no gateway would take. */
final class Counts {

    private Counts() {}

    static void require(int count, int most) {
        if (count < 1 || count > most) {
            throw new IllegalArgumentException("count must be 1.." + most + ": " + count);
        }
    }
}
