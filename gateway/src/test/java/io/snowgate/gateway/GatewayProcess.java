package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import org.awaitility.Awaitility;

/**
 * The packaged application as a process of its own, started in a directory of its own, the way the launcher starts it
 * but for two options that make it start sooner.
 */
final class GatewayProcess implements AutoCloseable {

    private static final Path JAR = Path.of("target", "snowgate.jar").toAbsolutePath();
    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Process process;
    private final Path out;
    private final Path err;

    /** What was left when it had ended. */
    record Ended(int status, String out, String err) {}

    private GatewayProcess(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /** Starts one on free ports and returns when it serves. */
    static GatewayProcess serving(Path directory, String... flags) throws IOException {
        return serving(directory, Map.of(), flags);
    }

    /** The same with more variables in its environment. */
    static GatewayProcess serving(Path directory, Map<String, String> environment, String... flags) throws IOException {
        List<String> told = List.of(flags);
        List<String> all = new ArrayList<>(List.of("--host", "127.0.0.1", "--port", "0", "--admin-port", "0"));
        if (!told.contains("--data-dir")) {
            all.addAll(List.of("--data-dir", TestGateway.dataDir().toString()));
        }
        if (!told.contains("--worker-id")) {
            all.addAll(List.of("--worker-id", TestGateway.nextWorkerId()));
        }
        all.addAll(told);
        GatewayProcess started = start(directory, environment, all.toArray(String[]::new));
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> started.printed().contains("Ctrl-C") || !started.process.isAlive());
        assertThat(started.process.isAlive())
                .as("serves; it said: %s", Files.readString(started.err))
                .isTrue();
        return started;
    }

    /** Starts one with these flags only. */
    static GatewayProcess start(Path directory, String... flags) throws IOException {
        return start(directory, Map.of(), flags);
    }

    /** The same with more variables in its environment. Only processes of these tests see its lock on a worker id. */
    static GatewayProcess start(Path directory, Map<String, String> environment, String... flags) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                JAVA.toString(),
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-jar",
                JAR.toString()));
        command.addAll(List.of(flags));
        Path out = Files.createTempFile(directory, "out", "");
        Path err = Files.createTempFile(directory, "err", "");
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("SNOWGATE_") || name.endsWith("JAVA_OPTIONS"));
        builder.environment()
                .put(
                        "SNOWGATE_WORKER_LOCK_DIR",
                        TestGateway.dataDir().resolve("locks").toString());
        builder.environment().putAll(environment);
        builder.redirectOutput(out.toFile()).redirectError(err.toFile());
        return new GatewayProcess(builder.start(), out, err);
    }

    int port() throws IOException {
        return printedPort("serves https://[^:]+");
    }

    int plainPort() throws IOException {
        return printedPort("plain HTTP +http://[^:]+");
    }

    int adminPort() throws IOException {
        return printedPort("management +http://[^:]+");
    }

    /** Trusts nothing but its certificate, which is that of every {@link TestGateway}. */
    static SSLContext trust() throws IOException, GeneralSecurityException {
        return trust(TestGateway.dataDir());
    }

    /** Trusts nothing but the certificate in this data directory. */
    static SSLContext trust(Path dataDir) throws IOException, GeneralSecurityException {
        Path file = dataDir.resolve(Path.of("tls", "localhost.crt"));
        try (var in = Files.newInputStream(file)) {
            return TestGateway.trusting(
                    (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
    }

    /** What it has said on stderr. */
    String complaints() throws IOException {
        return Files.readString(err);
    }

    long pid() {
        return process.pid();
    }

    /** Sends SIGTERM. */
    void terminate() {
        process.destroy();
    }

    /** Stops it where it stands, and returns when it does. */
    void suspend() throws IOException, InterruptedException {
        signal("STOP");
    }

    /** Has it go on as if nothing had been. */
    void resume() throws IOException, InterruptedException {
        signal("CONT");
    }

    private void signal(String name) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid())).start();
        assertThat(kill.waitFor()).as("kill -%s %d", name, pid()).isZero();
    }

    Ended end() throws IOException, InterruptedException {
        return end(PATIENCE);
    }

    Ended end(Duration within) throws IOException, InterruptedException {
        boolean ended = process.waitFor(within.toMillis(), TimeUnit.MILLISECONDS);
        assertThat(ended).as("ended by itself within %s", within).isTrue();
        return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly().onExit().join();
    }

    private String printed() throws IOException {
        return Files.readString(out);
    }

    private int printedPort(String before) throws IOException {
        Matcher matcher = Pattern.compile(before + ":(\\d+)").matcher(printed());
        assertThat(matcher.find())
                .as("a port behind '%s' in %s", before, printed())
                .isTrue();
        return Integer.parseInt(matcher.group(1));
    }
}
