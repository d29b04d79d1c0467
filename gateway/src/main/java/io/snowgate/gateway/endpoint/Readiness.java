package io.snowgate.gateway.endpoint;

import io.snowgate.gateway.http.Drain;
import io.snowgate.gateway.state.StatePublisher;
import io.snowgate.gateway.state.StateStatus;
import io.snowgate.generator.SnowflakeGenerator;
import org.jspecify.annotations.Nullable;

/** Whether traffic should come here: there is a young enough document, IDs may be issued, and nobody stops the server. */
public final class Readiness {

    private final StatePublisher publisher;
    private final SnowflakeGenerator generator;
    private final Drain drain;

    public Readiness(StatePublisher publisher, SnowflakeGenerator generator, Drain drain) {
        this.publisher = publisher;
        this.generator = generator;
        this.drain = drain;
    }

    /** Why not, in one line for anybody, or null when ready. */
    public @Nullable String obstacle() {
        if (drain.hasBegun()) {
            return "the server is being stopped";
        }
        if (!generator.mayIssue()) {
            return "the clock does not allow IDs to be issued";
        }
        StateStatus state = publisher.status();
        if (!state.published()) {
            return "there is no state document yet";
        }
        return state.stale() ? "the state document is " + state.ageMillis() / 1_000 + " s old" : null;
    }

    /** Why not, with what only the operator should see: what the source fails with. */
    public @Nullable String obstacleInDetail() {
        String obstacle = obstacle();
        String failure = publisher.status().failure();
        return obstacle == null || failure == null ? obstacle : obstacle + "; " + failure;
    }
}
