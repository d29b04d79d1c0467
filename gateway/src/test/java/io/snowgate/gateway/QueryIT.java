package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.snowgate.gateway.RawConnection.Answer;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Query parameters of the running gateway, over both versions; the numbers are those of the promised cases. */
class QueryIT {

    private static final long LARGEST_JAVASCRIPT_INTEGER = (1L << 53) - 1;
    private static final int MAX = 1_000;

    private static TestGateway gateway;

    @BeforeAll
    static void start() {
        gateway = TestGateway.start("--plain-port", "0");
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @Test
    @DisplayName("F67, F69, F70, F72: values that are refused")
    void refusesBadValuesWithAProblemAndIssuesNothing() throws Exception {
        double issued = issued();
        try (RawConnection connection = RawConnection.tls(gateway)) {
            for (String query : badQueries()) {
                Answer answer = connection.get("/api/snowflake?" + query).answer();
                assertThat(answer.status()).as(query).isEqualTo(400);
                assertThat(answer.field("content-type")).as(query).contains("application/problem+json");
                assertThat(answer.field("x")).as(query).isEmpty();
                assertThat(strings(answer.text())).as(query).contains("about:blank", "Bad Request", "400");
            }
        }
        assertThat(issued()).isEqualTo(issued);
    }

    /** Values that would be another line of the answer's header if anybody put them there. */
    private static List<String> badQueries() {
        List<String> queries = new ArrayList<>(List.of(
                "n=1&n=1",
                "n=1&n=2",
                "n=1&x=2&n",
                "format=json&format=json",
                "n=%00",
                "n=%zz",
                "n=%",
                "n=%3",
                "n=5%0d%0aX:",
                "n=5%0aX:y",
                "format=json%0d%0aX:y"));
        for (String n : List.of(
                "0",
                "-1",
                "1001",
                "1e3",
                "1.0",
                "+5",
                "%2B5",
                "%205",
                "5%20",
                "0x10",
                "05",
                "00",
                "1_0",
                "1,2",
                "99999999999999999999",
                "9223372036854775808",
                "",
                "%D9%A5",
                "%EF%BC%95",
                "NaN",
                "null",
                "1%26n=2")) {
            queries.add("n=" + n);
        }
        for (String format : List.of("JSON", "Json", "xml", "", "%6ason%20", "json;q=1", "a".repeat(7_000))) {
            queries.add("format=" + format);
        }
        return queries;
    }

    @ParameterizedTest
    @ValueSource(strings = {"n=0", "n=1001", "n=", "n=1&n=1", "n=%zz", "format=xml"})
    @DisplayName("F67: the same over HTTP/2")
    void refusesBadValuesOverHttp2(String query) throws Exception {
        double issued = issued();
        String target = "/api/snowflake?" + query.replace("%zz", "%00");
        HttpResponse<String> answer = gateway.get(HttpClient.Version.HTTP_2, target);
        assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.headers().firstValue("content-type")).contains("application/problem+json");
        assertThat(issued()).isEqualTo(issued);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("F68, F73: exactly n, rising, as strings")
    void givesExactlyAsManyAsAskedForAndRising(HttpClient.Version version) throws Exception {
        double issued = issued();
        for (int n : new int[] {1, 2, MAX}) {
            List<Long> text = gateway.get(version, "/api/snowflake?n=" + n)
                    .body()
                    .lines()
                    .map(Long::valueOf)
                    .toList();
            String json = gateway.get(version, "/api/snowflake?n=" + n + "&format=json")
                    .body();
            List<Long> parsed = idsIn(json);
            assertThat(text).hasSize(n).doesNotHaveDuplicates().isSorted();
            assertThat(parsed).hasSize(n).doesNotHaveDuplicates().isSorted();
            assertThat(parsed.getFirst()).isGreaterThan(text.getLast()).isGreaterThan(LARGEST_JAVASCRIPT_INTEGER);
        }
        assertThat(issued() - issued).isEqualTo(2 * (1 + 2 + MAX));
    }

    @Test
    @DisplayName("F68: without n")
    void givesOneIdWithoutAFuss() throws Exception {
        try (RawConnection connection = RawConnection.tls(gateway)) {
            Answer text = connection.get("/api/snowflake").answer();
            assertThat(text.text()).matches("[1-9][0-9]{15,18}");
            assertThat(text.field("content-type")).contains("text/plain; charset=utf-8");
            assertThat(connection.get("/api/snowflake?n=1").answer().text()).matches("[0-9]+");
            for (Answer json : List.of(
                    connection.get("/api/snowflake?format=json").answer(),
                    connection.get("/api/snowflake", "Accept: application/json").answer())) {
                assertThat(json.text()).matches("\\{\"id\":\"[0-9]+\"}");
                assertThat(json.field("content-type")).contains("application/json");
            }
            assertThat(connection
                            .get("/api/snowflake?format=text", "Accept: application/json")
                            .answer()
                            .text())
                    .as("the parameter is stronger than the field")
                    .matches("[0-9]+");
        }
    }

    @Test
    @DisplayName("F71: unknown parameters")
    void ignoresUnknownParameters() throws Exception {
        try (RawConnection connection = RawConnection.tls(gateway)) {
            for (String query : List.of("x=1", "nn=0", "N=0", "&&n=1&", "x=%zz", "=", "?n=0", "n2=5&n=1")) {
                assertThat(connection.get("/api/snowflake?" + query).answer().status())
                        .as(query)
                        .isEqualTo(200);
            }
            assertThat(connection.get("/state?n=0&format=xml").answer().status())
                    .isEqualTo(200);
        }
    }

    @Test
    @DisplayName("F74: 10,000 parameters")
    void refusesTenThousandParametersUnread() throws Exception {
        new Exchanges()
                .refused(414, "GET /api/snowflake?" + "a&".repeat(10_000) + " HTTP/1.1\r\nHost: x\r\n\r\n")
                .answered(200, "GET /api/snowflake?" + "a&".repeat(4_000) + "n=1 HTTP/1.1\r\nHost: x\r\n\r\n")
                .check(() -> TestGateway.socket(gateway.plainPort()));
    }

    private static double issued() throws IOException, InterruptedException {
        return Scrape.of(gateway).value("snowgate_ids_issued_total");
    }

    private static List<Long> idsIn(String json) throws IOException {
        List<String> strings = strings(json);
        assertThat(json).startsWith("{\"ids\":[\"").endsWith("\"]}");
        return strings.stream().map(Long::valueOf).toList();
    }

    /** The values of a JSON text, as text; it has to be JSON to its end. */
    private static List<String> strings(String json) throws IOException {
        List<String> values = new ArrayList<>();
        try (JsonParser parser = new JsonFactory().createParser(json)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token.isScalarValue()) {
                    values.add(parser.getText());
                }
            }
        }
        return values;
    }
}
