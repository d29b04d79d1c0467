package io.snowgate.cluster;

/**
 * An expected failure, as a value.
 *
 * @param message for whoever asked: what was wrong, the value, what is allowed
 */
public record Refusal(Reason reason, String message) implements SequenceResult, LeaseResult {

    /** The kinds, by what the one who asked can do. */
    public enum Reason {
        /** There is no leader just now, or not enough members are there. Passes; ask again. */
        UNAVAILABLE(true),
        /** Who was asked does not lead. Passes; ask again. */
        NOT_LEADER(true),
        /** No answer came in time. The request may have been carried out: a range may be lost, none is given twice. */
        TIMEOUT(true),
        /** The cluster is still coming together. Passes. */
        NOT_READY(true),
        /** What was asked for is not allowed by its form: a name, a count. */
        MALFORMED(false),
        /** No sequence has this name. */
        UNKNOWN_SEQUENCE(false),
        /** There are as many sequences as are allowed. */
        TOO_MANY_SEQUENCES(false),
        /** The sequence has no such run left below 2^63 - 1. */
        SEQUENCE_EXHAUSTED(false),
        /** The idempotency key was used before, for another count. */
        KEY_REUSED(false),
        /** A sequence is only reset forward. */
        NOT_FORWARD(false),
        /** Every worker id is leased. Passes when a lease ends. */
        ALL_WORKERS_LEASED(true),
        /** The lease has ended, and may be somebody else's. */
        LEASE_LOST(false),
        /** Another command came first: a term, a generation or a value is not the expected one. */
        OUTDATED(true),
        /** The cluster has been closed here. */
        CLOSED(false);

        private final boolean passes;

        Reason(boolean passes) {
            this.passes = passes;
        }

        /** Whether the same request may succeed later. */
        public boolean passes() {
            return passes;
        }
    }
}
