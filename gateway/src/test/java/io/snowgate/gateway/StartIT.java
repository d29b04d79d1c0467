package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * CASES 137, what only shows when the gateway is started in earnest: a configuration that is right on a machine that is
 * not. One line on stderr and exit code 1.
 */
class StartIT {

    @TempDir
    private Path directory;

    @Test
    void namesThePortThatIsInUse() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort();

            assertThat(refusal("--port", Integer.toString(port), "--admin-port", "off", "--data-dir", data()))
                    .isEqualTo("port " + port + " on 127.0.0.1 is in use by another process");
        }
    }

    @Test
    void namesTheManagementPortThatIsInUse() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort();

            assertThat(refusal("--port", "0", "--admin-port", Integer.toString(port), "--data-dir", data()))
                    .isEqualTo("management port " + port + " on 127.0.0.1 is in use by another process;"
                            + " name another: --admin-port");
        }
    }

    @Test
    void saysNothingElseWhenAWorkerIdWasToBeLeased() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());

            assertThat(refusal("--worker-id", "auto", "--port", "0", "--admin-port", port, "--data-dir", data()))
                    .startsWith("management port " + port);
        }
    }

    @Test
    void namesTheKeyThatIsNone() throws Exception {
        Files.writeString(directory.resolve("key.pem"), "no key\n");

        assertThat(refusalOfKey("key.pem")).startsWith("--key key.pem: is not PEM");
    }

    @Test
    void namesTheKeyThatIsMissing() throws Exception {
        assertThat(refusalOfKey("nowhere.pem")).isEqualTo("--key nowhere.pem: there is no such file");
    }

    /** Which nobody can read, root neither. */
    @Test
    void namesTheKeyThatCannotBeRead() throws Exception {
        Files.createDirectory(directory.resolve("key.pem"));

        assertThat(refusalOfKey("key.pem")).startsWith("--key key.pem: ");
    }

    @Test
    void namesTheDataDirectoryThatIsAFile() throws Exception {
        Files.writeString(directory.resolve("taken"), "");

        assertThat(refusal("--port", "0", "--admin-port", "off", "--data-dir", "taken"))
                .contains("cannot write in taken");
    }

    private static String data() {
        return TestGateway.dataDir().toString();
    }

    private String refusalOfKey(String key) throws Exception {
        try (TestGateway any = TestGateway.start()) {
            String body =
                    Base64.getMimeEncoder().encodeToString(any.certificate().getEncoded());
            Files.writeString(
                    directory.resolve("cert.pem"),
                    "-----BEGIN CERTIFICATE-----\n" + body + "\n-----END CERTIFICATE-----\n");
        }
        return refusal("--port", "0", "--admin-port", "off", "--cert", "cert.pem", "--key", key);
    }

    /** The one line without its prefix. */
    private String refusal(String... flags) throws Exception {
        List<String> all = new ArrayList<>(List.of("--host", "127.0.0.1"));
        all.addAll(List.of(flags));
        try (GatewayProcess gateway = GatewayProcess.start(directory, all.toArray(String[]::new))) {
            GatewayProcess.Ended ended = gateway.end();
            assertThat(ended.status()).isEqualTo(1);
            assertThat(ended.out()).isEmpty();
            assertThat(ended.err()).startsWith("snowgate: ").hasLineCount(1);
            return ended.err().strip().substring("snowgate: ".length());
        }
    }
}
