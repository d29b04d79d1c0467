package io.snowgate.faults;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Programs of the system that are run to their end. */
final class Programs {

    private Programs() {}

    /** What it says; a failure when it does not end well. */
    static String run(String... command) throws IOException, InterruptedException, Failure {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (process.waitFor() != 0) {
            throw new Failure(String.join(" ", command) + ": " + said);
        }
        return said;
    }

    /** Whether it is there and ends well. */
    static boolean works(String... command) throws InterruptedException {
        try {
            run(command);
            return true;
        } catch (IOException | Failure missing) {
            return false;
        }
    }
}
