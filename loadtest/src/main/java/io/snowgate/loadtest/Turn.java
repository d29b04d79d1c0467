package io.snowgate.loadtest;

import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;

/** What one contestant showed in one turn. Immutable. */
record Turn(Map<Metric, Double> figures) {

    Turn {
        figures = Map.copyOf(figures);
    }

    OptionalDouble get(Metric metric) {
        Double value = figures.get(metric);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /** In the order of columns. */
    Map<Metric, Double> inOrder() {
        Map<Metric, Double> ordered = new EnumMap<>(Metric.class);
        ordered.putAll(figures);
        return ordered;
    }
}
