package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigSyntax;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code /openapi.json} against the gateway that serves it: every path, every answer it can be brought to. */
class OpenApiIT {

    private static final String STREAM = "/stream";

    @TempDir
    private static Path directory;

    private static TestGateway gateway;
    private static HttpClient client;
    private static Map<String, Object> description = Map.of();

    @BeforeAll
    static void start() throws Exception {
        Path file = Files.writeString(directory.resolve("results.json"), "{\"lead\":1}");
        gateway = TestGateway.start("--set", "states.results.source=file:" + file);
        client = gateway.client(Version.HTTP_2);
        description = json(get("/openapi.json").body());
        Awaitility.await().until(() -> get("/ready").statusCode() == 200);
    }

    @AfterAll
    static void stop() {
        client.close();
        gateway.close();
    }

    @TestFactory
    List<DynamicTest> everyPathAnswersAsDescribed() {
        List<DynamicTest> tests = new ArrayList<>();
        paths().forEach((path, item) -> tests.add(DynamicTest.dynamicTest(path, () -> {
            HttpResponse<?> answer = begin(filled(path));
            assertDescribed(answer, operation(item));
            assertThat(answer.statusCode()).isEqualTo(200);
        })));
        return tests;
    }

    @TestFactory
    List<DynamicTest> everyQueryParameterWithAListOfValuesTakesEachOfThem() {
        List<DynamicTest> tests = new ArrayList<>();
        paths().forEach((path, item) -> parameters(item, "query").forEach(parameter -> {
            Object values = member(parameter, "schema").get("enum");
            for (Object value : values instanceof List<?> list ? list : List.of()) {
                String target = filled(path) + "?" + parameter.get("name") + "=" + value;
                tests.add(DynamicTest.dynamicTest(target, () -> {
                    HttpResponse<?> answer = begin(target);
                    assertDescribed(answer, operation(item));
                    assertThat(answer.statusCode()).isNotEqualTo(503);
                }));
            }
        }));
        return tests;
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/snowflake", "/timestamp", "/sequence/{name}"})
    void everyRangeOfANumberIsTheRangeThatIsTaken(String path) throws Exception {
        Map<String, Object> n = parameters(Objects.requireNonNull(paths().get(path)), "query").stream()
                .filter(parameter -> "n".equals(parameter.get("name")))
                .findFirst()
                .orElseThrow();
        int min = Integer.parseInt(String.valueOf(member(n, "schema").get("minimum")));
        int max = Integer.parseInt(String.valueOf(member(n, "schema").get("maximum")));

        for (int taken : new int[] {min, max}) {
            assertThat(get(filled(path) + "?n=" + taken).statusCode()).isEqualTo(200);
        }
        for (int refused : new int[] {min - 1, max + 1}) {
            HttpResponse<String> answer = get(filled(path) + "?n=" + refused);
            assertThat(answer.statusCode()).isEqualTo(400);
            assertDescribed(answer, operation(Objects.requireNonNull(paths().get(path))));
        }
    }

    @Test
    void namesEveryPathThatTheLinesForReadersDo() throws Exception {
        List<String> lines = get("/").body().lines().toList();
        assertThat(lines.stream().filter(line -> line.startsWith("/")).map(line -> line.split(" ", 2)[0]))
                .hasSizeGreaterThan(10)
                .allSatisfy(path -> assertThat(paths()).containsKey(path));
    }

    @Test
    void describesAKeyThatIsUsedForAnotherCount() throws Exception {
        get("/sequence/keyed?n=2", "Idempotency-Key", "order-4711");
        HttpResponse<String> answer = get("/sequence/keyed?n=3", "Idempotency-Key", "order-4711");

        assertThat(answer.statusCode()).isEqualTo(422);
        assertDescribed(answer, operation(Objects.requireNonNull(paths().get("/sequence/{name}"))));
    }

    @Test
    void describesWhatGoesWrong() throws Exception {
        for (String target : List.of(
                "/api/snowflake?n=0",
                "/api/snowflake?format=xml",
                "/api/snowflake/-",
                "/api/snowflake/1?layout=x",
                "/state/nobody")) {
            String path = target.startsWith("/state")
                    ? "/state/{name}"
                    : target.startsWith("/api/snowflake/") ? "/api/snowflake/{id}" : "/api/snowflake";
            HttpResponse<String> answer = get(target);
            assertThat(answer.statusCode()).as(target).isBetween(400, 499);
            assertDescribed(answer, operation(Objects.requireNonNull(paths().get(path))));
        }
    }

    @Test
    void describesAStateWithoutADocument() throws Exception {
        try (TestGateway without = TestGateway.start("--state", "file:" + directory.resolve("missing.json"))) {
            for (String path : List.of("/state", "/ready")) {
                HttpResponse<String> answer = without.get(Version.HTTP_2, path);
                assertThat(answer.statusCode()).isEqualTo(503);
                assertDescribed(answer, operation(Objects.requireNonNull(paths().get(path))));
            }
        }
    }

    @Test
    void describesAnUnchangedDocument() throws Exception {
        String tag = get("/state/results").headers().firstValue("etag").orElseThrow();
        HttpResponse<String> answer = get("/state/results", "If-None-Match", tag);

        assertThat(answer.statusCode()).isEqualTo(304);
        assertDescribed(answer, operation(Objects.requireNonNull(paths().get("/state/{name}"))));
    }

    @Test
    void pointsOnlyToWhatItHolds() throws Exception {
        String text = get("/openapi.json").body();
        Pattern.compile("\"#/([^\"]+)\"").matcher(text).results().forEach(found -> {
            Map<String, Object> at = description;
            for (String key : found.group(1).split("/", -1)) {
                assertThat(at).as(found.group()).containsKey(key);
                at = member(at, key);
            }
        });
        assertThat(description).containsEntry("openapi", "3.1.0");
        assertThat(description.get("servers")).isEqualTo(List.of(Map.of("url", "/")));
    }

    /** The status is in the description, and so are the type and every field that it calls required. */
    private static void assertDescribed(HttpResponse<?> answer, Map<String, Object> operation) {
        Map<String, Object> responses = member(operation, "responses");
        String status = Integer.toString(answer.statusCode());
        assertThat(responses).as(answer.uri() + ": " + answer.body()).containsKey(status);
        Map<String, Object> response = resolved(member(responses, status));
        if (response.containsKey("content")) {
            String type =
                    answer.headers().firstValue("content-type").orElseThrow().replaceAll(";.*", "");
            assertThat(member(response, "content")).as("%s", answer.uri()).containsKey(type);
        }
        if (response.containsKey("headers")) {
            Map<String, Object> headers = member(response, "headers");
            for (String name : headers.keySet()) {
                boolean isRequired =
                        Boolean.TRUE.equals(resolved(member(headers, name)).get("required"));
                assertThat(answer.headers().firstValue(name).isPresent() || !isRequired)
                        .as("%s of %s", name, answer.uri())
                        .isTrue();
            }
        }
    }

    private static String filled(String path) {
        return path.replace("{name}", "results").replace("{id}", "2123931087846510592");
    }

    private static Map<String, Map<String, Object>> paths() {
        Map<String, Map<String, Object>> paths = new TreeMap<>();
        member(description, "paths")
                .keySet()
                .forEach(path -> paths.put(path, member(member(description, "paths"), path)));
        return paths;
    }

    private static Map<String, Object> operation(Map<String, Object> item) {
        return member(item, "get");
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> parameters(Map<String, Object> item, String place) {
        Object parameters = operation(item).getOrDefault("parameters", List.of());
        return ((List<Map<String, Object>>) parameters)
                .stream().filter(parameter -> place.equals(parameter.get("in"))).toList();
    }

    private static Map<String, Object> resolved(Map<String, Object> value) {
        Map<String, Object> at = value;
        if (value.get("$ref") instanceof String pointer) {
            at = description;
            for (String key : pointer.substring("#/".length()).split("/", -1)) {
                at = member(at, key);
            }
        }
        return at;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> member(Map<String, Object> of, String key) {
        return (Map<String, Object>) Objects.requireNonNull(of.get(key), key);
    }

    private static Map<String, Object> json(String text) {
        return ConfigFactory.parseString(text, ConfigParseOptions.defaults().setSyntax(ConfigSyntax.JSON))
                .root()
                .unwrapped();
    }

    private static HttpResponse<String> get(String target, String... headers) throws IOException, InterruptedException {
        return client.send(request(target, headers), BodyHandlers.ofString());
    }

    /** As {@link #get}, except that a stream, which has no end, is closed as soon as its header is there. */
    private static HttpResponse<?> begin(String target) throws IOException, InterruptedException {
        if (!target.contains(STREAM)) {
            return get(target);
        }
        HttpResponse<InputStream> answer = client.send(request(target), BodyHandlers.ofInputStream());
        answer.body().close();
        return answer;
    }

    private static HttpRequest request(String target, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(gateway.uri(target));
        return (headers.length > 0 ? request.headers(headers) : request).build();
    }
}
