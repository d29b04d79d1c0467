package io.snowgate.gateway.source;

import io.snowgate.gateway.state.StateSource;
import io.snowgate.generator.EpochClock;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/** The kinds of source by the name they have in the configuration. */
public final class StateSources {

    private static final String DEMO = "demo";
    private static final String DEMO_FORMS = "demo or demo:SEED (a whole number)";
    private static final String FILE = "file:";
    private static final String FILE_FORM = "file:PATH";
    private static final String ALL_FORMS =
            String.join(" or ", DEMO_FORMS, FILE_FORM, RedisAddress.FORMS, MongoAddress.FORM, HttpAddress.FORM);
    private static final long DEFAULT_SEED = 1;

    private StateSources() {}

    /** What {@code spec} would have to be to name a source; empty when it does. Opens and asks nothing. */
    public static Optional<String> complaint(String spec) {
        try {
            of(spec, 1, EpochClock.system()).close();
            return Optional.empty();
        } catch (SpecFailure e) {
            return Optional.of(e.allowed());
        }
    }

    /**
     * The source named {@code spec}. Nothing is opened yet: a file or a server may come later.
     *
     * @param maxSizeBytes the longest document that is read
     * @param clock the time of the demo
     * @throws IllegalArgumentException when it names none; the message says which are allowed
     */
    public static StateSource of(String spec, int maxSizeBytes, EpochClock clock) {
        if (spec.equals(DEMO) || spec.startsWith(DEMO + ":")) {
            return new DemoSource(seed(spec), clock);
        }
        if (spec.startsWith(FILE)) {
            return new FileSource(path(spec), maxSizeBytes);
        }
        return remote(spec, maxSizeBytes);
    }

    private static StateSource remote(String spec, int maxSizeBytes) {
        String scheme = spec.replaceFirst("(?s):.*", "");
        if (RedisAddress.isMeant(scheme)) {
            return new RedisSource(RedisAddress.parse(spec), maxSizeBytes);
        }
        if (MongoAddress.isMeant(scheme)) {
            return new MongoSource(MongoAddress.parse(spec), maxSizeBytes);
        }
        if (HttpAddress.isMeant(scheme)) {
            return new HttpSource(HttpAddress.parse(spec), maxSizeBytes);
        }
        throw new SpecFailure(ALL_FORMS);
    }

    private static long seed(String spec) {
        try {
            return spec.equals(DEMO) ? DEFAULT_SEED : Long.parseLong(spec.substring(DEMO.length() + 1));
        } catch (NumberFormatException e) {
            throw new SpecFailure(DEMO_FORMS);
        }
    }

    private static Path path(String spec) {
        String path = spec.substring(FILE.length());
        try {
            if (!path.isBlank()) {
                return Path.of(path);
            }
        } catch (InvalidPathException e) {
            // said below
        }
        throw new SpecFailure(FILE_FORM);
    }
}
