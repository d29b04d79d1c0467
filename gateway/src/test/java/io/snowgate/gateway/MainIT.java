package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The packaged jar as a process of its own. */
class MainIT {

    private static final Path JAR = Path.of("target", "snowgate.jar").toAbsolutePath();
    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --no-such-option      | snowgate: unknown option --no-such-option: `snowgate --help` lists what there is
            --port 99999          | snowgate: snowgate.port must be 0..65535: 99999 (from --port)
            --worker-id 4096      | snowgate: worker id must be auto or 0..1023: 4096 (from --worker-id)
            --set stat.refresh=1s | snowgate: unknown key snowgate.stat.refresh (from --set): did you mean snowgate.state.refresh?
            --config nowhere.conf | snowgate: cannot read nowhere.conf: there is no such file (from --config)
            """)
    void refusesWithOneLineAndTwo(String arguments, String line) throws Exception {
        Ended ended = run(arguments.split(" ", -1));

        assertThat(ended.err()).isEqualTo(line + System.lineSeparator());
        assertThat(ended.out()).isEmpty();
        assertThat(ended.status()).isEqualTo(2);
    }

    @Test
    void printsTheConfigurationAndNothingElse() throws Exception {
        Ended ended = run("config", "--port", "1");

        assertThat(ended.out()).startsWith("snowgate {").contains("port = \"1\"  # --port");
        assertThat(ended.err()).isEmpty();
        assertThat(ended.status()).isZero();
    }

    @Test
    void knowsItsVersionFromTheJar() throws Exception {
        assertThat(run("--version").out()).startsWith("snowgate ").doesNotContain("unpackaged");
    }

    @Test
    void endsWithSuccessWhenItIsToldToStop() throws Exception {
        Process process = start("--host", "127.0.0.1", "--port", "0", "--admin-port", "off", "--data-dir", "data");
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> Files.size(out()) + Files.size(err()) > 0);
        process.destroy();

        assertThat(end(process).status()).isZero();
    }

    private Ended run(String... arguments) throws IOException, InterruptedException {
        return end(start(arguments));
    }

    private Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                JAVA.toString(),
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-jar",
                JAR.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("SNOWGATE_") || name.endsWith("JAVA_OPTIONS"));
        builder.environment()
                .put("SNOWGATE_WORKER_LOCK_DIR", directory.resolve("locks").toString());
        return builder.redirectOutput(out().toFile())
                .redirectError(err().toFile())
                .start();
    }

    private Ended end(Process process) throws IOException, InterruptedException {
        boolean ended = process.waitFor(30, TimeUnit.SECONDS);
        process.destroyForcibly();
        assertThat(ended).as("ended by itself").isTrue();
        return new Ended(process.exitValue(), Files.readString(out()), Files.readString(err()));
    }

    private Path out() {
        return directory.resolve("out");
    }

    private Path err() {
        return directory.resolve("err");
    }

    private record Ended(int status, String out, String err) {}
}
