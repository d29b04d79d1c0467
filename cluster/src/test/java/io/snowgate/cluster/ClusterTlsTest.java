package io.snowgate.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Members that know each other by certificates, and callers that they do not know. */
class ClusterTlsTest {

    private static final ClusterOptions.Times SHORT = new ClusterOptions.Times(
            Duration.ofMillis(500),
            Duration.ofMillis(1_000),
            Duration.ofSeconds(1),
            Duration.ofSeconds(3),
            Duration.ofMillis(450),
            Duration.ofSeconds(10),
            Duration.ofHours(6));

    @TempDir
    private static Path keys;

    private static ClusterTls ours = new ClusterTls(Path.of(""), Path.of(""), Path.of(""));
    private static ClusterTls strangers = ours;

    @BeforeAll
    static void makeKeys() throws Exception {
        ours = selfSigned("ours");
        strangers = selfSigned("strangers");
    }

    @Test
    void membersAgreeOverMutualTlsAndTalkToNobodyElse(@TempDir Path directory) throws Exception {
        try (TestMembers members =
                TestMembers.start(directory, 3, options -> options.withGroups(1).withTls(ours))) {
            ClusterOptions plain = ClusterOptions.ofClient("test", members.members())
                    .withGroups(1)
                    .withTimes(SHORT);

            assertThat(claim(plain.withTls(ours))).isPositive();
            assertThat(claim(plain)).isNegative();
            assertThat(claim(plain.withTls(strangers))).isNegative();
            assertThat(claim(plain.withTls(new ClusterTls(strangers.certificate(), strangers.key(), ours.authority()))))
                    .isNegative();
        }
    }

    @Test
    void aMissingFileIsNamed() {
        ClusterTls missing = new ClusterTls(Path.of("nowhere.pem"), ours.key(), ours.authority());
        ClusterOptions options = ClusterOptions.ofClient("test", List.of(new Member("a", "127.0.0.1:1")));

        assertThatThrownBy(() -> Cluster.client(options.withTls(missing)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("nowhere.pem");
    }

    private static long claim(ClusterOptions options) throws IOException {
        try (Cluster client = Cluster.client(options)) {
            return client.timestamps().claim(1).toCompletableFuture().join();
        }
    }

    /** A certificate that is its own authority. */
    private static ClusterTls selfSigned(String name) throws Exception {
        Path store = keys.resolve(name + ".p12");
        keytool(
                "-genkeypair",
                "-alias",
                name,
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=" + name,
                "-ext",
                "san=ip:127.0.0.1",
                "-keystore",
                store.toString(),
                "-storepass",
                "changeit",
                "-validity",
                "2");
        java.security.KeyStore keyStore = java.security.KeyStore.getInstance(store.toFile(), "changeit".toCharArray());
        Path certificate = keys.resolve(name + ".crt");
        Path key = keys.resolve(name + ".key");
        Files.writeString(
                certificate, pem("CERTIFICATE", keyStore.getCertificate(name).getEncoded()));
        Files.writeString(
                key,
                pem(
                        "PRIVATE KEY",
                        keyStore.getKey(name, "changeit".toCharArray()).getEncoded()));
        return new ClusterTls(certificate, key, certificate);
    }

    private static String pem(String type, byte[] octets) {
        return "-----BEGIN " + type + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(octets) + "\n-----END " + type
                + "-----\n";
    }

    private static void keytool(String... arguments) throws Exception {
        List<String> command = new java.util.ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getInputStream().transferTo(System.out);
        assertThat(process.waitFor()).isZero();
    }
}
