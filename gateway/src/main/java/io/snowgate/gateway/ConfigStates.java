package io.snowgate.gateway;

import io.snowgate.gateway.GatewayConfig.State;
import io.snowgate.gateway.source.StateSources;
import io.snowgate.gateway.state.StateOptions;
import io.snowgate.gateway.state.StateOptions.Delta;
import io.snowgate.gateway.state.Transform;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What each state was told, the one at {@code /state} first, then the named ones in the order of their names. */
final class ConfigStates {

    private final ConfigReader reader;

    /** What happens to a stale document. */
    private enum WhenStale {
        SERVE,
        REFUSE
    }

    ConfigStates(ConfigReader reader) {
        this.reader = reader;
    }

    List<State> states() throws ConfigFailure {
        List<State> states = new ArrayList<>();
        states.add(state(StateOptions.DEFAULT_NAME, "state."));
        for (String name : reader.rooms("states")) {
            states.add(state(name, "states." + name + "."));
        }
        return List.copyOf(states);
    }

    private State state(String name, String room) throws ConfigFailure {
        return new State(
                source(room),
                new StateOptions(
                        name,
                        refresh(room),
                        staleAfter(room),
                        reader.choice(room + "when-stale", WhenStale.class) == WhenStale.REFUSE,
                        reader.bytes(room + "max-size", "1KiB", "256MiB"),
                        reader.choice(room + "delta", Delta.class),
                        reader.integer(room + "versions", 1, 1_000),
                        select(room),
                        omit(room),
                        reader.truth(room + "minify")));
    }

    private String source(String room) throws ConfigFailure {
        String key = room + "source";
        String source = reader.text(key);
        Optional<String> allowed = StateSources.complaint(source);
        return reader.require(key, allowed.isEmpty(), source, allowed.orElse(""));
    }

    private Duration refresh(String room) throws ConfigFailure {
        Duration refresh = reader.duration(room + "refresh", "100ms", "1h");
        String limiting = room + "stale-after";
        String limit = "at most snowgate." + limiting + " (" + reader.text(limiting) + ", from "
                + reader.place(limiting) + ")";
        return reader.require(room + "refresh", refresh.compareTo(staleAfter(room)) <= 0, refresh, limit);
    }

    private Duration staleAfter(String room) throws ConfigFailure {
        return reader.duration(room + "stale-after", "100ms", "24h");
    }

    private String select(String room) throws ConfigFailure {
        String pointer = reader.text(room + "select");
        Optional<String> allowed = Transform.selectComplaint(pointer);
        return reader.require(room + "select", allowed.isEmpty(), pointer, allowed.orElse(""));
    }

    private List<String> omit(String room) throws ConfigFailure {
        List<String> pointers = List.copyOf(reader.list(room + "omit"));
        Optional<String> allowed = pointers.stream()
                .map(Transform::omitComplaint)
                .flatMap(Optional::stream)
                .findFirst();
        return reader.require(room + "omit", allowed.isEmpty(), pointers, allowed.orElse(""));
    }
}
