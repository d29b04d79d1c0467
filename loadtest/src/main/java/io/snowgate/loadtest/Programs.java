package io.snowgate.loadtest;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Programs that are expected on PATH, or where the environment says. */
final class Programs {

    private Programs() {}

    /** The one that the variable names, or else what PATH has by that name. */
    static String named(String variable, String program) {
        String named = System.getenv().getOrDefault(variable, "");
        return named.isBlank() ? program : named;
    }

    /** The first line that the command prints. */
    static String version(String program, String advice, String... command)
            throws IOException, InterruptedException, Failure {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            process.waitFor();
            return said.lines().findFirst().orElse(program).strip();
        } catch (IOException missing) {
            throw new Failure(program + " is missing: " + advice);
        }
    }
}
