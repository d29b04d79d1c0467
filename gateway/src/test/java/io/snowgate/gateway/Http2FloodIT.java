package io.snowgate.gateway;

import static io.snowgate.gateway.http.Http2Octets.CONTINUATION;
import static io.snowgate.gateway.http.Http2Octets.DATA;
import static io.snowgate.gateway.http.Http2Octets.END_HEADERS;
import static io.snowgate.gateway.http.Http2Octets.END_STREAM;
import static io.snowgate.gateway.http.Http2Octets.HEADERS;
import static io.snowgate.gateway.http.Http2Octets.NO_FLAGS;
import static io.snowgate.gateway.http.Http2Octets.PING;
import static io.snowgate.gateway.http.Http2Octets.PRIORITY;
import static io.snowgate.gateway.http.Http2Octets.RST_STREAM;
import static io.snowgate.gateway.http.Http2Octets.WINDOW_UPDATE;
import static io.snowgate.gateway.http.Http2Octets.bytes;
import static io.snowgate.gateway.http.Http2Octets.fields;
import static io.snowgate.gateway.http.Http2Octets.frame;
import static io.snowgate.gateway.http.Http2Octets.get;
import static io.snowgate.gateway.http.Http2Octets.number;
import static io.snowgate.gateway.http.Http2Octets.post;
import static io.snowgate.gateway.http.Http2Octets.request;
import static io.snowgate.gateway.http.Http2Octets.settings;
import static io.snowgate.gateway.http.Http2Octets.times;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.PooledByteBufAllocator;
import io.netty.handler.codec.http2.Http2Error;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Clients that send much and ask for nothing, cases 38 to 42 and 45. Others must not notice, and memory is bounded. */
class Http2FloodIT {

    private static final int AT_A_TIME = 50;
    private static final int WITHIN_PAIRS = 500;
    private static final int WITHIN_FRAMES = 10_000;
    private static final int WITHIN_CONTINUATIONS = 2_000;
    private static final long BOUND_BYTES = 5 << 20;
    private static final byte[] CANCEL = number((int) Http2Error.CANCEL.code());
    private static final byte[] FULL_FRAME = new byte[16_384];

    private static TestGateway gateway;

    @BeforeAll
    static void start() {
        gateway = TestGateway.start();
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @AfterEach
    void servesOthersAndHoldsNothing() {
        try (RawHttp2 other = RawHttp2.connect(gateway)) {
            assertThat(other.ask(1, "/up").status()).isEqualTo(200);
        }
        await().until(() -> PooledByteBufAllocator.DEFAULT.pinnedDirectMemory() < BOUND_BYTES);
    }

    @Test
    void calmsAClientThatResetsEachOfItsRequests() {
        assertThat(endAfter(WITHIN_PAIRS, id -> bytes(get(id, "/state"), frame(RST_STREAM, NO_FLAGS, id, CANCEL))))
                .isEqualTo(Http2Error.ENHANCE_YOUR_CALM);
    }

    static Stream<Arguments> waysToMakeUsReset() {
        byte[] most = number(Integer.MAX_VALUE);
        return Stream.of(
                way("window update of zero", id -> bytes(post(id), frame(WINDOW_UPDATE, NO_FLAGS, id, number(0)))),
                way("window past 2^31-1", id -> bytes(post(id), frame(WINDOW_UPDATE, NO_FLAGS, id, most))),
                way("priority of wrong length", id -> bytes(post(id), frame(PRIORITY, NO_FLAGS, id, number(0)))),
                way("data after the end", id -> bytes(get(id, "/state"), frame(DATA, END_STREAM, id, number(0)))));
    }

    private static Arguments way(String name, IntFunction<byte[]> pair) {
        return Arguments.of(name, pair);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("waysToMakeUsReset")
    void calmsAClientThatMakesUsResetItsRequests(String way, IntFunction<byte[]> pair) {
        assertThat(endAfter(WITHIN_PAIRS, pair)).as(way).isEqualTo(Http2Error.ENHANCE_YOUR_CALM);
    }

    static Stream<Arguments> framesThatAskForNothing() {
        return Stream.of(
                Arguments.of("ping", frame(PING, NO_FLAGS, 0, new byte[8])),
                Arguments.of("settings", settings()),
                Arguments.of("priority", frame(PRIORITY, NO_FLAGS, 3, new byte[5])),
                Arguments.of("window update of the connection", frame(WINDOW_UPDATE, NO_FLAGS, 0, number(1))),
                Arguments.of("window update of a closed stream", frame(WINDOW_UPDATE, NO_FLAGS, 1, number(1))),
                Arguments.of("reset of a closed stream", frame(RST_STREAM, NO_FLAGS, 1, CANCEL)),
                Arguments.of("unknown type", frame(0x20, NO_FLAGS, 0, number(0))),
                Arguments.of("unknown type on a closed stream", frame(0x20, NO_FLAGS, 1, number(0))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("framesThatAskForNothing")
    void calmsAClientThatSendsManyFramesThatAskForNothing(String kind, byte[] frame) {
        try (RawHttp2 client = RawHttp2.connect(gateway)) {
            client.ask(1, "/up");
            flood(client, frame);
            assertThat(client.awaitGoAway()).as(kind).isEqualTo(Http2Error.ENHANCE_YOUR_CALM);
            client.awaitClosed();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("framesThatAskForNothing")
    void calmsAClientThatDoesNotReadEither(String kind, byte[] frame) {
        try (RawHttp2 client = RawHttp2.connect(gateway)) {
            client.ask(1, "/up");
            client.read(false);
            flood(client, frame);
            assertThat(PooledByteBufAllocator.DEFAULT.pinnedDirectMemory()).isLessThan(BOUND_BYTES);
            client.read(true);
            assertThat(client.awaitGoAway()).as(kind).isEqualTo(Http2Error.ENHANCE_YOUR_CALM);
            client.awaitClosed();
        }
    }

    @Test
    void letsAClientPingWithItsRequestsForAsLongAsItLikes() {
        try (RawHttp2 client = RawHttp2.connect(gateway)) {
            for (int id = 1; id < 2 * WITHIN_PAIRS; id += 2) {
                client.send(times(8, frame(PING, NO_FLAGS, 0, new byte[8])));
                assertThat(client.ask(id, "/up").status()).isEqualTo(200);
            }
        }
    }

    @Test
    void endsAHeaderOfManyEmptyContinuations() {
        try (RawHttp2 client = RawHttp2.connect(gateway)) {
            client.send(frame(HEADERS, END_STREAM, 1, request("GET", "/up")));
            client.send(times(WITHIN_CONTINUATIONS, frame(CONTINUATION, NO_FLAGS, 1)));
            assertThat(client.awaitGoAway()).isEqualTo(Http2Error.ENHANCE_YOUR_CALM);
        }
    }

    @Test
    void endsAHeaderOfLargeContinuations() {
        try (RawHttp2 client = RawHttp2.connect(gateway)) {
            client.send(frame(HEADERS, END_STREAM, 1, request("GET", "/up")));
            client.send(times(100, frame(CONTINUATION, NO_FLAGS, 1, FULL_FRAME)));
            assertThat(client.awaitGoAway()).isIn(Http2Error.ENHANCE_YOUR_CALM, Http2Error.PROTOCOL_ERROR);
        }
    }

    @Test
    void answers431ToAHeaderPastTheLimitAndGoesOn() {
        try (RawHttp2 client = RawHttp2.connect(gateway)) {
            RawHttp2.Answer refused = client.ask(1, "/up", "x-long", "x".repeat(9_000));
            assertThat(refused.status()).isEqualTo(431);
            assertThat(refused.isWhole()).isTrue();
            assertThat(refused.body()).contains("\"status\":431");
            assertThat(refused.header("access-control-allow-origin")).isEqualTo("*");
            assertThat(client.ask(3, "/up").status()).isEqualTo(200);
        }
    }

    @Test
    void answers431ToMoreFieldsThanTheLimit() {
        String[] many = Stream.generate(() -> "x").limit(2 * 120).toArray(String[]::new);
        try (RawHttp2 client = RawHttp2.connect(gateway)) {
            assertThat(client.ask(1, "/up", many).status()).isEqualTo(431);
        }
    }

    /** An entry of 4,000 octets put into the table once and then named a thousand times, an octet each. */
    @Test
    void answers431ToAnHpackBomb() {
        byte[] entry = fields("x-bomb", "x".repeat(4_000));
        entry[0] = 0x40;
        byte[] bomb = times(1_000, new byte[] {(byte) (0x80 | 62)});
        byte[] block = bytes(request("GET", "/up"), entry, bomb);
        try (RawHttp2 client = RawHttp2.connect(gateway)) {
            client.send(frame(HEADERS, END_STREAM | END_HEADERS, 1, block));
            assertThat(client.answer(1).status()).isEqualTo(431);
            assertThat(client.ask(3, "/up").status()).isEqualTo(200);
        }
    }

    @Test
    void endsAFloodOfEmptyData() {
        try (RawHttp2 client = RawHttp2.connect(gateway)) {
            client.send(post(1));
            flood(client, frame(DATA, NO_FLAGS, 1));
            assertThat(client.awaitGoAway()).isEqualTo(Http2Error.ENHANCE_YOUR_CALM);
        }
    }

    /** How a connection ends that sends this for at most so many streams. */
    private static Http2Error endAfter(int pairs, IntFunction<byte[]> pair) {
        try (RawHttp2 client = RawHttp2.connect(gateway)) {
            for (int id = 1; id < 2 * pairs; id += 2) {
                if (!client.send(pair.apply(id))) {
                    break;
                }
            }
            Http2Error error = client.awaitGoAway();
            client.awaitClosed();
            return error;
        }
    }

    private static void flood(RawHttp2 client, byte[] frame) {
        byte[] burst = times(AT_A_TIME, frame);
        for (int sent = 0; sent < WITHIN_FRAMES; sent += AT_A_TIME) {
            if (!client.send(burst)) {
                return;
            }
        }
    }
}
