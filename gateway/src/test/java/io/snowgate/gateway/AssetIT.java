package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The files of the page and the module, as HTTP sees them. */
class AssetIT {

    private static final String BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8";

    private static TestGateway gateway;
    private static HttpClient client;

    @BeforeAll
    static void start() {
        gateway = TestGateway.start();
        client = gateway.client(Version.HTTP_2);
    }

    @AfterAll
    static void stop() {
        client.close();
        gateway.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8 | text/html; charset=utf-8
            text/html                    | text/html; charset=utf-8
            */*                          | text/plain; charset=utf-8
            text/plain                   | text/plain; charset=utf-8
            text/html;q=0.5, text/plain  | text/plain; charset=utf-8
            text/html;q=0                | text/plain; charset=utf-8
            application/json             | text/plain; charset=utf-8
            """)
    void showsThePageToBrowsersAndLinesToOthers(String accept, String type) throws Exception {
        HttpResponse<byte[]> answer = get("/", "Accept", accept);

        assertThat(answer.headers().firstValue("content-type")).contains(type);
        assertThat(answer.headers().allValues("vary")).contains("accept, accept-encoding");
    }

    @Test
    void guardsThePage() throws Exception {
        HttpResponse<byte[]> answer = get("/", "Accept", BROWSER);

        assertThat(answer.headers().firstValue("content-security-policy").orElseThrow())
                .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
                .doesNotContain("unsafe", "*");
        assertThat(answer.headers().firstValue("referrer-policy")).contains("no-referrer");
        assertThat(answer.headers().firstValue("x-content-type-options")).contains("nosniff");
        assertThat(new String(answer.body(), StandardCharsets.UTF_8))
                .as("what its policy would stop")
                .doesNotContain("<style", "style=", "onclick", "http://localhost")
                .doesNotContainPattern("<script[^>]*>[^<]");
    }

    @ParameterizedTest
    @CsvSource({
        "/snowgate.js, text/javascript; charset=utf-8",
        "/page.js, text/javascript; charset=utf-8",
        "/view.js, text/javascript; charset=utf-8",
        "/page.css, text/css; charset=utf-8",
        "/openapi.json, application/json"
    })
    void servesEachFileWithItsTypeToEveryOrigin(String path, String type) throws Exception {
        HttpResponse<byte[]> answer = get(path, "Origin", "https://other.test");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("content-type")).contains(type);
        assertThat(answer.headers().firstValue("x-content-type-options")).contains("nosniff");
        assertThat(answer.headers().firstValue("cache-control")).contains("no-cache");
        assertThat(answer.headers().firstValue("access-control-allow-origin")).contains("*");
    }

    @ParameterizedTest
    @EnumSource(Version.class)
    void saysThatAFileIsStillTheSame(Version version) throws Exception {
        try (HttpClient own = gateway.client(version)) {
            for (String coding : new String[] {"identity", "gzip"}) {
                HttpResponse<byte[]> first = get(own, "/snowgate.js", "Accept-Encoding", coding);
                String tag = first.headers().firstValue("etag").orElseThrow();
                HttpResponse<byte[]> again = get(own, "/snowgate.js", "Accept-Encoding", coding, "If-None-Match", tag);

                assertThat(again.statusCode()).isEqualTo(304);
                assertThat(again.body()).isEmpty();
                assertThat(again.headers().firstValue("etag")).contains(tag);
                assertThat(again.headers().firstValue("vary")).contains("accept-encoding");
                assertThat(get(own, "/snowgate.js", "If-None-Match", "\"other\"")
                                .statusCode())
                        .isEqualTo(200);
            }
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            gzip              | true
            gzip, deflate, br | true
            GZIP;q=0.5        | true
            br                | false
            gzip;q=0          | false
            identity, gzip;q=0.5 | false
            """)
    void compressesForThoseWhoTakeIt(String accepted, boolean compressed) throws Exception {
        byte[] plain = get("/page.css").body();
        HttpResponse<byte[]> answer = get("/page.css", "Accept-Encoding", accepted);

        assertThat(answer.headers().firstValue("content-encoding").isPresent()).isEqualTo(compressed);
        assertThat(compressed ? unzipped(answer.body()) : answer.body()).isEqualTo(plain);
        assertThat(answer.headers().firstValue("etag").orElseThrow().endsWith("-gzip\""))
                .isEqualTo(compressed);
    }

    private static byte[] unzipped(byte[] body) throws IOException {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(body))) {
            return in.readAllBytes();
        }
    }

    private static HttpResponse<byte[]> get(String path, String... headers) throws IOException, InterruptedException {
        return get(client, path, headers);
    }

    private static HttpResponse<byte[]> get(HttpClient by, String path, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(gateway.uri(path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return by.send(request.build(), BodyHandlers.ofByteArray());
    }
}
