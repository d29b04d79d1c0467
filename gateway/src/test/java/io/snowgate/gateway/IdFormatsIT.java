package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowgate.generator.SnowflakeLayout;
import io.snowgate.generator.TextForm;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** IDs over HTTP/1.1 and HTTP/2: every way to write them, and what one says when it is sent back. */
@ParameterizedClass
@EnumSource(names = {"HTTP_1_1", "HTTP_2"})
class IdFormatsIT {

    private static final int FIRST_ONES = 200;
    private static final int DRAWN = 3_000;

    private static TestGateway gateway;

    private final HttpClient.Version version;
    private HttpClient client;

    IdFormatsIT(HttpClient.Version version) {
        this.version = version;
    }

    @BeforeAll
    static void start() {
        gateway = TestGateway.start();
    }

    @BeforeEach
    void connect() {
        client = gateway.client(version);
    }

    @AfterEach
    void disconnect() {
        client.close();
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            format=text         | text/plain; charset=utf-8 | [0-9]{18,19}
            format=json         | application/json          | \\{"id":"[0-9]{18,19}"}
            format=hex          | text/plain; charset=utf-8 | [0-9a-f]{16}
            format=base62       | text/plain; charset=utf-8 | [0-9A-Za-z]{11}
            format=base32       | text/plain; charset=utf-8 | [0-9A-HJKMNP-TV-Z]{13}
            n=2&format=text     | text/plain; charset=utf-8 | [0-9]{18,19}\\n[0-9]{18,19}
            n=1&format=json     | application/json          | \\{"ids":\\["[0-9]{18,19}"]}
            n=2&format=json     | application/json          | \\{"ids":\\["[0-9]{18,19}","[0-9]{18,19}"]}
            n=2&format=hex      | text/plain; charset=utf-8 | [0-9a-f]{16}\\n[0-9a-f]{16}
            n=2&format=base62   | text/plain; charset=utf-8 | [0-9A-Za-z]{11}\\n[0-9A-Za-z]{11}
            n=2&format=base32   | text/plain; charset=utf-8 | [0-9A-Z]{13}\\n[0-9A-Z]{13}
            """)
    void writesIdsInEveryFormat(String query, String contentType, String body) throws Exception {
        HttpResponse<String> answer = get("/api/snowflake?" + query);

        assertThat(answer.version()).isEqualTo(version);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("content-type")).hasValue(contentType);
        assertThat(answer.body()).matches(body);
    }

    @Test
    void writesOctetsWithTheHighestFirst() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(gateway.uri("/api/snowflake?n=1000&format=octets"))
                .build();
        HttpResponse<byte[]> answer = client.send(request, BodyHandlers.ofByteArray());
        long[] ids = new long[1000];
        ByteBuffer.wrap(answer.body()).asLongBuffer().get(ids);

        assertThat(answer.headers().firstValue("content-type")).hasValue("application/octet-stream");
        assertThat(answer.body()).hasSize(8_000);
        assertThat(ids).isSorted().doesNotHaveDuplicates();
        assertThat(LongStream.of(ids).map(SnowflakeLayout.TWITTER::workerIdOf).distinct())
                .containsExactly((long) gateway.workerId());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            application/json                           | application/json
            APPLICATION/JSON                           | application/json
            application/json;q=0.5, text/plain;q=0.4   | application/json
            application/json;q=0.4, text/plain;q=0.5   | text/plain; charset=utf-8
            application/octet-stream                   | application/octet-stream
            text/html, */*                             | text/plain; charset=utf-8
            application/json;q=0                       | text/plain; charset=utf-8
            """)
    void writesWhatTheClientAccepts(String accept, String contentType) throws Exception {
        assertThat(get("/api/snowflake", "accept", accept).headers().firstValue("content-type"))
                .hasValue(contentType);
    }

    @Test
    void prefersTheParameterToWhatTheClientAccepts() throws Exception {
        assertThat(get("/api/snowflake?format=hex", "accept", "application/json")
                        .body())
                .matches("[0-9a-f]{16}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            format=xml             | format must be one of text, json, hex, base62, base32, octets: xml
            format=                | format must be one of text, json, hex, base62, base32, octets:
            format=JSON            | format must be one of text, json, hex, base62, base32, octets: JSON
            format=hex&format=text | format must be given once
            """)
    void refusesAnotherFormat(String query, String detail) throws Exception {
        assertProblem(get("/api/snowflake?" + query), detail);
    }

    @ParameterizedTest
    @EnumSource(TextForm.class)
    void readsItsOwnIdsInEveryForm(TextForm form) throws Exception {
        String id = get("/api/snowflake").body();
        String text = form.format(Long.parseLong(id));
        String name = form.name().toLowerCase(Locale.ROOT);

        assertThat(get("/api/snowflake/" + text + "?form=" + name).body()).startsWith("{\"id\":\"" + id + "\"");
        assertThat(get("/api/snowflake/" + text).body()).startsWith("{\"id\":\"" + id + "\"");
    }

    /** The places where these are written stand in the generator's PublishedIdsTest. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            twitter   | 1541815603606036480 | "time":"2022-06-28T16:07:40.105Z","epochMillis":1656432460105,"workerId":378,"datacenter":11,"worker":26,"sequence":0,
            twitter   | 1212092628029698048 | "time":"2019-12-31T19:26:16.
            discord   | 175928847299117063  | "time":"2016-04-30T11:18:25.796Z","epochMillis":1462015105796,"workerId":32,"datacenter":1,"worker":0,"sequence":7,
            instagram | 1465766914780715073 | "time":"2017-03-08T06:04:14.279Z"
            sonyflake | 2071261228866624    | "time":"2025-01-15T06:56:07.890Z","epochMillis":1736924167890,"workerId":40000,"datacenter":0,"worker":40000,"sequence":200,
            baidu     | 180363646902239241  | "workerId":4,"datacenter":0,"worker":4,"sequence":9,
            tsid      | 01226N0640J7K       | "time":"2020-
            tsid      | 38390726480144748   | "time":"2020-04-15T22:31:02.458Z"
            """)
    void saysWhatPublishedIdsSay(String layout, String id, String said) throws Exception {
        HttpResponse<String> answer = get("/api/snowflake/" + id + "?layout=" + layout);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.headers().firstValue("content-type")).hasValue("application/json");
        assertThat(answer.body()).contains(said);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            x                            | a decimal ID cannot have 'x' at position 0
            12a4                         | a decimal ID cannot have 'a' at position 2
            %20                          | a decimal ID cannot have U+0020 at position 0
            18446744073709551616         | a decimal ID must be 0..18446744073709551615
            18446744073709551615         | id must be 0..9223372036854775807: 18446744073709551615
            -1                           | id must be 0..9223372036854775807: 18446744073709551615
            123456789012345678901        | a decimal ID has 1..20 characters: 21
            123456789012345678901?form=base62 | a base62 ID has 11 characters: 21
            0271065ac102000G             | a hex ID cannot have 'G' at position 15
            zzzzzzzzzzz                  | a base62 ID must be
            1?form=octal                 | form must be one of decimal, signed, hex, base62, base32: octal
            1?layout=facebook            | layout must be one of twitter, js-safe-53, sharded-41-11-12, discord, instagram, sonyflake, baidu, tsid: facebook
            9007199254740992?layout=js-safe-53 | id must be 0..9007199254740991: 9007199254740992
            1?layout=tsid&layout=discord | layout must be given once
            """)
    void refusesWhatIsNoId(String id, String detail) throws Exception {
        assertProblem(get("/api/snowflake/" + id), detail);
    }

    @Test
    void servesNothingBelowAnIdAndNothingWithoutOne() throws Exception {
        assertThat(get("/api/snowflake/").statusCode()).isEqualTo(404);
        assertThat(get("/api/snowflake/1/2").statusCode()).isEqualTo(404);
    }

    @Test
    void writesNumbersWhereJavaScriptHoldsThem() throws Exception {
        try (TestGateway safe = TestGateway.start("--layout", "js-safe-53")) {
            assertThat(safe.get(version, "/api/snowflake?format=json").body()).matches("\\{\"id\":[0-9]{15,16}}");
            assertThat(safe.get(version, "/api/snowflake?format=json&n=2").body())
                    .matches("\\{\"ids\":\\[[0-9]{15,16},[0-9]{15,16}]}");
        }
    }

    @Test
    void writesUnsignedNumbersOfSixtyFourBits() throws Exception {
        try (TestGateway wide =
                TestGateway.start("--layout", "sharded-41-11-12", "--set", "snowflake.epoch-millis=1")) {
            String id = wide.get(version, "/api/snowflake").body();

            assertThat(Long.parseUnsignedLong(id)).isNegative();
            assertThat(wide.get(version, "/api/snowflake/" + id).body()).startsWith("{\"id\":\"" + id + "\"");
        }
    }

    @ParameterizedTest
    @CsvSource({"random", "rolling"})
    void spreadsIdsOverSmallRemainders(String start) throws Exception {
        try (TestGateway spread = TestGateway.start("--sequence-start", start)) {
            long[] ids = draw(spread);

            for (int divisor : List.of(2, 8)) {
                for (int remainder = 0; remainder < divisor; remainder++) {
                    assertThat(share(ids, divisor, remainder))
                            .as("%d mod %d of %s", remainder, divisor, start)
                            .isBetween(0.5 / divisor, 1.6 / divisor);
                }
            }
        }
    }

    @Test
    void startsAtZeroUnlessToldOtherwise() throws Exception {
        try (TestGateway usual = TestGateway.start()) {
            assertThat(LongStream.of(drawOnePerTick(usual))
                            .map(SnowflakeLayout.TWITTER::sequenceOf)
                            .distinct())
                    .containsExactly(0L);
        }
    }

    /** One after the other, a few in a millisecond at most. */
    private static long[] draw(TestGateway from) throws Exception {
        try (KeepAliveClient connection = new KeepAliveClient(from.trust(), from.port())) {
            long[] ids = new long[DRAWN];
            for (int i = 0; i < DRAWN; i++) {
                ids[i] = Long.parseLong(connection.get("/api/snowflake").body());
            }
            return ids;
        }
    }

    /** At most one in a millisecond, so that each is the first of its tick. */
    private static long[] drawOnePerTick(TestGateway from) throws Exception {
        try (KeepAliveClient connection = new KeepAliveClient(from.trust(), from.port())) {
            long[] ids = new long[FIRST_ONES];
            for (int i = 0; i < FIRST_ONES; ) {
                ids[i] = Long.parseLong(connection.get("/api/snowflake").body());
                boolean isFirst = i == 0
                        || SnowflakeLayout.TWITTER.epochMillisOf(ids[i])
                                > SnowflakeLayout.TWITTER.epochMillisOf(ids[i - 1]);
                i += isFirst ? 1 : 0;
            }
            return ids;
        }
    }

    private static double share(long[] ids, int divisor, int remainder) {
        return LongStream.of(ids).filter(id -> id % divisor == remainder).count() / (double) ids.length;
    }

    private static void assertProblem(HttpResponse<String> answer, String detail) {
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.headers().firstValue("content-type")).hasValue("application/problem+json");
        assertThat(answer.body()).contains("\"detail\":\"" + detail);
    }

    private HttpResponse<String> get(String path, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(gateway.uri(path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }
}
