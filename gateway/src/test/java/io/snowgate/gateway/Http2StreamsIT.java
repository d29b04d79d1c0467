package io.snowgate.gateway;

import static io.snowgate.gateway.http.Http2Octets.DATA;
import static io.snowgate.gateway.http.Http2Octets.END_HEADERS;
import static io.snowgate.gateway.http.Http2Octets.END_STREAM;
import static io.snowgate.gateway.http.Http2Octets.HEADERS;
import static io.snowgate.gateway.http.Http2Octets.INITIAL_WINDOW_SIZE;
import static io.snowgate.gateway.http.Http2Octets.MAX_HEADER_LIST_SIZE;
import static io.snowgate.gateway.http.Http2Octets.NO_FLAGS;
import static io.snowgate.gateway.http.Http2Octets.PING;
import static io.snowgate.gateway.http.Http2Octets.RST_STREAM;
import static io.snowgate.gateway.http.Http2Octets.WINDOW_UPDATE;
import static io.snowgate.gateway.http.Http2Octets.fields;
import static io.snowgate.gateway.http.Http2Octets.frame;
import static io.snowgate.gateway.http.Http2Octets.get;
import static io.snowgate.gateway.http.Http2Octets.number;
import static io.snowgate.gateway.http.Http2Octets.post;
import static io.snowgate.gateway.http.Http2Octets.request;
import static io.snowgate.gateway.http.Http2Octets.settings;
import static io.snowgate.gateway.http.Http2Octets.times;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.PooledByteBufAllocator;
import io.netty.handler.codec.http2.Http2Error;
import io.snowgate.gateway.RawHttp2.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What one stream may ask and what it costs the others, cases 43, 44, 46 and 47, and how a body is treated. */
class Http2StreamsIT {

    private static final int MAX_STREAMS = 100;
    private static final int LARGE_DOCUMENT_BYTES = 1 << 20;
    private static final long BOUND_BYTES = 5 << 20;

    @TempDir
    private static Path directory;

    private static TestGateway gateway;

    @BeforeAll
    static void start() throws IOException {
        Path document = directory.resolve("large.json");
        Files.writeString(document, '"' + "x".repeat(LARGE_DOCUMENT_BYTES - 2) + '"');
        gateway = TestGateway.start(
                "--state",
                "file:" + document,
                "--set",
                "limits.concurrent-streams=" + MAX_STREAMS,
                "--set",
                "limits.body-timeout=900ms");
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @Test
    void refusesStreamsPastTheMaximumWhileTheOthersGoOn() {
        try (RawHttp2 client = RawHttp2.connect(gateway)) {
            for (int i = 0; i < MAX_STREAMS; i++) {
                client.send(post(2 * i + 1));
            }
            int next = 2 * MAX_STREAMS + 1;
            assertThat(client.ask(next, "/up").reset()).isEqualTo(Http2Error.REFUSED_STREAM);
            assertThat(client.ask(next + 2, "/up").reset()).isEqualTo(Http2Error.REFUSED_STREAM);
            client.send(frame(DATA, END_STREAM, 1));
            assertThat(client.answer(1).status()).isEqualTo(405);
            assertThat(client.ask(next + 4, "/up").status()).isEqualTo(200);
        }
    }

    @Test
    void resetsStreamsWhoseAnswerIsNotTakenAndGoesOn() {
        try (RawHttp2 client = RawHttp2.connect(gateway, INITIAL_WINDOW_SIZE, 0)) {
            for (int i = 0; i < MAX_STREAMS; i++) {
                client.send(get(2 * i + 1, "/state"));
            }
            assertThat(PooledByteBufAllocator.DEFAULT.pinnedDirectMemory()).isLessThan(BOUND_BYTES);
            for (int i = 0; i < MAX_STREAMS; i++) {
                assertThat(client.answer(2 * i + 1).reset()).isEqualTo(Http2Error.CANCEL);
            }
            client.send(settings(INITIAL_WINDOW_SIZE, 65_535));
            assertThat(client.ask(2 * MAX_STREAMS + 1, "/up").status()).isEqualTo(200);
        }
    }

    @Test
    void resetsAStreamWhoseBodyDoesNotCome() {
        try (RawHttp2 client = RawHttp2.connect(gateway)) {
            client.send(post(1), frame(DATA, NO_FLAGS, 1, number(0)));
            assertThat(client.answer(1).reset()).isEqualTo(Http2Error.CANCEL);
            assertThat(client.ask(3, "/up").status()).isEqualTo(200);
        }
    }

    @Test
    void answersAClientThatWantsNoHeaderAtAll() {
        try (RawHttp2 client = RawHttp2.connect(gateway, MAX_HEADER_LIST_SIZE, 1)) {
            for (int id = 1; id < 20; id += 2) {
                assertThat(client.ask(id, "/up").status()).isEqualTo(200);
            }
        }
    }

    /** Each is what stands in for {@code :method GET :scheme https :path /up :authority localhost}. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                ":scheme https :path /up :authority localhost",
                ":method GET :path /up :authority localhost",
                ":method GET :scheme https :authority localhost",
                ":method GET :method GET :scheme https :path /up :authority localhost",
                ":method GET :scheme https :path /up :path /state :authority localhost",
                ":method GET :scheme https :path /up :authority localhost :authority other.test",
                ":method GET :scheme https :path /up x-early 1 :authority localhost",
                ":method GET :scheme https :path /up :authority localhost :status 200",
                ":method GET :scheme https :path /up :authority localhost :unknown 1",
                ":method GET :scheme https :path /up :authority localhost X-Upper 1",
                ":method GET :scheme https :path /up :authority localhost connection close",
                ":method GET :scheme https :path /up :authority localhost keep-alive 5",
                ":method GET :scheme https :path /up :authority localhost proxy-connection close",
                ":method GET :scheme https :path /up :authority localhost transfer-encoding chunked",
                ":method GET :scheme https :path /up :authority localhost upgrade h2c",
                ":method GET :scheme https :path /up :authority localhost te gzip",
            })
    void resetsARequestWhoseFieldsAreNotThoseOfHttp2(String namesAndValues) {
        try (RawHttp2 client = RawHttp2.connect(gateway)) {
            byte[] block = fields(namesAndValues.split(" "));
            client.send(frame(HEADERS, END_STREAM | END_HEADERS, 1, block));
            assertThat(client.answer(1).reset()).isEqualTo(Http2Error.PROTOCOL_ERROR);
            assertThat(client.ask(3, "/up").status()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ":method GET :scheme https :path /up",
                ":method GET :scheme https :path /up :authority user@localhost",
                ":method GET :scheme https :path up :authority localhost",
                ":method GET :scheme https :path /%zz :authority localhost",
            })
    void answers400ToARequestThatNamesNoHostOrNoPath(String namesAndValues) {
        try (RawHttp2 client = RawHttp2.connect(gateway)) {
            byte[] block = fields(namesAndValues.split(" "));
            client.send(frame(HEADERS, END_STREAM | END_HEADERS, 1, block));
            assertThat(client.answer(1).status()).isEqualTo(400);
        }
    }

    @Test
    void answersARequestWithABodyAfterTheBody() {
        try (RawHttp2 client = RawHttp2.connect(gateway)) {
            client.send(post(1), frame(DATA, NO_FLAGS, 1, new byte[100]), frame(PING, NO_FLAGS, 0, new byte[8]));
            client.await(PING);
            assertThat(client.isAnswered(1)).isFalse();
            client.send(frame(DATA, END_STREAM, 1, new byte[100]));
            Answer answer = client.answer(1);
            assertThat(answer.status()).isEqualTo(405);
            assertThat(answer.header("allow")).isEqualTo("GET, HEAD, OPTIONS");
        }
    }

    @Test
    void answersARequestThatEndsWithTrailers() {
        try (RawHttp2 client = RawHttp2.connect(gateway)) {
            client.send(post(1), frame(DATA, NO_FLAGS, 1, new byte[100]));
            client.send(frame(HEADERS, END_STREAM | END_HEADERS, 1, fields("x-sum", "1")));
            assertThat(client.answer(1).status()).isEqualTo(405);
            assertThat(client.ask(3, "/up").status()).isEqualTo(200);
        }
    }

    @Test
    void answers413ToABodyPastTheLimitAndGoesOn() {
        try (RawHttp2 client = RawHttp2.connect(gateway)) {
            client.send(post(1), times(5, frame(DATA, NO_FLAGS, 1, new byte[15_000])));
            Answer answer = client.answer(1);
            assertThat(answer.status()).isEqualTo(413);
            assertThat(answer.isWhole()).isTrue();
            assertThat(answer.body()).contains("\"status\":413");
            assertThat(answer.header("access-control-allow-origin")).isEqualTo("*");
            assertThat(client.ask(3, "/up").status()).isEqualTo(200);
        }
    }

    @Test
    void allowsTrailersOfABodyThatWasTooLarge() {
        try (RawHttp2 client = RawHttp2.connect(gateway)) {
            client.send(post(1), times(5, frame(DATA, NO_FLAGS, 1, new byte[15_000])));
            client.answer(1);
            client.send(frame(HEADERS, END_STREAM | END_HEADERS, 1, fields("x-sum", "1")));
            assertThat(client.ask(3, "/up").status()).isEqualTo(200);
        }
    }

    /** 12 MB through a connection window of 64 KiB: it is given back for bodies that nobody reads, too. */
    @Test
    void givesTheWindowBackForEachBody() {
        byte[] body = new byte[15_000];
        try (RawHttp2 client = RawHttp2.connect(gateway)) {
            for (int id = 1; id < 400; id += 2) {
                client.send(post(id), times(3, frame(DATA, NO_FLAGS, id, body)), frame(DATA, END_STREAM, id, body));
                assertThat(client.answer(id).status()).isEqualTo(405);
            }
        }
    }

    @Test
    void givesTheWindowBackForBodiesOfStreamsThatAreClosed() {
        byte[] late = times(100, frame(DATA, NO_FLAGS, 1, new byte[15_000]));
        try (RawHttp2 client = RawHttp2.connect(gateway)) {
            client.send(post(1), frame(RST_STREAM, NO_FLAGS, 1, number(0)), late);
            assertThat(client.ask(3, "/up").status()).isEqualTo(200);
        }
    }

    @Test
    void letsAClientTakeALargeDocumentThroughASmallWindow() {
        try (RawHttp2 client = RawHttp2.connect(gateway)) {
            client.send(get(1, "/state"));
            for (int i = 0; i < 1_000; i++) {
                client.send(frame(WINDOW_UPDATE, NO_FLAGS, 1, number(1_024)));
                client.send(frame(WINDOW_UPDATE, NO_FLAGS, 0, number(1_024)));
            }
            assertThat(client.answer(1).body()).hasSize(LARGE_DOCUMENT_BYTES);
        }
    }

    @Test
    void answersHeadWithTheLengthOfTheBodyAndNoBody() {
        try (RawHttp2 client = RawHttp2.connect(gateway)) {
            client.send(frame(HEADERS, END_STREAM | END_HEADERS, 1, request("HEAD", "/state")));
            Answer answer = client.answer(1);
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.header("content-length")).isEqualTo(Integer.toString(LARGE_DOCUMENT_BYTES));
            assertThat(answer.body()).isEmpty();
        }
    }

    @Test
    void answers304WithoutALength() {
        try (RawHttp2 client = RawHttp2.connect(gateway)) {
            client.send(frame(HEADERS, END_STREAM | END_HEADERS, 1, request("HEAD", "/state")));
            String etag = String.valueOf(client.answer(1).header("etag"));
            Answer answer = client.ask(3, "/state", "if-none-match", etag);
            assertThat(answer.status()).isEqualTo(304);
            assertThat(answer.header("content-length")).isNull();
            assertThat(answer.header("etag")).isEqualTo(etag);
            assertThat(answer.body()).isEmpty();
        }
    }

    @Test
    void invitesTheBodyOfAClientThatWaitsToBeTold() {
        try (RawHttp2 client = RawHttp2.connect(gateway)) {
            client.send(post(1, "expect", "100-continue"));
            assertThat(Objects.requireNonNull(client.await(HEADERS).headers()).status())
                    .hasToString("100");
            client.send(frame(DATA, END_STREAM, 1, new byte[10]));
            assertThat(client.answer(1).status()).isEqualTo(405);
        }
    }

    @Test
    void answers417ToAnUnknownExpectation() {
        try (RawHttp2 client = RawHttp2.connect(gateway)) {
            client.send(post(1, "expect", "wonders"));
            assertThat(client.answer(1).status()).isEqualTo(417);
            assertThat(client.ask(3, "/up").status()).isEqualTo(200);
        }
    }
}
