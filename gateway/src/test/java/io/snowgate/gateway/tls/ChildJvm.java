package io.snowgate.gateway.tls;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** What must be seen in a process of its own: it runs one errand and prints one line. */
final class ChildJvm {

    private ChildJvm() {}

    public static void main(String[] errand) throws Exception {
        System.out.print(
                switch (errand[0]) {
                    case "development" -> developmentCertificate(Path.of(errand[1]));
                    case "renegotiate" -> renegotiate();
                    case "without-boringssl" -> withoutBoringSsl();
                    default -> throw new IllegalArgumentException(errand[0]);
                });
    }

    /** Runs {@code errand} and returns what it printed. */
    static String run(String... errand) throws IOException, InterruptedException {
        return output(start(errand));
    }

    static Process start(String... errand) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
        if (errand[0].equals("without-boringssl")) {
            command.add("-Dio.netty.handler.ssl.noOpenSsl=true");
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), ChildJvm.class.getName()));
        command.addAll(List.of(errand));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    static String output(Process process) throws IOException, InterruptedException {
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return printed.lines()
                .filter(line -> !line.matches("\\d\\d:\\d\\d:\\d\\d\\.\\d{3} .*"))
                .reduce("", String::concat);
    }

    private static String developmentCertificate(Path dataDirectory) throws TlsFailure {
        return DevelopmentCertificate.in(dataDirectory, InstantSource.system()).fingerprint();
    }

    private static String renegotiate() throws TlsFailure {
        try (EchoServer server = TlsServerTest.server(TlsProvider.JDK, TestCertificate.ec())) {
            TlsServerTest.renegotiate(server);
            return "renegotiated";
        } catch (IOException e) {
            return "refused: " + e.getMessage();
        }
    }

    private static String withoutBoringSsl() {
        try (TlsServer tls =
                TlsContexts.server(TlsProvider.BORINGSSL, TestCertificate.ec().served(), Duration.ofSeconds(1))) {
            return "served: " + tls.describe();
        } catch (TlsFailure e) {
            return e.getMessage();
        }
    }
}
