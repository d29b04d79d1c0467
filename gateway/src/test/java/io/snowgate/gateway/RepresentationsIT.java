package io.snowgate.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.flipkart.zjsonpatch.JsonPatch;
import io.snowgate.gateway.state.Decoding;
import io.snowgate.gateway.state.Documents;
import io.snowgate.gateway.wire.Coding;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The state in every coding, as difference and as patch: what clients get and may rely on, over HTTP/1.1 and HTTP/2. */
class RepresentationsIT {

    private static final HttpClient.Version H1 = HttpClient.Version.HTTP_1_1;
    private static final String CHROMIUM = "gzip, deflate, br, zstd";
    private static final String CHROMIUM_WITH_DICTIONARY = CHROMIUM + ", dcb, dcz";
    private static final byte[] NO_DICTIONARY = {};
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void servesEachCodingWithATagOfItsOwn(HttpClient.Version version) throws Exception {
        try (TestGateway gateway = start("off");
                HttpClient client = gateway.client(version)) {
            awaitCoded(gateway, client, 1);
            List<String> tags = new ArrayList<>();
            for (String coding : List.of("identity", "gzip", "br", "zstd")) {
                HttpResponse<byte[]> answer = get(gateway, client, "/state", "accept-encoding", coding);
                assertThat(decode(answer, NO_DICTIONARY)).as(coding).isEqualTo(bytes(1));
                assertThat(header(answer, "content-encoding")).isEqualTo(coding.equals("identity") ? "" : coding);
                assertThat(header(answer, "content-length")).isEqualTo(Integer.toString(answer.body().length));
                assertThat(header(answer, "vary")).isEqualTo("accept-encoding");
                tags.add(header(answer, "etag"));
            }
            HttpResponse<byte[]> plain = get(gateway, client, "/state");

            assertThat(tags).doesNotHaveDuplicates();
            assertThat(header(plain, "etag")).isEqualTo(tags.getFirst());
            assertThat(header(plain, "content-encoding")).isEmpty();
            assertThat(header(plain, "vary")).isEqualTo("accept-encoding");
            assertThat(plain.body()).isEqualTo(bytes(1));
        }
    }

    /** {@code held} is the coding whose tag the client sends; what is not acceptable is not what it may have. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gzip           | gzip     | 304",
                "gzip           | identity | 304",
                "gzip           | br       | 200",
                "br, gzip       | gzip     | 304",
                "br, gzip       | zstd     | 200",
                "identity       | identity | 304",
                "identity       | gzip     | 200",
                "gzip, identity;q=0 | identity | 200",
                "               | identity | 304",
                "               | br       | 304"
            })
    void saysNotModifiedForAnyTagOfWhatMayBeSelected(String accepted, String held, int status) throws Exception {
        for (HttpClient.Version version : HttpClient.Version.values()) {
            try (TestGateway gateway = start("off");
                    HttpClient client = gateway.client(version)) {
                awaitCoded(gateway, client, 1);
                String tag = header(get(gateway, client, "/state", "accept-encoding", held), "etag");
                for (String list : List.of(tag, "W/" + tag, "\"x\", " + tag)) {
                    String[] headers = accepted == null
                            ? new String[] {"if-none-match", list}
                            : new String[] {"if-none-match", list, "accept-encoding", accepted};
                    HttpResponse<byte[]> answer = get(gateway, client, "/state", headers);
                    assertThat(answer.statusCode()).as(version + " " + list).isEqualTo(status);
                    assertThat(header(answer, "vary")).isEqualTo("accept-encoding");
                    if (status == 304) {
                        assertThat(header(answer, "etag")).isEqualTo(tag);
                        assertThat(answer.body()).isEmpty();
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void refusesOnlyWhoTakesNothing(HttpClient.Version version) throws Exception {
        try (TestGateway gateway = start("off");
                HttpClient client = gateway.client(version)) {
            awaitCoded(gateway, client, 1);
            for (String nothing : List.of("identity;q=0", "*;q=0", "deflate, identity;q=0", "identity;q=0, dcz")) {
                HttpResponse<byte[]> refused = get(gateway, client, "/state", "accept-encoding", nothing);
                assertThat(refused.statusCode()).as(nothing).isEqualTo(406);
                assertThat(new String(refused.body(), UTF_8))
                        .contains("accept-encoding")
                        .contains(nothing);
            }
            for (String garbage : List.of(",;,q=", "gzip;q=nonsense", "\"", "a".repeat(4_000))) {
                assertThat(get(gateway, client, "/state", "accept-encoding", garbage)
                                .body())
                        .isEqualTo(bytes(1));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void sendsTheDifferenceToTheVersionThatTheClientHas(HttpClient.Version version) throws Exception {
        try (TestGateway gateway = start("previous");
                HttpClient client = gateway.client(version)) {
            awaitCoded(gateway, client, 1);
            HttpResponse<byte[]> whole = get(gateway, client, "/state", "accept-encoding", CHROMIUM);
            assertThat(header(whole, "use-as-dictionary")).isEqualTo("match=\"/state*\"");
            assertThat(header(whole, "cache-control")).isEqualTo("max-age=0, stale-while-revalidate=60");
            write(2);
            awaitDelta(gateway, client, 1, 2);

            for (String coding : List.of("dcb", "dcz")) {
                HttpResponse<byte[]> delta =
                        get(gateway, client, "/state", "accept-encoding", coding, "available-dictionary", name(1));
                assertThat(header(delta, "content-encoding")).isEqualTo(coding);
                assertThat(decode(delta, bytes(1))).isEqualTo(bytes(2));
                assertThat(delta.body().length).isLessThan(bytes(2).length / 8);
                assertThat(header(delta, "vary")).isEqualTo("accept-encoding, available-dictionary");
                HttpResponse<byte[]> again = get(
                        gateway,
                        client,
                        "/state",
                        "accept-encoding",
                        coding,
                        "available-dictionary",
                        name(1),
                        "if-none-match",
                        header(delta, "etag"));
                assertThat(again.statusCode()).isEqualTo(304);
                HttpResponse<byte[]> withOther = get(
                        gateway,
                        client,
                        "/state",
                        "accept-encoding",
                        coding,
                        "available-dictionary",
                        name(2),
                        "if-none-match",
                        header(delta, "etag"));
                assertThat(withOther.statusCode())
                        .as("a cache between may not give one client the difference of another")
                        .isEqualTo(200);
            }
        }
    }

    @Test
    void sendsWhateverIsShortest() throws Exception {
        try (TestGateway gateway = start("previous");
                HttpClient client = gateway.client(H1)) {
            awaitCoded(gateway, client, 1);
            write(2);
            awaitDelta(gateway, client, 1, 2);
            int shortest = Integer.MAX_VALUE;
            for (String coding : List.of("dcb", "dcz", "br", "zstd", "gzip", "identity")) {
                shortest = Math.min(
                        shortest,
                        get(gateway, client, "/state", "accept-encoding", coding, "available-dictionary", name(1))
                                .body()
                                .length);
            }
            assertThat(delta(gateway, client, 1).body()).hasSize(shortest);
        }
    }

    /** Nobody has asked for it, so it is not there; the first who does gets the document otherwise. */
    @Test
    void aDifferenceToAnOlderVersionComesForWhoAsksNext() throws Exception {
        try (TestGateway gateway = start("previous");
                HttpClient client = gateway.client(H1)) {
            awaitCoded(gateway, client, 1);
            write(2);
            awaitCoded(gateway, client, 2);
            write(3);
            awaitCoded(gateway, client, 3);

            HttpResponse<byte[]> first = delta(gateway, client, 1);
            assertThat(header(first, "content-encoding")).isEqualTo("br");
            assertThat(decode(first, NO_DICTIONARY)).isEqualTo(bytes(3));
            awaitDelta(gateway, client, 1, 3);
        }
    }

    @ParameterizedTest
    @CsvSource({"nonsense", ":nonsense:", ":" + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=" + ":", ":", "''"})
    void anUnknownDictionaryGetsTheDocument(String name) throws Exception {
        try (TestGateway gateway = start("previous");
                HttpClient client = gateway.client(H1)) {
            awaitCoded(gateway, client, 1);
            HttpResponse<byte[]> answer = get(
                    gateway,
                    client,
                    "/state",
                    "accept-encoding",
                    CHROMIUM_WITH_DICTIONARY,
                    "available-dictionary",
                    name);
            assertThat(header(answer, "content-encoding")).isEqualTo("br");
            assertThat(decode(answer, NO_DICTIONARY)).isEqualTo(bytes(1));
        }
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void servesADictionaryToWhichDifferencesAreShort(HttpClient.Version version) throws Exception {
        try (TestGateway gateway = start("dictionary");
                HttpClient client = gateway.client(version)) {
            awaitCoded(gateway, client, 1);
            HttpResponse<byte[]> dictionary = get(gateway, client, "/state/dictionary", "accept-encoding", CHROMIUM);
            assertThat(decode(dictionary, NO_DICTIONARY)).isEqualTo(bytes(1));
            assertThat(header(dictionary, "content-type")).isEqualTo("application/json");
            assertThat(header(dictionary, "cache-control")).isEqualTo("max-age=3600");
            assertThat(header(dictionary, "use-as-dictionary")).isEqualTo("match=\"/state*\"");
            assertThat(header(dictionary, "vary")).isEqualTo("accept-encoding");
            assertThat(get(gateway, client, "/state/dictionary", "if-none-match", header(dictionary, "etag"))
                            .statusCode())
                    .isEqualTo(304);
            write(2);
            awaitDelta(gateway, client, 1, 2);
            write(3);
            awaitDelta(gateway, client, 1, 3);

            HttpResponse<byte[]> delta = delta(gateway, client, 1);
            assertThat(header(delta, "cache-control")).isEqualTo("no-cache");
            assertThat(header(delta, "use-as-dictionary")).isEmpty();
            assertThat(decode(get(gateway, client, "/state/dictionary"), NO_DICTIONARY))
                    .isEqualTo(bytes(1));
        }
    }

    @Test
    void hasNoDictionaryWhereDifferencesStartElsewhere() throws Exception {
        try (TestGateway gateway = start("previous");
                HttpClient client = gateway.client(H1)) {
            awaitCoded(gateway, client, 1);
            HttpResponse<byte[]> answer = get(gateway, client, "/state/dictionary");
            assertThat(answer.statusCode()).isEqualTo(404);
            assertThat(new String(answer.body(), UTF_8))
                    .contains("this state has no dictionary: its delta is previous");
        }
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void aPatchLeadsFromTheVersionThatTheClientNames(HttpClient.Version version) throws Exception {
        try (TestGateway gateway = start("off");
                HttpClient client = gateway.client(version)) {
            awaitCoded(gateway, client, 1);
            HttpResponse<byte[]> whole = get(gateway, client, "/state", "accept-encoding", "gzip");
            JsonNode held = JSON.readTree(decode(whole, NO_DICTIONARY));
            String since = header(whole, "etag");
            for (int number = 2; number <= 4; number++) {
                write(number);
                HttpResponse<byte[]> patch = awaitPatch(gateway, client, since, "br");
                held = JsonPatch.apply(JSON.readTree(decode(patch, NO_DICTIONARY)), held);
                assertThat(held).isEqualTo(JSON.readTree(bytes(number)));
                assertThat(header(patch, "vary")).isEqualTo("accept-encoding");
                assertThat(header(patch, "content-encoding")).isEqualTo("br");
                String tag = header(patch, "etag");
                assertThat(get(gateway, client, path(since), "accept-encoding", "br", "if-none-match", tag)
                                .statusCode())
                        .isEqualTo(304);
                since = tag;
            }
            HttpResponse<byte[]> nothing = get(gateway, client, path(since));
            assertThat(nothing.body()).asString().isEqualTo("[]");
            assertThat(header(nothing, "content-type")).isEqualTo("application/json-patch+json");
        }
    }

    @Test
    void givesTheDocumentToWhoNamesAVersionItNeverHadAndRefusesWhatIsNoTag() throws Exception {
        try (TestGateway gateway = start("off");
                HttpClient client = gateway.client(H1)) {
            awaitCoded(gateway, client, 1);
            HttpResponse<byte[]> whole = get(gateway, client, path("\"" + "0".repeat(32) + "\""));
            assertThat(whole.body()).isEqualTo(bytes(1));
            assertThat(header(whole, "content-type")).isEqualTo("application/json");
            for (String bad : List.of(
                    "", "x", "\"abc\"", "0".repeat(31), "0".repeat(33), "0".repeat(32) + "-" + "x".repeat(99))) {
                HttpResponse<byte[]> refused = get(gateway, client, path(bad));
                assertThat(refused.statusCode()).as(bad).isEqualTo(400);
                assertThat(new String(refused.body(), UTF_8)).contains("since must be an ETag of this state");
            }
            assertThat(get(gateway, client, "/state?since=a&since=b").statusCode())
                    .isEqualTo(400);
            assertThat(get(gateway, client, "/state?other=1").body()).isEqualTo(bytes(1));
        }
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void variesByOriginBesidesWhereOriginsAreListed(HttpClient.Version version) throws Exception {
        try (TestGateway gateway = start("previous", "--cors-origin", "https://app.example");
                HttpClient client = gateway.client(version)) {
            awaitCoded(gateway, client, 1);
            HttpResponse<byte[]> answer =
                    get(gateway, client, "/state", "accept-encoding", "br", "origin", "https://app.example");
            assertThat(answer.headers().allValues("vary"))
                    .containsExactlyInAnyOrder("accept-encoding, available-dictionary", "origin");
            HttpResponse<byte[]> again =
                    get(gateway, client, "/state", "accept-encoding", "br", "if-none-match", header(answer, "etag"));
            assertThat(again.statusCode()).isEqualTo(304);
            assertThat(again.headers().allValues("vary"))
                    .containsExactlyInAnyOrder("accept-encoding, available-dictionary", "origin");
        }
    }

    @Test
    void aLongDocumentIsThereAtOnceAndCodedAfterwards() throws Exception {
        Path file = Files.write(directory.resolve("state.json"), Documents.document(180_000, 1, 50));
        try (TestGateway gateway =
                        TestGateway.start("--state", "file:" + file, "--refresh", "1s", "--stale-after", "60s");
                HttpClient client = gateway.client(HttpClient.Version.HTTP_2)) {
            byte[] whole = Files.readAllBytes(file);
            assertThat(whole.length).isBetween(7_000_000, 8 << 20);
            Awaitility.await().until(() -> get(gateway, client, "/state").statusCode() == 200);
            for (String coding : List.of("zstd", "gzip", "br")) {
                Awaitility.await()
                        .until(() -> header(
                                        get(gateway, client, "/state", "accept-encoding", coding), "content-encoding")
                                .equals(coding));
                assertThat(decode(get(gateway, client, "/state", "accept-encoding", coding), NO_DICTIONARY))
                        .isEqualTo(whole);
            }
        }
    }

    @Test
    void refusesAStaleDocumentWhereThatIsWanted() throws Exception {
        Path file = Files.write(directory.resolve("state.json"), bytes(1));
        try (TestGateway gateway = TestGateway.start(
                        "--state",
                        "file:" + file,
                        "--refresh",
                        "100ms",
                        "--stale-after",
                        "500ms",
                        "--set",
                        "state.when-stale=refuse");
                HttpClient client = gateway.client(H1)) {
            Awaitility.await().until(() -> get(gateway, client, "/state").statusCode() == 200);
            Files.delete(file);
            Awaitility.await().until(() -> get(gateway, client, "/state").statusCode() == 503);
            HttpResponse<byte[]> refused = get(gateway, client, "/state");
            assertThat(new String(refused.body(), UTF_8))
                    .contains("the state was last confirmed longer ago than it may be served");
            assertThat(header(refused, "retry-after")).isEqualTo("1");
            Files.write(file, bytes(1));
            Awaitility.await().until(() -> get(gateway, client, "/state").statusCode() == 200);
        }
    }

    @Test
    void countsWhatWasSentByCoding() throws Exception {
        try (TestGateway gateway = start("off");
                HttpClient client = gateway.client(H1)) {
            awaitCoded(gateway, client, 1);
            Scrape before = Scrape.of(gateway);
            HttpResponse<byte[]> br = get(gateway, client, "/state", "accept-encoding", "br");
            get(gateway, client, "/state", "accept-encoding", "br", "if-none-match", header(br, "etag"));
            get(gateway, client, "/state");
            get(gateway, client, path(header(br, "etag")));
            Scrape after = Scrape.of(gateway);

            assertThat(counted("responses", "br", before, after)).isEqualTo(1);
            assertThat(counted("response_bytes", "br", before, after)).isEqualTo(br.body().length);
            assertThat(counted("responses", "not-modified", before, after)).isEqualTo(1);
            assertThat(counted("responses", "identity", before, after)).isEqualTo(1);
            assertThat(counted("response_bytes", "identity", before, after)).isEqualTo(bytes(1).length);
            assertThat(counted("responses", "patch", before, after)).isEqualTo(1);
            assertThat(counted("response_bytes", "patch", before, after)).isEqualTo(2);
        }
    }

    private static double counted(String what, String coding, Scrape before, Scrape after) {
        String sample = "snowgate_state_" + what + "_total{coding=\"" + coding + "\",state=\"default\"}";
        return after.value(sample) - before.value(sample);
    }

    private TestGateway start(String delta, String... more) throws IOException {
        Path file = Files.write(directory.resolve("state.json"), bytes(1));
        List<String> flags = new ArrayList<>(
                List.of("--state", "file:" + file, "--refresh", "100ms", "--set", "state.delta=" + delta));
        flags.addAll(Arrays.asList(more));
        return TestGateway.start(flags.toArray(String[]::new));
    }

    private void write(int number) throws IOException {
        Path next = Files.write(directory.resolve("next.json"), bytes(number));
        Files.move(
                next,
                directory.resolve("state.json"),
                StandardCopyOption.REPLACE_EXISTING,
                StandardCopyOption.ATOMIC_MOVE);
    }

    private static void awaitCoded(TestGateway gateway, HttpClient client, int number) {
        Awaitility.await().until(() -> {
            HttpResponse<byte[]> answer = get(gateway, client, "/state", "accept-encoding", "br");
            return header(answer, "content-encoding").equals("br")
                    && Arrays.equals(decode(answer, NO_DICTIONARY), bytes(number));
        });
    }

    private static void awaitDelta(TestGateway gateway, HttpClient client, int from, int to) {
        Awaitility.await().until(() -> {
            HttpResponse<byte[]> answer = delta(gateway, client, from);
            return header(answer, "content-encoding").startsWith("dc")
                    && Arrays.equals(decode(answer, bytes(from)), bytes(to));
        });
    }

    private static HttpResponse<byte[]> awaitPatch(
            TestGateway gateway, HttpClient client, String since, String coding) {
        return Awaitility.await()
                .until(
                        () -> get(gateway, client, path(since), "accept-encoding", coding),
                        answer -> header(answer, "content-type").contains("patch") && answer.body().length > 2);
    }

    private static HttpResponse<byte[]> delta(TestGateway gateway, HttpClient client, int from)
            throws IOException, InterruptedException {
        return get(
                gateway,
                client,
                "/state",
                "accept-encoding",
                CHROMIUM_WITH_DICTIONARY,
                "available-dictionary",
                name(from));
    }

    private static HttpResponse<byte[]> get(TestGateway gateway, HttpClient client, String path, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(gateway.uri(path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), BodyHandlers.ofByteArray());
    }

    private static byte[] decode(HttpResponse<byte[]> answer, byte[] dictionary) {
        String coding = header(answer, "content-encoding");
        return Decoding.decode(
                coding.isEmpty() ? Coding.IDENTITY : Coding.valueOf(coding.toUpperCase(Locale.ROOT)),
                answer.body(),
                dictionary);
    }

    private static String header(HttpResponse<?> answer, String name) {
        return answer.headers().firstValue(name).orElse("");
    }

    private static String path(String since) {
        return "/state?since=" + URLEncoder.encode(since, UTF_8);
    }

    /** As a browser names its dictionary. */
    private static String name(int number) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes(number));
            return ":" + Base64.getEncoder().encodeToString(hash) + ":";
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    private static byte[] bytes(int number) {
        return Documents.document(45, number, 9);
    }
}
