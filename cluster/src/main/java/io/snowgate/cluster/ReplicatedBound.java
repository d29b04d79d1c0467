package io.snowgate.cluster;

import java.util.List;

/**
 * What the log has decided, as the agents see it: written whole after each entry that matters, by the thread that
 * applies, and read by any.
 *
 * @param bound of timestamps: nothing at or above it was handed out
 * @param term in which it was last raised
 * @param leaseNanos for how long anybody may answer on the strength of that, or of what came before
 * @param leases the worker ids that are held
 */
record ReplicatedBound(long bound, long term, long leaseNanos, List<AllocatorState.Lease> leases) {

    static final ReplicatedBound NONE = new ReplicatedBound(0, 0, 0, List.of());
}
