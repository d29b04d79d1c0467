package io.snowgate.gateway;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.snowgate.generator.EpochClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/**
 * A real gateway in this process, on free ports, told by the flags a user would give, and clients that trust its
 * development certificate. One data directory, and so one certificate, serves all tests of a JVM; each gateway has a
 * worker id of its own.
 */
public final class TestGateway implements AutoCloseable {

    private static final Path DATA_DIR = temporaryDirectory();
    private static final int FEWEST_WORKERS = 32;
    private static final AtomicInteger WORKERS = new AtomicInteger();

    private final Gateway gateway;
    private final SSLContext trust;

    private TestGateway(Gateway gateway) {
        this.gateway = gateway;
        this.trust = trusting(gateway.tls().certificate().chain().getFirst());
    }

    /** Starts one with {@code flags} on top of free ports and a temporary data directory. */
    public static TestGateway start(String... flags) {
        return start(EpochClock.system(), flags);
    }

    public static TestGateway start(EpochClock clock, String... flags) {
        try {
            return new TestGateway(Gateway.start(config(flags), clock));
        } catch (ConfigFailure | StartFailure e) {
            throw new AssertionError(e);
        }
    }

    /** Where the one certificate is kept. */
    static Path dataDir() {
        return DATA_DIR;
    }

    /** A worker id that none of the last gateways had; one that every layout has. */
    static String nextWorkerId() {
        return Integer.toString(WORKERS.getAndIncrement() % FEWEST_WORKERS);
    }

    /**
     * A data directory of its own, with that one certificate: for a test whose clock is far off, or that looks for the
     * marks of worker ids.
     */
    static Path newDataDir(Path parent) throws IOException {
        Path copy = Files.createDirectories(parent.resolve("data"));
        Path certificate = DATA_DIR.resolve("tls");
        if (Files.isDirectory(certificate)) {
            Path target = Files.createDirectory(copy.resolve("tls"));
            try (Stream<Path> files = Files.list(certificate)) {
                for (Path file : files.toList()) {
                    Files.copy(file, target.resolve(file.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
        }
        return copy;
    }

    static GatewayConfig config(String... flags) throws ConfigFailure {
        List<String> told = List.of(flags);
        List<String> all = new ArrayList<>(List.of("--host", "127.0.0.1", "--admin-port", "0"));
        if (!told.contains("--port")) {
            all.addAll(List.of("--port", "0"));
        }
        if (!told.contains("--data-dir")) {
            all.addAll(List.of("--data-dir", DATA_DIR.toString()));
        }
        if (!told.contains("--worker-id")) {
            all.addAll(List.of("--worker-id", nextWorkerId()));
        }
        all.addAll(List.of("--set", "worker-lock-dir=" + DATA_DIR.resolve("locks")));
        all.addAll(told);
        ConfigKeys known = ConfigKeys.load();
        GatewayCommand command = GatewayCommand.parse(all.toArray(String[]::new), known);
        ConfigKeys keys = ConfigLayers.keys(command.flags(), ConfigFactory.empty(), known, Map.of());
        Config environment = ConfigEnvironment.read(Map.of(), keys).values();
        return ConfigChecks.check(
                ConfigLayers.merge(command.flags(), environment, ConfigFactory.empty(), keys, Map.of()),
                ThisMachine.of(Map.of()));
    }

    public int port() {
        return gateway.port();
    }

    public int plainPort() {
        return gateway.plainPort().orElseThrow();
    }

    public int adminPort() {
        return gateway.adminPort().orElseThrow();
    }

    /** For clients of other kinds: trusts the certificate of this gateway. */
    public SSLContext trust() {
        return trust;
    }

    /** The certificate it shows. */
    public X509Certificate certificate() {
        return gateway.tls().certificate().chain().getFirst();
    }

    public int workerId() {
        return gateway.config().snowflake().workerId();
    }

    public URI uri(String pathAndQuery) {
        return URI.create("https://localhost:" + port() + pathAndQuery);
    }

    /** A client of its own, with its own connections, that speaks {@code version}. */
    public HttpClient client(HttpClient.Version version) {
        return HttpClient.newBuilder().sslContext(trust).version(version).build();
    }

    /** One GET on a connection of its own; {@code headers} are names and values by turns. */
    public HttpResponse<String> get(HttpClient.Version version, String pathAndQuery, String... headers)
            throws IOException, InterruptedException {
        try (HttpClient client = client(version)) {
            HttpRequest.Builder request = HttpRequest.newBuilder(uri(pathAndQuery));
            if (headers.length > 0) {
                request.headers(headers);
            }
            return client.send(request.build(), BodyHandlers.ofString());
        }
    }

    /** One GET of the management port. */
    public HttpResponse<String> admin(String path) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            URI uri = URI.create("http://127.0.0.1:" + adminPort() + path);
            return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
        }
    }

    /** A TLS connection after its handshake, for octets by hand; {@code protocols} go into ALPN. */
    public SSLSocket tlsSocket(String... protocols) throws IOException {
        SSLSocket socket = (SSLSocket) trust.getSocketFactory().createSocket("localhost", port());
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setApplicationProtocols(protocols);
        socket.setSSLParameters(parameters);
        socket.setSoTimeout(SOCKET_TIMEOUT_MILLIS);
        socket.startHandshake();
        return socket;
    }

    /** A bare TCP connection to {@code port}. */
    public static Socket socket(int port) throws IOException {
        Socket socket = new Socket();
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        socket.setSoTimeout(SOCKET_TIMEOUT_MILLIS);
        return socket;
    }

    /** Drains and stops. */
    @Override
    public void close() {
        gateway.close();
    }

    /** Trusts {@code certificate} and no other. */
    static SSLContext trusting(X509Certificate certificate) {
        try {
            KeyStore anchors = KeyStore.getInstance(KeyStore.getDefaultType());
            anchors.load(null, null);
            anchors.setCertificateEntry("gateway", certificate);
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(anchors);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, factory.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new AssertionError(e);
        }
    }

    private static Path temporaryDirectory() {
        try {
            Path directory = Files.createTempDirectory("snowgate-test");
            directory.toFile().deleteOnExit();
            return directory;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final int SOCKET_TIMEOUT_MILLIS = 60_000;
}
