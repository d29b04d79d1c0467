package io.snowgate.generator;

/**
 * Wall-clock time as a dependency, so that a test can hold the hands of the clock.
 *
 * <p>Implementations are called by many threads at once, must not block and must not allocate. They may go backwards:
 * whoever asks is expected to cope.
 */
@FunctionalInterface
public interface EpochClock {

    /** Milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted. */
    long epochMillis();

    /** The clock of this machine, {@link System#currentTimeMillis()}: about 20 ns a reading on Linux. */
    static EpochClock system() {
        return System::currentTimeMillis;
    }
}
