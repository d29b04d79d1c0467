package io.snowgate.gateway.state;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What is left out below one place of a document, by the next step of the pointers that lead there. Immutable. */
final class Omissions {

    private static final Omissions NONE = new Omissions();

    private final Map<String, Omissions> steps = new HashMap<>();

    private Omissions() {}

    /** @param paths of at least one step each */
    static Omissions of(List<List<String>> paths) {
        Omissions root = new Omissions();
        // The short ones last: what a longer one says of the inside of something that goes is moot.
        paths.stream().sorted((a, b) -> b.size() - a.size()).forEach(root::add);
        return root;
    }

    private void add(List<String> path) {
        Omissions at = this;
        for (String step : path.subList(0, path.size() - 1)) {
            at = at.steps.computeIfAbsent(step, key -> new Omissions());
        }
        at.steps.put(path.getLast(), NONE);
    }

    boolean isEmpty() {
        return steps.isEmpty();
    }

    /** Whether the child named {@code step} goes. */
    boolean ends(String step) {
        return steps.get(step) == NONE;
    }

    /** What is left out of that child. */
    Omissions below(String step) {
        return steps.getOrDefault(step, NONE);
    }
}
