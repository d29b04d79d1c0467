package io.snowgate.gateway.source;

import io.snowgate.gateway.state.StateSource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscriber;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The body of a GET, asked for under the condition that it has changed since: what has not costs an upstream that
 * understands {@code ETag} or {@code Last-Modified} nothing.
 *
 * <p>Follows at most {@value #MAX_REDIRECTS} redirects, only to the same host and port or from there to HTTPS, because
 * credentials go with it. Takes gzip and nothing else as an encoding, and no more than the limit of what is sent and of
 * what comes out of it. An interrupt closes the connection, whatever it waits for.
 */
final class HttpSource implements StateSource {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);
    private static final int MAX_REDIRECTS = 5;
    private static final byte[] NOTHING = {};
    private static final int OK = 200;
    private static final int NOT_MODIFIED = 304;

    /** What the last document was known by, at the URL that it came from. */
    private record Validators(URI uri, Optional<String> etag, Optional<String> lastModified) {

        private static final Pattern ETAG = Pattern.compile("(W/)?\"[\\x21\\x23-\\x7e]*\"");
        private static final Pattern DATE = Pattern.compile("[A-Za-z0-9,: -]+");

        static Validators of(HttpResponse<?> answer) {
            return new Validators(
                    answer.uri(),
                    answer.headers().firstValue("etag").filter(ETAG.asMatchPredicate()),
                    answer.headers().firstValue("last-modified").filter(DATE.asMatchPredicate()));
        }

        static boolean heldOf(URI uri, @Nullable Validators held) {
            return held != null && held.uri.equals(uri);
        }

        void condition(HttpRequest.Builder request) {
            etag.ifPresent(tag -> request.setHeader("If-None-Match", tag));
            lastModified.ifPresent(time -> request.setHeader("If-Modified-Since", time));
        }
    }

    private final HttpAddress address;
    private final int maxSizeBytes;
    private final @Nullable SSLContext trust;

    private @Nullable HttpClient client;
    private @Nullable Validators validators;

    HttpSource(HttpAddress address, int maxSizeBytes) {
        this(address, maxSizeBytes, null);
    }

    /** @param trust instead of what the platform trusts */
    HttpSource(HttpAddress address, int maxSizeBytes, @Nullable SSLContext trust) {
        this.address = address;
        this.maxSizeBytes = maxSizeBytes;
        this.trust = trust;
    }

    @Override
    public String description() {
        return address.description();
    }

    @Override
    public byte @Nullable [] fetch() throws IOException, InterruptedException {
        HttpResponse<byte[]> answer = answer();
        if (answer.statusCode() == NOT_MODIFIED && Validators.heldOf(answer.uri(), validators)) {
            return null;
        }
        if (answer.statusCode() != OK) {
            throw failure(answer.uri(), "answered " + answer.statusCode());
        }
        byte[] body = decoded(answer);
        validators = Validators.of(answer);
        return body;
    }

    private HttpResponse<byte[]> answer() throws IOException, InterruptedException {
        URI uri = address.uri();
        for (int redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
            HttpResponse<byte[]> answer = send(uri);
            Optional<URI> next = redirect(answer);
            if (next.isEmpty()) {
                return answer;
            }
            uri = next.get();
        }
        throw failure(address.uri(), "redirects more than " + MAX_REDIRECTS + " times");
    }

    /** An answer that is not HTTP is an {@code IOException} mostly, and sometimes an {@code IllegalArgumentException}. */
    private HttpResponse<byte[]> send(URI uri) throws IOException, InterruptedException {
        try {
            return client().send(request(uri), this::body);
        } catch (IOException | IllegalArgumentException e) {
            throw failure(uri, tooLarge(e) ? "answers more than " + maxSizeBytes + " bytes" : Causes.deepest(e));
        }
    }

    /** Of anything but a document the body is of no interest. */
    private BodySubscriber<byte[]> body(HttpResponse.ResponseInfo info) {
        BodyHandler<byte[]> wanted =
                info.statusCode() == OK ? BodyHandlers.ofByteArray() : BodyHandlers.replacing(NOTHING);
        return BodyHandlers.limiting(wanted, maxSizeBytes).apply(info);
    }

    private static boolean tooLarge(Exception e) {
        return Causes.deepest(e).contains("exceeds capacity");
    }

    private HttpRequest request(URI uri) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .header("Accept", "application/json, */*;q=0.1")
                .header("Accept-Encoding", "gzip")
                .header("User-Agent", "snowgate");
        address.authorization().ifPresent(field -> request.header("Authorization", field));
        if (validators != null && Validators.heldOf(uri, validators)) {
            validators.condition(request);
        }
        return request.build();
    }

    /** Where the answer sends us; empty when it is no redirect. */
    private static Optional<URI> redirect(HttpResponse<?> answer) throws IOException {
        boolean redirects = switch (answer.statusCode()) {
            case 301, 302, 303, 307, 308 -> true;
            default -> false;
        };
        if (!redirects) {
            return Optional.empty();
        }
        URI from = answer.uri();
        URI to = location(answer);
        if (!mayFollow(from, to)) {
            throw failure(
                    from,
                    "redirects to " + to.getScheme() + "://" + to.getRawAuthority()
                            + ", which is not followed: only the same host and port are, or from http to https");
        }
        return Optional.of(to);
    }

    private static URI location(HttpResponse<?> answer) throws IOException {
        String location = answer.headers()
                .firstValue("location")
                .orElseThrow(() -> failure(answer.uri(), "redirects without a Location"));
        try {
            return answer.uri().resolve(location);
        } catch (IllegalArgumentException e) {
            throw failure(answer.uri(), "redirects to what is no URL");
        }
    }

    private static boolean mayFollow(URI from, URI to) {
        boolean sameHost = from.getHost().equalsIgnoreCase(to.getHost()) && to.getRawUserInfo() == null;
        boolean sameOrigin = from.getScheme().equals(to.getScheme()) && port(from) == port(to);
        boolean upgrade = from.getScheme().equals("http") && "https".equals(to.getScheme());
        return sameHost && (sameOrigin || upgrade);
    }

    private static int port(URI uri) {
        int usual = uri.getScheme().equals("https") ? 443 : 80;
        return uri.getPort() == -1 ? usual : uri.getPort();
    }

    private byte[] decoded(HttpResponse<byte[]> answer) throws IOException {
        String encoding = answer.headers()
                .firstValue("content-encoding")
                .orElse("identity")
                .trim()
                .toLowerCase(Locale.ROOT);
        return switch (encoding) {
            case "identity", "" -> answer.body();
            case "gzip", "x-gzip" -> gunzipped(answer);
            default -> throw failure(answer.uri(), "answers in an encoding other than gzip");
        };
    }

    private byte[] gunzipped(HttpResponse<byte[]> answer) throws IOException {
        byte[] plain;
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(answer.body()))) {
            plain = in.readNBytes(maxSizeBytes + 1);
        } catch (IOException e) {
            throw failure(answer.uri(), "answers with broken gzip: " + Causes.deepest(e));
        }
        if (plain.length > maxSizeBytes) {
            throw failure(answer.uri(), "answers more than " + maxSizeBytes + " bytes");
        }
        return plain;
    }

    private static IOException failure(URI uri, String what) {
        return new IOException(HttpAddress.shown(uri) + " " + what);
    }

    private HttpClient client() {
        HttpClient now = client;
        if (now == null) {
            HttpClient.Builder builder = HttpClient.newBuilder()
                    .connectTimeout(CONNECT_TIMEOUT)
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .version(version())
                    .executor(Executors.newThreadPerTaskExecutor(
                            Thread.ofVirtual().name("snowgate-http-", 1).factory()));
            if (trust != null) {
                builder.sslContext(trust);
            }
            now = builder.build();
            client = now;
        }
        return now;
    }

    /** Over plain HTTP no upgrade is asked for. */
    private HttpClient.Version version() {
        return address.uri().getScheme().equals("https") ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1;
    }

    @Override
    public void close() {
        if (client != null) {
            client.shutdownNow();
            client = null;
        }
    }
}
