package io.snowgate.gateway;

import io.snowgate.gateway.http.CorsPolicy;
import io.snowgate.gateway.source.StateSources;
import io.snowgate.gateway.state.NamedState;
import io.snowgate.gateway.state.Oracle;
import io.snowgate.gateway.state.StatePublisher;
import io.snowgate.generator.EpochClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** One running {@link StatePublisher} for each state. Started one after the other, closed all at the same time. */
final class StatePublishers implements AutoCloseable {

    private final List<NamedState> states = new ArrayList<>();

    /** Makes a publisher for each of {@code told}; none of them does anything yet. */
    StatePublishers(List<GatewayConfig.State> told, CorsPolicy cors, EpochClock clock) {
        for (GatewayConfig.State state : told) {
            states.add(new NamedState(state.options(), publisher(state, cors, clock)));
        }
    }

    private static StatePublisher publisher(GatewayConfig.State state, CorsPolicy cors, EpochClock clock) {
        return new StatePublisher(
                StateSources.of(state.source(), state.options().maxSizeBytes(), clock),
                state.options(),
                cors.common(),
                clock,
                System::nanoTime);
    }

    /** Before the start. */
    void stampBy(Oracle oracle) {
        states.forEach(state -> state.publisher().stampBy(oracle));
    }

    /** Codings wait until the gateway is {@code serving}. */
    void start(CompletionStage<?> serving) {
        states.forEach(state -> state.publisher().start(serving));
    }

    /** The default state first, then the others by name. */
    List<NamedState> all() {
        return List.copyOf(states);
    }

    /** A publisher whose source hangs takes its time to close; a thousand of them take no longer. */
    @Override
    public void close() {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            states.forEach(state -> threads.execute(state.publisher()::close));
        }
    }
}
