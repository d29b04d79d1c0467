package io.snowgate.generator;

/**
 * The position at which a {@link SnowflakeGenerator} stops for now: at or above it nothing is issued, and the refusal is
 * {@link SnowflakeGenerator#UNRESERVED}. Somebody else moves it ahead of use, a file ({@link ReservedWindow}) or a lease,
 * and nobody waits for that in between.
 *
 * <p>Asked once for every claim, by many threads: an acquire read, no more. May fall, for example to 0 when a lease has
 * run out ({@link LeasedBound}); a claim that has read the bound before it fell may still succeed.
 */
@FunctionalInterface
public interface Bound {

    /** The lowest position that may not be issued now. */
    long position();

    /** No bound but the clock's. */
    static Bound none() {
        return () -> Long.MAX_VALUE;
    }
}
