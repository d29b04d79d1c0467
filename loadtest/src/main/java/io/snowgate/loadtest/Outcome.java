package io.snowgate.loadtest;

/**
 * A turn, and what it was taken under.
 *
 * @param use of the CPUs, by the rest of the machine too
 * @param cipher that was negotiated; empty when there was none, or nobody said
 */
record Outcome(Turn turn, CpuUse use, String cipher) {

    Outcome(Turn turn, CpuUse use) {
        this(turn, use, "");
    }
}
