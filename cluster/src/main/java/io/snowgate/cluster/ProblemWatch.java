package io.snowgate.cluster;

import org.jspecify.annotations.Nullable;

/**
 * Decides when what keeps a member from being ready is worth a line in the log: once, and only when it lasts. A refusal,
 * which no waiting ends, is so at once. One thread.
 */
final class ProblemWatch {

    /** What members wait for in any start is over by then. */
    static final long PASSING_NANOS = 3_000_000_000L;

    private ClusterStatus.@Nullable Phase phase;
    private boolean isProblem;
    private boolean isSaid;
    private long sinceNanos;

    /** Whether to say it now. */
    boolean isDue(ClusterStatus.Phase newPhase, @Nullable String problem, long nowNanos) {
        if (newPhase != phase || !isProblem) {
            sinceNanos = nowNanos;
            isSaid = false;
        }
        phase = newPhase;
        isProblem = problem != null;
        boolean isLasting = newPhase == ClusterStatus.Phase.REFUSED || nowNanos - sinceNanos >= PASSING_NANOS;
        boolean isDue = isProblem && isLasting && !isSaid;
        isSaid |= isDue;
        return isDue;
    }
}
