package io.snowgate.gateway.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.snowgate.gateway.tls.TestCertificate;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.GZIPOutputStream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against a real upstream, and sockets that do what no upstream should. Case numbers are those of section G. */
@Timeout(60)
class HttpSourceTest {

    private static final int MAX_BYTES = 1_000;
    private static final String DOCUMENT = "{ \"v\" : 1.0 }";

    @TempDir
    private Path directory;

    private final List<HttpExchange> seen = new CopyOnWriteArrayList<>();
    private @Nullable HttpServer upstream;
    private @Nullable HttpSource source;

    @AfterEach
    void close() {
        if (source != null) {
            source.close();
        }
        if (upstream != null) {
            upstream.stop(0);
        }
    }

    @Test
    void servesTheBodyAndLeavesTheQueryUntouched() throws Exception {
        serve(exchange -> answer(exchange, 200, DOCUMENT.getBytes(UTF_8)));
        open("/state.json?a=%2F&b=x+y&password-file=z");
        assertThat(fetched()).isEqualTo(DOCUMENT);
        assertThat(seen.getFirst().getRequestURI().getRawQuery()).isEqualTo("a=%2F&b=x+y&password-file=z");
        assertThat(sent("Authorization")).isNull();
        assertThat(sent("Accept-Encoding")).isEqualTo("gzip");
    }

    @Test
    void g84AnUnchangedDocumentCostsNothing() throws Exception {
        serve(exchange -> {
            exchange.getResponseHeaders().add("ETag", "\"v1\"");
            exchange.getResponseHeaders().add("Last-Modified", "Tue, 01 Sep 2026 00:00:00 GMT");
            boolean same = "\"v1\"".equals(exchange.getRequestHeaders().getFirst("If-None-Match"));
            answer(exchange, same ? 304 : 200, same ? new byte[0] : DOCUMENT.getBytes(UTF_8));
        });
        open("/x");
        assertThat(fetched()).isEqualTo(DOCUMENT);
        assertThat(source().fetch()).isNull();
        assertThat(sent("If-None-Match")).isEqualTo("\"v1\"");
        assertThat(sent("If-Modified-Since")).isEqualTo("Tue, 01 Sep 2026 00:00:00 GMT");
        assertThat(source().fetch()).isNull();
    }

    @Test
    void a304ThatWasNotAskedForIsAFailure() throws Exception {
        serve(exchange -> answer(exchange, 304, new byte[0]));
        open("/x");
        assertFailure("/x answered 304");
    }

    @Test
    void sendsTheUserInTheUrlAsBasicAndShowsItNowhere() throws Exception {
        serve(exchange -> answer(exchange, 401, new byte[0]));
        source =
                new HttpSource(HttpAddress.parse("http://me:h%40sh@127.0.0.1:" + port() + "/x?token=t0ken"), MAX_BYTES);
        assertFailure("http://127.0.0.1:" + port() + "/x answered 401");
        assertThat(sent("Authorization")).isEqualTo("Basic bWU6aEBzaA==");
        assertThat(source.description()).isEqualTo("http://127.0.0.1:" + port() + "/x");
    }

    @ParameterizedTest
    @ValueSource(ints = {204, 206, 400, 404, 500, 503})
    void g84AnythingBut200IsAFailure(int status) throws Exception {
        serve(exchange -> answer(exchange, status, status == 204 ? new byte[0] : "oops".getBytes(UTF_8)));
        open("/x");
        assertFailure("/x answered " + status);
    }

    @Test
    void followsARedirectWithinTheHostWithoutLosingConditionOrCredentials() throws Exception {
        serve(exchange -> {
            if (exchange.getRequestURI().getPath().equals("/old")) {
                exchange.getResponseHeaders().add("Location", "new?q=1");
                answer(exchange, 307, new byte[0]);
            } else {
                exchange.getResponseHeaders().add("ETag", "\"n\"");
                boolean same = exchange.getRequestHeaders().containsKey("If-None-Match");
                answer(exchange, same ? 304 : 200, same ? new byte[0] : DOCUMENT.getBytes(UTF_8));
            }
        });
        source = new HttpSource(HttpAddress.parse("http://a:b@127.0.0.1:" + port() + "/old"), MAX_BYTES);
        assertThat(fetched()).isEqualTo(DOCUMENT);
        assertThat(source.fetch()).isNull();
        assertThat(seen)
                .hasSize(4)
                .allMatch(exchange -> exchange.getRequestHeaders().containsKey("Authorization"));
        assertThat(seen.get(2).getRequestHeaders().containsKey("If-None-Match"))
                .as("the tag is of another resource")
                .isFalse();
    }

    @Test
    void g84ALoopOfRedirectsEnds() throws Exception {
        serve(exchange -> {
            exchange.getResponseHeaders().add("Location", "/x");
            answer(exchange, 302, new byte[0]);
        });
        open("/x");
        assertFailure("redirects more than 5 times");
        assertThat(seen).hasSize(6);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://localhost:%d/x",
                "http://127.0.0.1:1/x",
                "//127.0.0.2:%d/",
                "ftp://127.0.0.1:%d/",
                "http://u:p@127.0.0.1:%d/x"
            })
    void g84ARedirectToAnotherPlaceIsNotFollowed(String location) throws Exception {
        serve(exchange -> {
            exchange.getResponseHeaders().add("Location", location.formatted(port()));
            answer(exchange, 302, new byte[0]);
        });
        open("/x");
        assertFailure("which is not followed");
        assertThat(seen).hasSize(1);
    }

    @Test
    void aRedirectFromHttpsToHttpIsNotFollowed() throws Exception {
        HttpsServer secure = secure();
        upstream = secure;
        secure.createContext("/", exchange -> {
            exchange.getResponseHeaders().add("Location", "http://localhost:" + port() + "/x");
            answer(exchange, 302, new byte[0]);
        });
        secure.start();
        source = new HttpSource(HttpAddress.parse("https://localhost:" + port() + "/x"), MAX_BYTES, trust());
        assertFailure("which is not followed");
    }

    @Test
    void g84ABadCertificateIsAFailureAndAGoodOneIsNot() throws Exception {
        HttpsServer secure = secure();
        upstream = secure;
        secure.createContext("/", exchange -> answer(exchange, 200, DOCUMENT.getBytes(UTF_8)));
        secure.start();
        source = new HttpSource(HttpAddress.parse("https://localhost:" + port() + "/x"), MAX_BYTES);
        assertFailure("unable to find valid certification path");
        source.close();
        source = new HttpSource(HttpAddress.parse("https://localhost:" + port() + "/x"), MAX_BYTES, trust());
        assertThat(fetched()).isEqualTo(DOCUMENT);
    }

    @Test
    void takesGzip() throws Exception {
        serve(exchange -> {
            exchange.getResponseHeaders().add("Content-Encoding", "gzip");
            answer(exchange, 200, gzip(DOCUMENT.getBytes(UTF_8)));
        });
        open("/x");
        assertThat(fetched()).isEqualTo(DOCUMENT);
    }

    @Test
    void g84AGzipBombIsOpenedNoFurtherThanTheLimit() throws Exception {
        byte[] bomb = gzip(new byte[900_000]);
        assertThat(bomb).hasSizeLessThan(MAX_BYTES);
        serve(exchange -> {
            exchange.getResponseHeaders().add("Content-Encoding", "gzip");
            answer(exchange, 200, bomb);
        });
        open("/x");
        assertFailure("answers more than 1000 bytes");
    }

    @Test
    void brokenGzipAndOtherEncodingsAreFailures() throws Exception {
        AtomicReference<String> encoding = new AtomicReference<>("gzip");
        serve(exchange -> {
            exchange.getResponseHeaders().add("Content-Encoding", encoding.get());
            answer(exchange, 200, DOCUMENT.getBytes(UTF_8));
        });
        open("/x");
        assertFailure("broken gzip");
        encoding.set("br");
        assertFailure("an encoding other than gzip");
        encoding.set("identity");
        assertThat(fetched()).isEqualTo(DOCUMENT);
    }

    @Test
    void acceptsTheLimitAndNotAByteMore() throws Exception {
        AtomicReference<byte[]> body = new AtomicReference<>(new byte[MAX_BYTES]);
        serve(exchange -> answer(exchange, 200, body.get()));
        open("/x");
        assertThat(source().fetch()).hasSize(MAX_BYTES);
        body.set(new byte[MAX_BYTES + 1]);
        assertFailure("answers more than 1000 bytes");
    }

    @Test
    void aBodyWithoutEndIsCutAtTheLimit() throws Exception {
        try (RawServer endless = new RawServer(socket -> {
            RawServer.readHead(socket);
            RawServer.write(socket, "HTTP/1.1 200 OK\r\n\r\n");
            while (true) {
                RawServer.write(socket, "x".repeat(10_000));
            }
        })) {
            open(endless);
            assertFailure("answers more than 1000 bytes");
            await().until(() -> endless.open() == 0);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{}",
                "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n{}",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{}",
                "HTTP/1.1 200",
                "SSH-2.0-OpenSSH_9.2\r\n\r\n",
                "",
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nETag: \"\u0001\"\r\n\r\n{}",
                "HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n"
            })
    void g84AnAnswerThatIsCutOrWrongIsAFailure(String answer) throws Exception {
        try (RawServer wrong = RawServer.answering(answer)) {
            open(wrong);
            assertThatIOException().isThrownBy(() -> source().fetch());
        }
    }

    @Test
    void aTagThatCannotBeSentIsForgotten() throws Exception {
        try (RawServer odd = RawServer.answering(
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nETag: \"\u00fc\"\r\nLast-Modified: \u00fc\r\n\r\n{}")) {
            open(odd);
            assertThat(fetched()).isEqualTo("{}");
            assertThat(fetched()).isEqualTo("{}");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "HTTP/1.1 200 OK\r\nContent-Le",
                "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{",
                "HTTP/1.1 500 Oh\r\n\r\n"
            })
    void g84AnInterruptEndsAFetchWhereverItHangs(String beginning) throws Exception {
        try (RawServer hanging = new RawServer(socket -> {
            RawServer.readHead(socket);
            RawServer.write(socket, beginning);
            RawServer.waitForEnd(socket);
        })) {
            open(hanging);
            assertInterruptible(hanging);
        }
    }

    @Test
    void g84AnInterruptEndsABodyThatDrips() throws Exception {
        try (RawServer dripping = new RawServer(socket -> {
            RawServer.readHead(socket);
            RawServer.write(socket, "HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n");
            while (true) {
                RawServer.write(socket, " ");
                Thread.sleep(20);
            }
        })) {
            open(dripping);
            assertInterruptible(dripping);
        }
    }

    @Test
    void closingEndsItsThreads() throws Exception {
        serve(exchange -> answer(exchange, 200, DOCUMENT.getBytes(UTF_8)));
        open("/x");
        fetched();
        source().close();
        await().until(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().startsWith("HttpClient-")));
    }

    private void assertInterruptible(RawServer server) throws InterruptedException {
        AtomicReference<Throwable> end = new AtomicReference<>();
        HttpSource fetched = source();
        Thread fetching = Thread.ofPlatform().start(() -> {
            try {
                fetched.fetch();
            } catch (IOException | InterruptedException e) {
                end.set(e);
            }
        });
        await().until(() -> server.open() == 1 && fetching.getState() == Thread.State.WAITING);
        fetching.interrupt();
        assertThat(fetching.join(ofSeconds(1))).isTrue();
        assertThat(end.get()).isInstanceOf(InterruptedException.class);
        await().until(() -> server.open() == 0);
    }

    private void serve(HttpHandler handler) throws IOException {
        upstream = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        upstream.createContext("/", exchange -> {
            seen.add(exchange);
            handler.handle(exchange);
        });
        upstream.start();
    }

    private HttpsServer secure() throws IOException, GeneralSecurityException {
        HttpsServer secure = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        KeyStore keys = KeyStore.getInstance(KeyStore.getDefaultType());
        keys.load(null, null);
        TestCertificate test = TestCertificate.ec();
        keys.setKeyEntry("test", test.key(), new char[0], new Certificate[] {test.certificate()});
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(keys, new char[0]);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(factory.getKeyManagers(), null, null);
        secure.setHttpsConfigurator(new HttpsConfigurator(context));
        return secure;
    }

    private SSLContext trust() throws IOException {
        return Trust.in(Files.writeString(
                directory.resolve("ca.pem"), TestCertificate.ec().certificatePem()));
    }

    private static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static byte[] gzip(byte[] plain) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(plain);
        }
        return out.toByteArray();
    }

    private int port() {
        return Objects.requireNonNull(upstream).getAddress().getPort();
    }

    private void open(String pathAndQuery) {
        source = new HttpSource(HttpAddress.parse("http://127.0.0.1:" + port() + pathAndQuery), MAX_BYTES);
    }

    private void open(RawServer server) {
        source = new HttpSource(HttpAddress.parse("http://127.0.0.1:" + server.port() + "/x"), MAX_BYTES);
    }

    private HttpSource source() {
        return Objects.requireNonNull(source);
    }

    private String fetched() throws IOException, InterruptedException {
        return new String(Objects.requireNonNull(source().fetch()), UTF_8);
    }

    private void assertFailure(String text) {
        assertThatIOException().isThrownBy(() -> source().fetch()).withMessageContaining(text);
    }

    /** The field of the last request. */
    private @Nullable String sent(String name) {
        return seen.getLast().getRequestHeaders().getFirst(name);
    }
}
