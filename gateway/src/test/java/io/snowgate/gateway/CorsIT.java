package io.snowgate.gateway;

import static java.net.http.HttpClient.Version.HTTP_1_1;
import static java.net.http.HttpClient.Version.HTTP_2;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a browser on another origin is told, over both versions; the numbers are those of the promised cases. */
class CorsIT {

    private static final String GOOD = "https://good.test";
    private static final String OTHER_GOOD = "http://localhost:3000";
    private static final List<String> BAD = List.of(
            "https://evil.test",
            "null",
            "https://good.test.evil.test",
            "https://evilgood.test",
            "https://good.test:443",
            "https://good.test/",
            "http://good.test",
            "https://GOOD.test",
            "HTTPS://good.test",
            "https://good.test https://good.test",
            "https://good.test, https://good.test",
            "https://",
            "*");
    private static final String ALLOW_ORIGIN = "access-control-allow-origin";

    private static TestGateway open;
    private static TestGateway listed;
    private static final Map<Version, HttpClient> TO_OPEN = new EnumMap<>(Version.class);
    private static final Map<Version, HttpClient> TO_LISTED = new EnumMap<>(Version.class);

    @BeforeAll
    static void start() {
        open = TestGateway.start();
        listed = TestGateway.start("--cors-origin", GOOD, "--cors-origin", OTHER_GOOD);
        for (Version version : List.of(HTTP_1_1, HTTP_2)) {
            TO_OPEN.put(version, open.client(version));
            TO_LISTED.put(version, listed.client(version));
        }
    }

    @AfterAll
    static void stop() {
        TO_OPEN.values().forEach(HttpClient::close);
        TO_LISTED.values().forEach(HttpClient::close);
        open.close();
        listed.close();
    }

    @ParameterizedTest
    @EnumSource(names = {"HTTP_1_1", "HTTP_2"})
    @DisplayName("E57, E58: any origin")
    void tellsEverybodyThatAnyOriginMayRead(Version version) throws Exception {
        for (String path : List.of("/state", "/api/snowflake", "/up", "/ready")) {
            for (HttpHeaders headers : List.of(
                    get(version, open, path).headers(),
                    get(version, open, path, "Origin", GOOD).headers(),
                    get(version, open, path, "Origin", "null").headers())) {
                assertThat(headers.allValues(ALLOW_ORIGIN)).containsExactly("*");
                assertThat(headers.firstValue("timing-allow-origin")).contains("*");
                assertThat(headers.firstValue("access-control-expose-headers").orElse(""))
                        .contains("etag", "date", "snowgate-age");
                assertThat(headers.firstValue("access-control-allow-credentials"))
                        .isEmpty();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"HTTP_1_1", "HTTP_2"})
    @DisplayName("E57: no origin, with a list")
    void answersWithoutAnOriginAndSaysThatOriginsMatter(Version version) throws Exception {
        HttpResponse<String> answer = get(version, listed, "/state");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue(ALLOW_ORIGIN)).isEmpty();
        assertThat(answer.headers().allValues("vary")).contains("origin");
    }

    @ParameterizedTest
    @EnumSource(names = {"HTTP_1_1", "HTTP_2"})
    @DisplayName("E58, E63: an origin on the list")
    void allowsAnOriginThatIsOnTheList(Version version) throws Exception {
        for (String path : List.of("/state", "/api/snowflake?n=2", "/ready")) {
            for (String origin : List.of(GOOD, OTHER_GOOD)) {
                HttpHeaders headers =
                        get(version, listed, path, "Origin", origin).headers();
                assertThat(headers.allValues(ALLOW_ORIGIN)).containsExactly(origin);
                assertThat(headers.allValues("timing-allow-origin")).containsExactly(origin);
                assertThat(headers.allValues("vary")).contains("origin");
                assertThat(headers.firstValue("access-control-allow-credentials"))
                        .isEmpty();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"HTTP_1_1", "HTTP_2"})
    @DisplayName("E59, E62: an origin that is not on the list")
    void neverRepeatsAnOriginThatIsNotOnTheList(Version version) throws Exception {
        for (String origin : BAD) {
            HttpResponse<String> answer = get(version, listed, "/state", "Origin", origin);
            assertThat(answer.statusCode()).as(origin).isEqualTo(200);
            assertThat(answer.headers().firstValue(ALLOW_ORIGIN)).as(origin).isEmpty();
            assertThat(answer.headers().firstValue("timing-allow-origin"))
                    .as(origin)
                    .isEmpty();
            assertThat(answer.headers().allValues("vary")).as(origin).contains("origin");

            HttpResponse<String> preflight = preflight(version, listed, "/state", origin, "GET");
            assertThat(preflight.statusCode()).as(origin).isEqualTo(403);
            assertThat(preflight.headers().map().keySet())
                    .as(origin)
                    .noneMatch(name -> name.startsWith("access-control-"));
        }
    }

    @Test
    @DisplayName("E62: two origins, and one of 100 kB")
    void neverRepeatsOriginsThatNoBrowserSends() throws Exception {
        try (RawConnection connection = RawConnection.tls(listed)) {
            RawConnection.Answer two = connection
                    .get("/state", "Origin: " + GOOD, "Origin: https://evil.test")
                    .answer();
            assertThat(two.field(ALLOW_ORIGIN)).isEmpty();
            RawConnection.Answer twice = connection
                    .get("/state", "Origin: " + GOOD, "Origin: " + GOOD)
                    .answer();
            assertThat(twice.field(ALLOW_ORIGIN)).isEmpty();
            RawConnection.Answer empty = connection.get("/state", "Origin:").answer();
            assertThat(empty.field(ALLOW_ORIGIN)).isEmpty();
            RawConnection.Answer long100k = connection
                    .get("/state", "Origin: " + GOOD + "a".repeat(100_000))
                    .answer();
            assertThat(long100k.status()).isEqualTo(431);
            assertThat(long100k.field(ALLOW_ORIGIN)).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"HTTP_1_1", "HTTP_2"})
    @DisplayName("E60: preflight")
    void answersAPreflightAtOnceAndIssuesNothing(Version version) throws Exception {
        for (TestGateway gateway : List.of(open, listed)) {
            double issued = Scrape.of(gateway).value("snowgate_ids_issued_total");
            HttpResponse<String> answer = preflight(version, gateway, "/api/snowflake", GOOD, "GET");
            assertThat(answer.statusCode()).isEqualTo(204);
            assertThat(answer.body()).isEmpty();
            assertThat(answer.headers().allValues(ALLOW_ORIGIN)).containsExactly(gateway == open ? "*" : GOOD);
            assertThat(answer.headers().firstValue("access-control-allow-methods"))
                    .contains("GET, HEAD, OPTIONS");
            assertThat(answer.headers().firstValue("access-control-allow-headers"))
                    .isPresent();
            assertThat(answer.headers().firstValueAsLong("access-control-max-age"))
                    .hasValue(86_400);
            assertThat(Scrape.of(gateway).value("snowgate_ids_issued_total")).isEqualTo(issued);
        }
        assertThat(String.join(
                        ", ",
                        preflight(version, listed, "/state", GOOD, "GET")
                                .headers()
                                .allValues("vary")))
                .contains("origin", "access-control-request-method", "access-control-request-headers");
    }

    @ParameterizedTest
    @EnumSource(names = {"HTTP_1_1", "HTTP_2"})
    @DisplayName("E61: preflight for what is not served")
    void doesNotAllowMethodsThatAreNotServed(Version version) throws Exception {
        for (String method : List.of("DELETE", "PUT", "POST", "PATCH")) {
            assertThat(preflight(version, open, "/state", GOOD, method)
                            .headers()
                            .firstValue("access-control-allow-methods")
                            .orElse(""))
                    .doesNotContain(method);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"HTTP_1_1", "HTTP_2"})
    @DisplayName("E64: errors")
    void letsAPageReadWhatWentWrong(Version version) throws Exception {
        try (TestGateway without = TestGateway.start("--cors-origin", GOOD, "--state", "file:/nowhere/state.json")) {
            assertError(503, get(version, without, "/state", "Origin", GOOD));
            assertError(503, get(version, without, "/ready", "Origin", GOOD));
        }
        assertError(404, get(version, listed, "/nowhere", "Origin", GOOD));
        assertError(400, get(version, listed, "/%00", "Origin", GOOD));
        assertError(400, get(version, listed, "/api/snowflake?n=0", "Origin", GOOD));
        HttpRequest delete = HttpRequest.newBuilder(listed.uri("/state"))
                .method("DELETE", BodyPublishers.noBody())
                .header("Origin", GOOD)
                .build();
        assertError(405, client(version, listed).send(delete, BodyHandlers.ofString()));
    }

    @Test
    @DisplayName("E64: errors before there is a request")
    void letsAPageReadWhatWasWrongWithItsConnection() throws Exception {
        for (String field : List.of("Expect: more", "Content-Length: 999999999", "Host: twice")) {
            try (RawConnection connection = RawConnection.tls(listed)) {
                RawConnection.Answer answer =
                        connection.get("/state", "Origin: " + GOOD, field).answer();
                assertThat(answer.status()).isBetween(400, 499);
                assertThat(answer.fields(ALLOW_ORIGIN)).as(field).containsExactly(GOOD);
            }
        }
        try (RawConnection connection = RawConnection.tls(open)) {
            RawConnection.Answer answer = connection.send("nonsense\r\n\r\n").answer();
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.fields(ALLOW_ORIGIN)).containsExactly("*");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"HTTP_1_1", "HTTP_2"})
    @DisplayName("E58: not modified")
    void tellsTheSameWhenNothingHasChanged(Version version) throws Exception {
        try (TestGateway slow = TestGateway.start("--cors-origin", GOOD, "--refresh", "5s")) {
            String etag =
                    get(version, slow, "/state").headers().firstValue("etag").orElseThrow();
            HttpResponse<String> answer = get(version, slow, "/state", "Origin", GOOD, "If-None-Match", etag);
            assertThat(answer.statusCode()).isEqualTo(304);
            assertThat(answer.headers().allValues(ALLOW_ORIGIN)).containsExactly(GOOD);
            assertThat(answer.headers().allValues("vary")).contains("origin");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"HTTP_1_1", "HTTP_2"})
    @DisplayName("E66: private network")
    void doesNotAnswerForPrivateNetworks(Version version) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(listed.uri("/state"))
                .method("OPTIONS", BodyPublishers.noBody())
                .headers("Origin", GOOD, "Access-Control-Request-Method", "GET")
                .header("Access-Control-Request-Private-Network", "true")
                .build();
        assertThat(client(version, listed)
                        .send(request, BodyHandlers.ofString())
                        .headers()
                        .map())
                .doesNotContainKey("access-control-allow-private-network");
    }

    private static void assertError(int status, HttpResponse<String> answer) {
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.headers().allValues(ALLOW_ORIGIN)).as("%d", status).containsExactly(GOOD);
        assertThat(answer.headers().firstValue("content-type")).contains("application/problem+json");
    }

    private static HttpResponse<String> get(Version version, TestGateway gateway, String path, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(gateway.uri(path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        HttpResponse<String> answer = client(version, gateway).send(request.build(), BodyHandlers.ofString());
        assertThat(answer.version()).isEqualTo(version);
        return answer;
    }

    private static HttpResponse<String> preflight(
            Version version, TestGateway gateway, String path, String origin, String method)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(gateway.uri(path))
                .method("OPTIONS", BodyPublishers.noBody())
                .headers("Origin", origin, "Access-Control-Request-Method", method)
                .build();
        return client(version, gateway).send(request, BodyHandlers.ofString());
    }

    private static HttpClient client(Version version, TestGateway gateway) {
        Map<Version, HttpClient> known = gateway == open ? TO_OPEN : gateway == listed ? TO_LISTED : Map.of();
        return known.getOrDefault(version, gateway.client(version));
    }
}
