package io.snowgate.gateway.source;

import io.snowgate.gateway.state.StateSource;
import io.snowgate.generator.EpochClock;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The kinds of source by the name they have in the configuration. */
public final class StateSources {

    private static final String DEMO = "demo";
    private static final String FILE = "file:";
    private static final long DEFAULT_SEED = 1;

    private StateSources() {}

    /**
     * The source named {@code spec}: {@code demo}, {@code demo:SEED} or {@code file:PATH}. Nothing is opened yet: a file
     * may come later.
     *
     * @param maxSizeBytes the longest document that is read
     * @param clock the time of the demo
     * @throws IllegalArgumentException for any other name; the message says which are allowed
     */
    public static StateSource of(String spec, int maxSizeBytes, EpochClock clock) {
        if (spec.equals(DEMO)) {
            return new DemoSource(DEFAULT_SEED, clock);
        }
        if (spec.startsWith(DEMO + ":")) {
            return new DemoSource(seed(spec), clock);
        }
        if (spec.startsWith(FILE)) {
            return new FileSource(path(spec), maxSizeBytes);
        }
        throw refused(spec, null);
    }

    private static long seed(String spec) {
        try {
            return Long.parseLong(spec.substring(DEMO.length() + 1));
        } catch (NumberFormatException e) {
            throw refused(spec, e);
        }
    }

    private static Path path(String spec) {
        String path = spec.substring(FILE.length());
        if (path.isBlank()) {
            throw refused(spec, null);
        }
        try {
            return Path.of(path);
        } catch (InvalidPathException e) {
            throw refused(spec, e);
        }
    }

    private static IllegalArgumentException refused(String spec, @Nullable Exception cause) {
        return new IllegalArgumentException(
                "state must be demo, demo:SEED (a whole number) or file:PATH: " + spec, cause);
    }
}
