package io.snowgate.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Over TLS, with a certificate that is made for the test. */
class TlsTest {

    private static final String PASSWORD = "only-for-this-test";

    @TempDir
    private static Path directory;

    private static Path certificate;
    private static SSLContext server;

    @BeforeAll
    static void makeACertificate() throws Exception {
        Path store = directory.resolve("server.p12");
        certificate = directory.resolve("server.crt");
        keytool("-genkeypair", "-keyalg", "EC", "-dname", "CN=test", "-ext", "san=dns:localhost", store);
        keytool("-exportcert", "-rfc", "-file", certificate, store);
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(keys, PASSWORD.toCharArray());
        server = SSLContext.getInstance("TLS");
        server.init(factory.getKeyManagers(), null, null);
    }

    /** The last argument is the store. */
    private static void keytool(Object... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        for (int i = 0; i < arguments.length - 1; i++) {
            command.add(arguments[i].toString());
        }
        String store = arguments[arguments.length - 1].toString();
        command.addAll(List.of("-keystore", store, "-storepass", PASSWORD, "-alias", "test"));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }

    @Test
    void trustsTheCertificatesOfAFile() throws Exception {
        try (ScriptedGateway gateway = secure();
                SnowgateClient client = SnowgateClient.builder()
                        .address("https://localhost:" + gateway.port())
                        .caFile(certificate)
                        .build()) {
            assertThat(client.sequence("orders", 2).stream().limit(5)).containsExactly(1L, 2L, 3L, 4L, 5L);
        }
    }

    @Test
    void trustsAContext() throws Exception {
        try (ScriptedGateway gateway = secure();
                SnowgateClient client = SnowgateClient.builder()
                        .address("https://localhost:" + gateway.port())
                        .sslContext(Trust.inFile(certificate))
                        .build()) {
            assertThat(client.sequence("orders").next()).isEqualTo(1);
        }
    }

    @Test
    void doesNotTrustWhatTheJvmDoesNotUnlessTold() throws Exception {
        try (ScriptedGateway gateway = secure();
                SnowgateClient client = SnowgateClient.builder()
                        .address("https://localhost:" + gateway.port())
                        .timeout(Duration.ofSeconds(4))
                        .build()) {
            assertThatThrownBy(() -> client.sequence("orders").next())
                    .isInstanceOf(SnowgateException.class)
                    .hasMessageContaining("SSLHandshakeException");
            assertThat(gateway.asked()).isEmpty();
        }
    }

    @Test
    void doesNotTrustACertificateForAnotherName() throws Exception {
        try (ScriptedGateway gateway = secure();
                SnowgateClient client = SnowgateClient.builder()
                        .address("https://127.0.0.1:" + gateway.port())
                        .caFile(certificate)
                        .timeout(Duration.ofSeconds(4))
                        .build()) {
            assertThatThrownBy(() -> client.sequence("orders").next()).isInstanceOf(SnowgateException.class);
            assertThat(gateway.asked()).isEmpty();
        }
    }

    private static ScriptedGateway secure() throws Exception {
        HttpsServer https = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        https.setHttpsConfigurator(new HttpsConfigurator(server));
        return new ScriptedGateway(https);
    }
}
