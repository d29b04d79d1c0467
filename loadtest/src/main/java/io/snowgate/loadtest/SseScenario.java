package io.snowgate.loadtest;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What {@code loadtest/sse} prints, with less time than it takes by itself. Gateway and subscribers share all cores there,
 * and so they do here, instead of the one that this process keeps to and hands down.
 */
final class SseScenario implements Scenario {

    private static final String NAME = "sse";
    private static final int SECONDS = 20;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "1,000 streams, 100 of them not read: how long a change takes to all others (loadtest/sse)";
    }

    @Override
    public List<Measured> run(Lab lab) throws IOException, InterruptedException, Failure {
        Measured measured = new Measured(NAME, Setting.https(1, 1_000));
        lab.progress().show(NAME + ": " + SECONDS + " changes, a second each");
        Process sse = Children.started(new ProcessBuilder(
                        "taskset",
                        "-c",
                        lab.allCores(),
                        lab.home().resolve("loadtest/sse").toString(),
                        "--seconds",
                        Integer.toString(SECONDS))
                .redirectErrorStream(true)
                .start());
        try (BufferedReader lines = sse.inputReader(StandardCharsets.UTF_8)) {
            lines.lines().forEach(measured::note);
        }
        if (sse.waitFor() != 0) {
            measured.note("not as it should be: status " + sse.exitValue());
        }
        return List.of(measured);
    }
}
