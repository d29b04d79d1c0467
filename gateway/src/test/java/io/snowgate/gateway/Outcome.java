package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What came of one start in this process: the exit code, what was printed, and the configurations that would have run.
 */
record Outcome(int status, String out, String err, List<GatewayConfig> started) {

    static Outcome of(String... arguments) {
        return of(Map.of(), arguments);
    }

    static Outcome of(Map<String, String> environment, String... arguments) {
        List<GatewayConfig> started = new ArrayList<>();
        return of(started, started::add, environment, arguments);
    }

    static Outcome ofRunner(Main.Runner runner, String... arguments) {
        return of(List.of(), runner, Map.of(), arguments);
    }

    GatewayConfig config() {
        assertThat(err).isEmpty();
        return started.getFirst();
    }

    /** The refusal without its prefix, after checking that it was one line, nothing started and the code is 2. */
    String refusal() {
        assertThat(started).isEmpty();
        assertThat(out).isEmpty();
        assertThat(err).startsWith("snowgate: ").containsOnlyOnce("\n").endsWith("\n");
        assertThat(status).isEqualTo(2);
        return err.strip().substring("snowgate: ".length());
    }

    private static Outcome of(
            List<GatewayConfig> started, Main.Runner runner, Map<String, String> environment, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        try {
            int status = new Main(environment, print(out), print(err), runner).run(arguments);
            return new Outcome(
                    status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8), started);
        } catch (InterruptedException e) {
            return fail("interrupted", e);
        }
    }

    private static PrintStream print(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }
}
