import io.undertow.Undertow;
import io.undertow.UndertowOptions;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.xnio.Options;

/** Undertow with one I/O thread, which answers by itself; TLS by the JDK. */
final class Server implements HttpHandler {

    private static final int BACKLOG = 65_535;

    private final ByteBuffer document;
    private final String length;

    private Server(byte[] document) {
        this.document = ByteBuffer.allocateDirect(document.length).put(document).flip();
        this.length = Integer.toString(document.length);
    }

    public static void main(String[] args) throws IOException, GeneralSecurityException {
        Undertow.builder()
                .setIoThreads(1)
                .setWorkerThreads(1)
                .setSocketOption(Options.BACKLOG, BACKLOG)
                .setServerOption(UndertowOptions.ENABLE_HTTP2, true)
                .setServerOption(UndertowOptions.ALWAYS_SET_KEEP_ALIVE, false)
                .setServerOption(UndertowOptions.RECORD_REQUEST_START_TIME, false)
                .setServerOption(UndertowOptions.NO_REQUEST_TIMEOUT, 3_600_000)
                .addHttpListener(port("HTTP_PORT"), "127.0.0.1")
                .addHttpsListener(port("HTTPS_PORT"), "127.0.0.1", tls())
                .setHandler(new Server(Files.readAllBytes(Path.of(System.getenv("DOCUMENT")))))
                .build()
                .start();
    }

    @Override
    public void handleRequest(HttpServerExchange exchange) {
        if (exchange.getRequestPath().equals("/state")) {
            exchange.getResponseHeaders()
                    .put(Headers.CONTENT_TYPE, "application/json")
                    .put(Headers.CONTENT_LENGTH, length);
            exchange.getResponseSender().send(document.duplicate());
        } else {
            exchange.setStatusCode(404);
            exchange.endExchange();
        }
    }

    private static int port(String name) {
        return Integer.parseInt(System.getenv(name));
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
