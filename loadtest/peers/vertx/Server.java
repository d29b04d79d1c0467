import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.net.OpenSSLEngineOptions;
import io.vertx.core.net.PemKeyCertOptions;

/** Vert.x on epoll and BoringSSL, one event loop. */
final class Server {

    private static final CharSequence JSON = HttpHeaders.createOptimized("application/json");
    private static final int BACKLOG = 65_535;
    private static final long PATIENCE_SECONDS = 60;

    private final Vertx vertx = Vertx.vertx(
            new VertxOptions().setPreferNativeTransport(true).setEventLoopPoolSize(1));
    private final Buffer document = vertx.fileSystem().readFileBlocking(System.getenv("DOCUMENT"));
    private final CharSequence length = HttpHeaders.createOptimized(Integer.toString(document.length()));

    public static void main(String[] args) {
        Server server = new Server();
        Future.all(server.listen("HTTP_PORT", options()), server.listen("HTTPS_PORT", tls(options())))
                .onFailure(failure -> {
                    System.err.println(failure.getMessage());
                    System.exit(1);
                });
    }

    private Future<?> listen(String port, HttpServerOptions options) {
        if (!vertx.isNativeTransportEnabled()) {
            return Future.failedFuture(vertx.unavailableNativeTransportCause());
        }
        return vertx.createHttpServer(options)
                .requestHandler(this::answer)
                .listen(Integer.parseInt(System.getenv(port)), "127.0.0.1");
    }

    private void answer(HttpServerRequest request) {
        HttpServerResponse response = request.response();
        if (request.path().equals("/state")) {
            response.putHeader(HttpHeaders.CONTENT_TYPE, JSON)
                    .putHeader(HttpHeaders.CONTENT_LENGTH, length)
                    .end(document);
        } else {
            response.setStatusCode(404).end();
        }
    }

    private static HttpServerOptions options() {
        return new HttpServerOptions().setAcceptBacklog(BACKLOG);
    }

    private static HttpServerOptions tls(HttpServerOptions options) {
        return options.setSsl(true)
                .setSslHandshakeTimeout(PATIENCE_SECONDS)
                .setUseAlpn(true)
                .setSslEngineOptions(new OpenSSLEngineOptions())
                .setKeyCertOptions(new PemKeyCertOptions()
                        .setCertPath(System.getenv("CERT"))
                        .setKeyPath(System.getenv("KEY")));
    }
}
