package io.snowgate.gateway;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** The process that asks the gateway of a {@link Rehearsal} for a bit of everything, over HTTP/1.1 and HTTP/2. */
final class RehearsalAudience {

    private static final int ROUNDS = 30;
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int FAILED = 500;

    private static final List<String> PATHS = List.of(
            "/state",
            "/api/snowflake",
            "/api/snowflake?n=100&format=json",
            "/state?since=%22unknown%22",
            "/",
            "/snowgate.js",
            "/openapi.json",
            "/states",
            "/ready",
            "/nowhere");

    private static final List<String> CODINGS = List.of("identity", "gzip, deflate, br, zstd");

    private final HttpClient client;
    private final String address;

    private RehearsalAudience(HttpClient client, String address) {
        this.client = client;
        this.address = address;
    }

    /** Takes the address to ask at, and the file of the certificate to trust. */
    public static void main(String[] arguments) throws IOException, GeneralSecurityException, InterruptedException {
        SSLContext trust = trusting(Path.of(arguments[1]));
        for (Version version : List.of(Version.HTTP_1_1, Version.HTTP_2)) {
            try (HttpClient client = HttpClient.newBuilder()
                    .version(version)
                    .sslContext(trust)
                    .connectTimeout(PATIENCE)
                    .build()) {
                new RehearsalAudience(client, arguments[0]).ask();
            }
        }
    }

    private void ask() throws IOException, InterruptedException {
        for (int round = 0; round < ROUNDS; round++) {
            for (String path : PATHS) {
                ask(path, CODINGS.get(round % CODINGS.size()));
            }
        }
    }

    private void ask(String path, String codings) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address + path))
                .header("Accept-Encoding", codings)
                .timeout(PATIENCE)
                .build();
        int status = client.send(request, BodyHandlers.discarding()).statusCode();
        if (status >= FAILED) {
            throw new IOException(path + " answered " + status);
        }
    }

    private static SSLContext trusting(Path certificate) throws IOException, GeneralSecurityException {
        KeyStore anchors = KeyStore.getInstance(KeyStore.getDefaultType());
        anchors.load(null, null);
        try (InputStream in = Files.newInputStream(certificate)) {
            anchors.setCertificateEntry(
                    "gateway", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(anchors);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }
}
