package io.snowgate.gateway.endpoint;

import io.snowgate.cluster.ClusterStatus;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether the cluster lets traffic come here. One that was told of has to have a leader; one that begins with the first
 * request only warns when it cannot.
 *
 * @param status read whenever somebody asks
 * @param isNeeded whether somebody told of it
 */
public record ClusterHealth(Supplier<ClusterStatus> status, boolean isNeeded) {

    /** Why there are no timestamps and sequences, in one line, or null when there are or nobody told of them. */
    @Nullable
    String obstacle(boolean withDetail) {
        return isNeeded ? obstacle(status.get(), withDetail) : null;
    }

    /** The same where nobody told of a cluster, and it cannot begin. */
    @Nullable
    String warning() {
        return isNeeded || status.get().phase() != ClusterStatus.Phase.REFUSED
                ? null
                : "there are no timestamps and sequences: the log of the operator says why";
    }

    /** Who leads, in the words of EpicEpoch, whose clients read them; null where nobody told of a cluster. */
    @Nullable
    String leadership() {
        if (!isNeeded) {
            return null;
        }
        ClusterStatus now = status.get();
        return "leader=" + (now.leader() == null ? "none" : now.leader().id()) + " nodeID="
                + (now.self() == null ? "none" : now.self()) + " raftAvailable="
                + (now.phase() == ClusterStatus.Phase.READY);
    }

    private static @Nullable String obstacle(ClusterStatus now, boolean withDetail) {
        String detail = withDetail && now.problem() != null ? "; " + now.problem() : "";
        return switch (now.phase()) {
            case READY -> null;
            case GATHERING -> "the cluster is coming together" + detail;
            case JOINING -> "this member has not been added to the cluster yet" + detail;
            case LEADERLESS -> "the cluster has no leader" + detail;
            case REFUSED -> "this gateway cannot take part in the cluster" + detail;
            case CLOSED -> "the server is being stopped";
        };
    }
}
