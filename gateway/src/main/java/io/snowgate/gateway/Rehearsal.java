package io.snowgate.gateway;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A gateway that starts, is asked a few hundred things and ends, so that the JVM can note what a start needs: {@code
 * snowgate}, the launcher, has that written to its AOT cache once it has built. It plays twice, as it starts by itself and
 * with a file and a certificate given. Loopback only, free ports, and a data directory that is gone afterwards.
 *
 * <p>The {@link RehearsalAudience} is a process of its own, of which nothing is noted: a client in this one would make
 * each start a tenth longer.
 */
final class Rehearsal {

    private static final long AUDIENCE_SECONDS = 60;

    private Rehearsal() {}

    public static void main(String[] none) throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("snowgate-rehearsal-");
        int status;
        try {
            status = play(directory);
        } finally {
            delete(directory);
        }
        System.exit(status);
    }

    /** The second play takes the certificate that the first one made. */
    private static int play(Path directory) throws IOException, InterruptedException {
        Path state = Files.writeString(directory.resolve("state.json"), "{\"seats\":[1,2,3]}");
        Path tls = directory.resolve("tls");
        int status = play(directory, List.of());
        return status == Main.STOPPED
                ? play(
                        directory,
                        List.of(
                                "--cert=" + tls.resolve("localhost.crt"),
                                "--key=" + tls.resolve("localhost.pem"),
                                "--state=file:" + state))
                : status;
    }

    private static int play(Path directory, List<String> more) throws InterruptedException {
        List<String> flags = new ArrayList<>(List.of(
                "--host=127.0.0.1",
                "--port=0",
                "--admin-port=0",
                "--data-dir=" + directory,
                "--set=worker-lock-dir=off"));
        flags.addAll(more);
        return new Main(Map.of(), unheard(), System.err, Rehearsal::play).run(flags.toArray(String[]::new));
    }

    private static void play(GatewayConfig config) throws StartFailure, InterruptedException {
        try (Gateway gateway = Gateway.start(config)) {
            unheard().println(Banner.of(gateway));
            Process audience = newAudience(gateway).start();
            boolean ended = audience.waitFor(AUDIENCE_SECONDS, TimeUnit.SECONDS);
            audience.destroyForcibly();
            if (!ended || audience.exitValue() != 0) {
                throw new StartFailure("the rehearsal failed: its audience " + (ended ? "left" : "stayed for ever"));
            }
        } catch (IOException e) {
            throw new StartFailure("the rehearsal failed: " + e, e);
        }
    }

    private static ProcessBuilder newAudience(Gateway gateway) {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        RehearsalAudience.class.getName(),
                        "https://127.0.0.1:" + gateway.port(),
                        gateway.config().dataDir().resolve("tls/localhost.crt").toString())
                .inheritIO();
    }

    private static PrintStream unheard() {
        return new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }
}
