package io.snowgate.gateway.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A key pair with a self-signed certificate for localhost, made once per JVM, and the PEM that tests write of it. */
public record TestCertificate(X509Certificate certificate, PrivateKey key) {

    private static final Map<String, TestCertificate> MADE = new ConcurrentHashMap<>();

    public static TestCertificate ec() {
        return MADE.computeIfAbsent("EC", kind -> make("-keyalg", kind, "-groupname", "secp256r1"));
    }

    static TestCertificate rsa() {
        return MADE.computeIfAbsent("RSA", kind -> make("-keyalg", kind, "-keysize", "2048"));
    }

    ServerCertificate served() {
        return new ServerCertificate("of a test", List.of(certificate), key);
    }

    public String certificatePem() {
        try {
            return pem("CERTIFICATE", certificate.getEncoded());
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    public String keyPem() {
        return pem("PRIVATE KEY", key.getEncoded());
    }

    static String pem(String label, byte[] der) {
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
        return "-----BEGIN " + label + "-----\n" + body + "\n-----END " + label + "-----\n";
    }

    static Path write(Path file, String content) throws IOException {
        return Files.write(file, content.getBytes(US_ASCII));
    }

    private static TestCertificate make(String... keyOptions) {
        try {
            Path directory = Files.createTempDirectory("snowgate-test-certificate");
            Path store = directory.resolve("store.p12");
            try {
                run(store, keyOptions);
                return read(store);
            } finally {
                Files.deleteIfExists(store);
                Files.delete(directory);
            }
        } catch (IOException | GeneralSecurityException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void run(Path store, String... keyOptions) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-genkeypair"));
        command.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"));
        command.addAll(List.of("-keystore", store.toString(), "-storetype", "PKCS12", "-storepass", "changeit"));
        command.addAll(List.of("-alias", "test", "-dname", "CN=localhost", "-validity", "30"));
        command.addAll(List.of("-ext", "san=dns:localhost,ip:127.0.0.1"));
        command.addAll(List.of(keyOptions));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), US_ASCII);
        if (process.waitFor() != 0) {
            throw new IOException(output);
        }
    }

    private static TestCertificate read(Path store) throws IOException, GeneralSecurityException {
        KeyStore entries = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            entries.load(in, "changeit".toCharArray());
        }
        return new TestCertificate((X509Certificate) entries.getCertificate("test"), (PrivateKey)
                entries.getKey("test", "changeit".toCharArray()));
    }
}
