package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Case 37: the conformance tests of <a href="https://github.com/summerwind/h2spec">h2spec</a>, where it is installed. */
class H2specIT {

    /** Of a path with an answer of some length, without which one of them is skipped. */
    @Test
    void passesAllOfH2specInStrictMode() throws IOException, InterruptedException {
        Path h2spec = h2spec();
        try (TestGateway gateway = TestGateway.start()) {
            Process process = new ProcessBuilder(
                            h2spec.toString(),
                            "--host=127.0.0.1",
                            "--port=" + gateway.port(),
                            "--path=/state",
                            "--tls",
                            "--insecure",
                            "--strict",
                            "--timeout=10")
                    .redirectErrorStream(true)
                    .start();
            String report = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(report).contains("146 tests, 146 passed, 0 skipped, 0 failed");
            assertThat(process.waitFor()).as(report).isZero();
        }
    }

    /** Skips where there is none, except in CI, which has to install it. */
    private static Path h2spec() {
        Optional<Path> found = find();
        if (found.isEmpty()) {
            String missing = "h2spec is not on the PATH: HTTP/2 conformance is not tested";
            assertThat(System.getenv("CI")).as(missing).isNotEqualTo("true");
            System.out.println(missing);
            abort(missing);
        }
        return found.orElseThrow();
    }

    private static Optional<Path> find() {
        String path = System.getenv("PATH");
        return Stream.of((path == null ? "" : path).split(Pattern.quote(File.pathSeparator)))
                .map(directory -> Path.of(directory, "h2spec"))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
