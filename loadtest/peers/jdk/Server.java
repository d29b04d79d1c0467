import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/** The server that comes with the JDK, with a few threads; no HTTP/2. */
final class Server {

    private static final int BACKLOG = 65_535;
    private static final int THREADS = 4;

    private final byte[] document = Files.readAllBytes(Path.of(System.getenv("DOCUMENT")));

    private Server() throws IOException {}

    public static void main(String[] args) throws IOException, GeneralSecurityException {
        Server server = new Server();
        server.start(HttpServer.create(address("HTTP_PORT"), BACKLOG));
        HttpsServer https = HttpsServer.create(address("HTTPS_PORT"), BACKLOG);
        https.setHttpsConfigurator(configurator());
        server.start(https);
    }

    private void start(HttpServer server) {
        server.createContext("/state", this::answer);
        server.setExecutor(Executors.newFixedThreadPool(THREADS));
        server.start();
    }

    private void answer(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().set("content-type", "application/json");
        exchange.sendResponseHeaders(200, document.length);
        exchange.getResponseBody().write(document);
        exchange.close();
    }

    private static InetSocketAddress address(String port) {
        return new InetSocketAddress("127.0.0.1", Integer.parseInt(System.getenv(port)));
    }

    private static HttpsConfigurator configurator() throws IOException, GeneralSecurityException {
        SSLContext context = tls();
        return new HttpsConfigurator(context) {
            @Override
            public void configure(HttpsParameters parameters) {
                SSLParameters tls = context.getDefaultSSLParameters();
                tls.setUseCipherSuitesOrder(false);
                parameters.setSSLParameters(tls);
            }
        };
    }

    private static SSLContext tls() throws IOException, GeneralSecurityException {
        char[] password = System.getenv("KEYSTORE_PASSWORD").toCharArray();
        KeyStore store = KeyStore.getInstance(Path.of(System.getenv("KEYSTORE")).toFile(), password);
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, password);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }
}
