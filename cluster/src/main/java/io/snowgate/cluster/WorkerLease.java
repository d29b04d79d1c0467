package io.snowgate.cluster;

import io.snowgate.generator.Bound;
import java.time.Instant;

/**
 * A worker id that this gateway alone may use, for as long as it keeps the lease: the {@link Bound} of a generator falls
 * to 0 when the lease was not renewed in time, by this process's own monotonic clock, before anybody else can get the
 * worker id.
 *
 * <p>Start the generator at {@link #firstPosition}: what the holder before may have issued lies below. Where the clock
 * stands behind that, nothing is issued until it has caught up.
 *
 * <p>Renewed by a thread of the cluster. A lease that has lapsed comes back when nobody took the worker id meanwhile;
 * one that {@linkplain #isLost is lost} does not, and another has to be asked for, with another generator.
 */
public non-sealed interface WorkerLease extends LeaseResult, Bound, AutoCloseable {

    /** Whose IDs these are. */
    int workerId();

    /** Rises with every lease that the cluster grants: who comes with a lower one is late. */
    long epoch();

    /** What holders before this one may have issued lies below, in positions of the layout that was asked for. */
    long firstPosition();

    /** When the time of {@link #firstPosition} begins. */
    Instant firstInstant();

    /** Whether the worker id is somebody else's, or free, for good. */
    boolean isLost();

    /** How long the lease holds if it is not renewed again, in nanoseconds; negative when it has lapsed. */
    long remainingNanos();

    /**
     * Gives the worker id back, so that the next one need not wait for the end of the lease. Waits for the answer, but
     * not long.
     *
     * @param nextPosition what {@code SnowflakeGenerator.close} has returned: nothing at or above was or will be issued
     */
    void release(long nextPosition);

    /** Stops renewing and tells nobody: the worker id is free when the lease has run out. */
    @Override
    void close();
}
