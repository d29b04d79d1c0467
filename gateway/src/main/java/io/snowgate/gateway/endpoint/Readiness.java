package io.snowgate.gateway.endpoint;

import io.snowgate.gateway.http.Drain;
import io.snowgate.gateway.state.StatePublisher;
import io.snowgate.gateway.state.StateStatus;
import org.jspecify.annotations.Nullable;

/** Whether traffic should come here: there is a young enough document, IDs may be issued, and nobody stops the server. */
public final class Readiness {

    private final StatePublisher publisher;
    private final IdStatus ids;
    private final Drain drain;

    public Readiness(StatePublisher publisher, IdStatus ids, Drain drain) {
        this.publisher = publisher;
        this.ids = ids;
        this.drain = drain;
    }

    /** Why not, in one line for anybody, or null when ready. */
    public @Nullable String obstacle() {
        if (drain.hasBegun()) {
            return "the server is being stopped";
        }
        String noIds = ids.obstacle();
        if (noIds != null) {
            return noIds;
        }
        StateStatus state = publisher.status();
        if (!state.published()) {
            return "there is no state document yet";
        }
        return state.stale() ? "the state document is " + state.ageMillis() / 1_000 + " s old" : null;
    }

    /** What should be known although traffic may come, in one line, or null. */
    public @Nullable String warning() {
        return ids.warning();
    }

    /** Why not, with what only the operator should see: what the source fails with. */
    public @Nullable String obstacleInDetail() {
        String obstacle = obstacle();
        String failure = publisher.status().failure();
        return obstacle == null || failure == null ? obstacle : obstacle + "; " + failure;
    }
}
