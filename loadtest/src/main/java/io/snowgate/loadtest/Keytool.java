package io.snowgate.loadtest;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;

/** Makes the certificate of a run: ECDSA on P-256, for localhost, signed by itself; each run has one of its own. */
final class Keytool {

    private static final String ALIAS = "loadtest";
    private static final String PASSWORD = "scratch";
    private static final int LINE_LENGTH = 64;

    private Keytool() {}

    /** Writes {@code cert.pem} and {@code key.pem}. */
    static void makeCertificate(Path jdk, Path directory) throws IOException, InterruptedException, Failure {
        Path store = directory.resolve("keystore.p12");
        Process keytool = new ProcessBuilder(
                        jdk.resolve("bin/keytool").toString(),
                        "-genkeypair",
                        "-alias",
                        ALIAS,
                        "-keyalg",
                        "EC",
                        "-groupname",
                        "secp256r1",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=dns:localhost,ip:127.0.0.1",
                        "-validity",
                        "30",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        PASSWORD)
                .redirectErrorStream(true)
                .start();
        String output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (keytool.waitFor() != 0) {
            throw new Failure("keytool made no certificate: " + output.strip());
        }
        export(store, directory);
    }

    private static void export(Path store, Path directory) throws IOException {
        try (InputStream in = Files.newInputStream(store)) {
            KeyStore keys = KeyStore.getInstance("PKCS12");
            keys.load(in, PASSWORD.toCharArray());
            write(
                    directory.resolve("cert.pem"),
                    "CERTIFICATE",
                    keys.getCertificate(ALIAS).getEncoded());
            write(
                    directory.resolve("key.pem"),
                    "PRIVATE KEY",
                    keys.getKey(ALIAS, PASSWORD.toCharArray()).getEncoded());
        } catch (GeneralSecurityException e) {
            throw new IOException("cannot read what keytool wrote", e);
        }
    }

    private static void write(Path file, String label, byte[] der) throws IOException {
        String text = Base64.getMimeEncoder(LINE_LENGTH, new byte[] {'\n'}).encodeToString(der);
        Files.writeString(file, "-----BEGIN " + label + "-----\n" + text + "\n-----END " + label + "-----\n");
    }
}
