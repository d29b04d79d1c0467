package io.snowgate.loadtest;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * What came of one setting of one scenario: the turns of each contestant, the first of each taken next to one another,
 * and so on. Confined to one thread.
 *
 * @param ciphers that were negotiated, as far as the client said
 * @param notes what has to be said beside the figures, such as why a contestant has none
 */
record Measured(
        String scenario,
        Setting setting,
        Map<String, List<Turn>> turns,
        Map<String, String> ciphers,
        List<String> notes) {

    private static final String NOT_COMPARED = "not compared: ";

    Measured(String scenario, Setting setting) {
        this(scenario, setting, new LinkedHashMap<>(), new LinkedHashMap<>(), new ArrayList<>());
    }

    /** Makes room, so that the order is that of the contestants. */
    void enter(String contestant) {
        turns.computeIfAbsent(contestant, name -> new ArrayList<>());
    }

    void add(String contestant, Turn turn) {
        enter(contestant);
        of(contestant).add(turn);
    }

    void cipher(String contestant, String cipher) {
        ciphers.put(contestant, cipher);
    }

    void note(String text) {
        if (!notes.contains(text)) {
            notes.add(text);
        }
    }

    /** Half a comparison is none. */
    void notCompared(String reason) {
        turns.clear();
        note(NOT_COMPARED + reason);
    }

    Set<String> contestants() {
        return turns.keySet();
    }

    List<Turn> of(String contestant) {
        return turns.getOrDefault(contestant, List.of());
    }

    /** Whether Snowgate has figures, unless there were to be none. */
    boolean isWhole() {
        return turns.isEmpty()
                ? notes.stream().noneMatch(note -> note.startsWith(NOT_COMPARED))
                : !of(Peer.SNOWGATE).isEmpty();
    }

    boolean has(Metric metric) {
        return turns.values().stream()
                .flatMap(List::stream)
                .anyMatch(turn -> turn.get(metric).isPresent());
    }

    OptionalDouble median(String contestant, Metric metric) {
        List<Double> values = new ArrayList<>();
        of(contestant).forEach(turn -> turn.get(metric).ifPresent(values::add));
        return Median.of(values);
    }

    /** The median of what one showed divided by what the other did in the same turn. */
    OptionalDouble ratio(String one, String other, Metric metric) {
        List<Double> ratios = new ArrayList<>();
        int both = Math.min(of(one).size(), of(other).size());
        for (int i = 0; i < both; i++) {
            OptionalDouble above = of(one).get(i).get(metric);
            OptionalDouble below = of(other).get(i).get(metric);
            if (above.isPresent() && below.isPresent() && below.getAsDouble() > 0) {
                ratios.add(above.getAsDouble() / below.getAsDouble());
            }
        }
        return Median.of(ratios);
    }
}
