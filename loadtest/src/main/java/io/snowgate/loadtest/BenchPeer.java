package io.snowgate.loadtest;

import java.io.IOException;
import java.util.List;

/** A directory of {@code loadtest/peers} with {@code prepare} and {@code bench}: a library with a benchmark of its own. */
record BenchPeer(ScriptPeer scripts) implements Program {

    static final String SCRIPT = "bench";

    @Override
    public String name() {
        return scripts.name();
    }

    @Override
    public String prepare() throws IOException, InterruptedException, Failure {
        return scripts.prepare();
    }

    /** Prints a line as Go's benchmarks do. */
    List<String> command(int clients, int seconds) {
        return List.of(
                scripts.scripts().resolve(SCRIPT).toString(), Integer.toString(clients), Integer.toString(seconds));
    }
}
