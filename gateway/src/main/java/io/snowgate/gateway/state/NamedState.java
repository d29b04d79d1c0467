package io.snowgate.gateway.state;

import java.util.List;

/**
 * A state under the name that clients know it by.
 *
 * @param options what it was told, its name among it
 * @param publisher keeps its newest document
 */
public record NamedState(StateOptions options, StatePublisher publisher) {

    /** Where the default state is served. */
    public static final String ROOT = "/state";

    public String name() {
        return options.name();
    }

    public boolean isDefault() {
        return name().equals(StateOptions.DEFAULT_NAME);
    }

    /** Where it is served: {@code /state} or {@code /state/NAME}. */
    public String path() {
        return options.path();
    }

    /** Everywhere it is served: the default state is there by its name too. */
    public List<String> paths() {
        return isDefault() ? List.of(ROOT, ROOT + "/" + name()) : List.of(path());
    }
}
