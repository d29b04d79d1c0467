package io.snowgate.gateway.endpoint;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.snowgate.gateway.state.Representation;
import io.snowgate.gateway.wire.Coding;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what one state was answered with, so that an operator sees what coding saves: how many answers and how many
 * octets of body, by coding; patches and {@code 304} apart from them. Two striped additions an answer.
 */
final class StateTraffic {

    private static final String NOT_MODIFIED = "not-modified";
    private static final String PATCH = "patch";

    private final Map<Coding, Count> byCoding = new EnumMap<>(Coding.class);
    private final Count patches;
    private final Count notModified;

    /** Answers and the octets of their bodies. */
    private record Count(LongAdder answers, LongAdder octets) {

        void add(int bodyBytes) {
            answers.increment();
            octets.add(bodyBytes);
        }
    }

    StateTraffic(String state, MeterRegistry registry) {
        for (Coding coding : Coding.values()) {
            byCoding.put(coding, count(state, coding.token().toString(), registry));
        }
        patches = count(state, PATCH, registry);
        notModified = count(state, NOT_MODIFIED, registry);
    }

    void document(Representation sent) {
        Objects.requireNonNull(byCoding.get(sent.coding())).add(sent.bodyBytes());
    }

    void patch(Representation sent) {
        patches.add(sent.bodyBytes());
    }

    void notModified() {
        notModified.add(0);
    }

    private static Count count(String state, String coding, MeterRegistry registry) {
        Count count = new Count(new LongAdder(), new LongAdder());
        counter(
                "snowgate.state.responses",
                "Answers with the state, by coding",
                count.answers(),
                state,
                coding,
                registry);
        counter(
                "snowgate.state.response.bytes",
                "Octets of body of the answers with the state, by coding",
                count.octets(),
                state,
                coding,
                registry);
        return count;
    }

    private static void counter(
            String name, String description, LongAdder sum, String state, String coding, MeterRegistry registry) {
        FunctionCounter.builder(name, sum, LongAdder::sum)
                .description(description)
                .tag("state", state)
                .tag("coding", coding)
                .register(registry);
    }
}
