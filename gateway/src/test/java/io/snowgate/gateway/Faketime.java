package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

/** A clock that is behind, for a whole process: libfaketime in its environment. */
final class Faketime {

    private static final Path USUAL = Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1");
    private static final String NAMED_BY = "FAKETIME_LIB";

    private final Path library;

    private Faketime(Path library) {
        this.library = library;
    }

    /** Where there is none the test that asks is left out, and fails where nothing may be. */
    static Faketime find() {
        Path library = Path.of(Objects.requireNonNullElse(System.getenv(NAMED_BY), USUAL.toString()));
        return Files.exists(library) ? new Faketime(library) : doWithout();
    }

    /**
     * The variables of a process whose clock is {@code seconds} behind. Its monotonic clock is left alone, and so is
     * pthread_cond_timedwait: when libfaketime mends that, the JVM hangs.
     */
    Map<String, String> behind(int seconds) {
        return Map.of(
                "LD_PRELOAD",
                library.toString(),
                "FAKETIME",
                "-" + seconds,
                "FAKETIME_DONT_FAKE_MONOTONIC",
                "1",
                "FAKETIME_FORCE_MONOTONIC_FIX",
                "0");
    }

    /**
     * The variables of a process whose clock is off by what stands in {@code file}, such as {@code -10} or {@code +3600},
     * read at each look at the clock; otherwise as {@link #behind}.
     */
    Map<String, String> toldBy(Path file) {
        return Map.of(
                "LD_PRELOAD",
                library.toString(),
                "FAKETIME_TIMESTAMP_FILE",
                file.toString(),
                "FAKETIME_NO_CACHE",
                "1",
                "FAKETIME_DONT_FAKE_MONOTONIC",
                "1",
                "FAKETIME_FORCE_MONOTONIC_FIX",
                "0");
    }

    private static Faketime doWithout() {
        String missing = "no libfaketime at " + USUAL + " or in " + NAMED_BY + " (apt install faketime):"
                + " tests of restarts with the clock set back are left out";
        if ("true".equals(System.getenv("CI"))) {
            return fail(missing);
        }
        System.out.println(missing);
        return abort(missing);
    }
}
