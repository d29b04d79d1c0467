package io.snowgate.generator;

/**
 * Where the sequence begins in a tick that has no ID yet.
 *
 * <p>At low rates nearly every ID is the first one of its tick. With {@link #ZERO} they are all even, multiples of 4,096
 * in Twitter's layout, and whoever shards by ID finds everything in one shard. The others begin somewhere in the lower
 * half of the sequence, so that IDs spread over the remainders of any small number.
 *
 * <p>Order and uniqueness stay as they are: the floor of a claim is higher, and the counter passes over what lies below.
 * That costs capacity, of which there is plenty at low rates, and none where there is not:
 *
 * <pre>
 *   the tick before was used up to its last half: begin at 0, nothing is lost
 *   ─────────────┬───────────┬──┬────────────────
 *                │▒▒▒▒▒▒▒▒▒▒▒▒▒▒│▒▒▒
 *   otherwise: begin at an offset, at most half of the tick is passed over
 *   ─────────────┬──────────────┬────────────────
 *                │▒▒▒           │     ▒▒▒
 * </pre>
 *
 * <p>A run of many IDs lowers the offset until it fits.
 */
public enum SequenceStart {

    /** At 0, as Twitter does: all of the tick can be used. */
    ZERO,

    /**
     * Anywhere, by a hash of the tick and a seed of the generator. Every thread finds the same offset, and nothing has to
     * be remembered.
     */
    RANDOM,

    /**
     * One after the last ID of the tick before: remainders of powers of two take turns, exactly evenly. IDs drawn to the
     * beat of the clock can still fall on few remainders of an odd number; then take {@link #RANDOM}.
     */
    ROLLING;

    /**
     * How far above {@code first} a tick begins.
     *
     * @param first the first position of the tick
     * @param next the lowest free position of the counter
     * @param half half as many positions as the tick has; a power of two, or 0
     */
    long offset(long first, long next, long half, long seed) {
        if (this == ZERO || half == 0 || next > first - half) {
            return 0;
        }
        return (this == ROLLING ? next : hash(first ^ seed)) & (half - 1);
    }

    /** The finalizer of SplittableRandom: every bit of the input changes every bit of the output. */
    private static long hash(long value) {
        long mixed = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return mixed ^ (mixed >>> 31);
    }
}
