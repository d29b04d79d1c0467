package io.snowgate.gateway.endpoint;

import io.snowgate.gateway.http.Drain;
import io.snowgate.gateway.state.NamedState;
import io.snowgate.gateway.state.StateStatus;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether traffic should come here: every state has a young enough document, IDs may be issued, the cluster that was
 * told of has a leader, and nobody stops the server.
 */
public final class Readiness {

    /** How many states are told of by name. */
    private static final int MOST_NAMED = 5;

    private final List<NamedState> states;
    private final IdStatus ids;
    private final ClusterHealth cluster;
    private final Drain drain;

    public Readiness(List<NamedState> states, IdStatus ids, ClusterHealth cluster, Drain drain) {
        this.states = List.copyOf(states);
        this.ids = ids;
        this.cluster = cluster;
        this.drain = drain;
    }

    /** Why not, in one line for anybody, or null when ready. */
    public @Nullable String obstacle() {
        return obstacle(false);
    }

    /** Why not, with what only the operator should see: what the sources fail with. */
    public @Nullable String obstacleInDetail() {
        return obstacle(true);
    }

    /** What should be known although traffic may come, in one line, or null. */
    public @Nullable String warning() {
        String ofIds = ids.warning();
        return ofIds != null ? ofIds : cluster.warning();
    }

    /** Who leads the cluster, in one line, or null where there is none to speak of. */
    public @Nullable String leadership() {
        return cluster.leadership();
    }

    private @Nullable String obstacle(boolean withFailures) {
        if (drain.hasBegun()) {
            return "the server is being stopped";
        }
        String noIds = ids.obstacle();
        if (noIds != null) {
            return noIds;
        }
        String noCluster = cluster.obstacle(withFailures);
        return noCluster != null ? noCluster : obstacleOfStates(withFailures);
    }

    private @Nullable String obstacleOfStates(boolean withFailures) {
        List<String> obstacles = new ArrayList<>();
        int more = 0;
        for (NamedState state : states) {
            StateStatus status = state.publisher().status();
            if (!status.ready() && obstacles.size() == MOST_NAMED) {
                more++;
            } else if (!status.ready()) {
                obstacles.add(obstacle(state, status) + (withFailures ? failure(status) : ""));
            }
        }
        if (more > 0) {
            obstacles.add("and " + more + " more states");
        }
        return obstacles.isEmpty() ? null : String.join("; ", obstacles);
    }

    private static String obstacle(NamedState state, StateStatus status) {
        String of = state.isDefault() ? "" : " of " + state.name();
        return status.published()
                ? "the state document" + of + " is " + status.ageMillis() / 1_000 + " s old"
                : "there is no state document" + of + " yet";
    }

    private static String failure(StateStatus status) {
        return status.failure() == null ? "" : "; " + status.failure();
    }
}
