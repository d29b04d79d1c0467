package io.snowgate.cluster;

/** What asking for a worker id ends in: a lease, or why there is none. */
public sealed interface LeaseResult permits WorkerLease, Refusal {}
