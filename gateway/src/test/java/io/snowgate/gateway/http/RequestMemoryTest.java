package io.snowgate.gateway.http;

import static io.snowgate.gateway.http.Http1Connection.get;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.ReferenceCountUtil;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestMemoryTest {

    /** What a client may send next, sound or not. */
    private static final List<String> REQUESTS = List.of(
            get("/echo?1"),
            get("/echo?1"),
            get("/echo?1"),
            get("/echo?2"),
            get("/echo?12"),
            "GET /echo?1 HTTP/1.1\r\nHost: y\r\n\r\n",
            "GET /echo?1 HTTP/1.1\r\nhost: x\r\n\r\n",
            "HEAD /echo?1 HTTP/1.1\r\nHost: x\r\n\r\n",
            "GET /echo?1 HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
            get("/large"),
            get("/nothing"),
            "\r\n" + get("/echo?3"),
            "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc",
            "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
            "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n");

    private static final List<String> LAST_REQUESTS = List.of(
            "GET /echo?1 HTTP/1.1\r\nHost: x\r\n folded\r\n\r\n",
            "GET /echo?1 HTTP/1.1\r\n\r\n",
            "GET /echo?1 HTTP/9.9\r\nHost: x\r\n\r\n",
            "GET /echo?1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");

    private final Http1Connection connection = new Http1Connection();

    @AfterEach
    void close() {
        connection.close();
    }

    @Test
    void answersWhatComesAgainAsItDidTheFirstTime() {
        String first = connection.read(get("/echo?1")).written();
        assertThat(connection.read(get("/echo?1")).written()).isEqualTo(first);
        assertThat(connection.read(get("/echo?1").repeat(3)).written()).isEqualTo(first.repeat(3));
    }

    @Test
    void handsOverTheSameRequestOnceItIsUnderstood() {
        EmbeddedChannel decoder = new EmbeddedChannel(new Http1Decoder(Http1Connection.LIMITS));
        DecodedRequest request = decode(decoder, get("/state"));
        assertThat(decode(decoder, get("/state"))).isNotSameAs(request);

        request = decode(decoder, get("/state"));
        request.understoodAs(new Http1Request(request, Target.ASTERISK, false, decoder.alloc()));
        assertThat(decode(decoder, get("/state"))).isSameAs(request);
        assertThat(decode(decoder, get("/stats"))).isNotSameAs(request);
        assertThat(decode(decoder, get("/state"))).isNotSameAs(request);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc",
                "GET /echo HTTP/1.1\r\nHost: x\r\n folded\r\n\r\n",
            })
    void remembersNothingButASoundRequestWithoutABody(String octets) {
        EmbeddedChannel decoder = new EmbeddedChannel(new Http1Decoder(Http1Connection.LIMITS));
        DecodedRequest request = decode(decoder, octets);
        request.understoodAs(new Http1Request(request, Target.ASTERISK, false, decoder.alloc()));
        assertThat(octets.startsWith("GET") ? null : decode(decoder, octets)).isNotSameAs(request);
        decoder.finishAndReleaseAll();
    }

    /** What was read of it is in the decoder, and not in the octets that are left. */
    @ParameterizedTest
    @ValueSource(strings = {"G", "GET /echo?2 HTTP/1.1\r\n", "GET /echo?2 HTTP/1.1\r\nHost: x\r\n"})
    void remembersNoRequestTogetherWithTheBeginningOfTheNext(String begun) {
        String rest = get("/echo?2").substring(begun.length());
        for (int i = 0; i < 3; i++) {
            assertThat(connection.read(get("/echo?1") + begun).written()).endsWith("\r\n\r\n1");
            assertThat(connection.read(rest + get("/echo?3")).written())
                    .contains("\r\n\r\n2HTTP/1.1 200 ")
                    .endsWith("\r\n\r\n3");
        }
    }

    @Test
    void copiesNothingLong() {
        assertThat(RequestMemory.copy(Unpooled.wrappedBuffer(new byte[2 * 1024])))
                .isNotNull();
        assertThat(RequestMemory.copy(Unpooled.wrappedBuffer(new byte[2 * 1024 + 1])))
                .isNull();
    }

    @Test
    void saysThatTheConnectionEndsWhenWhatComesAgainComesWhileTheServerStops() {
        connection.read(get("/echo?1").repeat(2)).written();
        connection.read(get("/echo?1")).written();
        connection.drain.begin();
        assertThat(connection.read(get("/echo?1")).written()).contains("connection: close");
        assertThat(connection.isOpen()).isFalse();
    }

    @Test
    void keepsWhatComesAgainWaitingWhileTheClientDoesNotRead() {
        connection.read(get("/large")).written();
        connection.clientStopsReading();
        connection.read(get("/large").repeat(20)).read(get("/echo?1"));
        assertThat(connection.statuses()).isEmpty();
        connection.clientReads();
        String written = connection.written();
        assertThat(Http1Connection.statuses(written)).hasSize(21).containsOnly(200);
        assertThat(written).endsWith("\r\n\r\n1");
    }

    @Test
    void givesWhoComesAgainTheWholeIdleTime() {
        for (int i = 0; i < 5; i++) {
            connection.read(get("/echo?1")).written();
            connection.pass(Http1Connection.IDLE_TIMEOUT.minusSeconds(1));
            assertThat(connection.isOpen()).isTrue();
        }
        connection.pass(Duration.ofSeconds(1));
        assertThat(connection.isOpen()).isFalse();
    }

    /** Nothing is remembered of a request whose octets come one by one. */
    @Test
    void answersAsIfItRememberedNothing() {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 150; round++) {
            String sent = sequence(random);
            try (Http1Connection remembering = new Http1Connection();
                    Http1Connection forgetful = new Http1Connection()) {
                sendInPieces(remembering, sent, random);
                sent.chars().forEach(octet -> forgetful.read(Character.toString(octet)));
                assertThat(remembering.written())
                        .as("seed %d, round %d: %s", seed, round, sent)
                        .isEqualTo(forgetful.written());
                assertThat(remembering.isOpen()).isEqualTo(forgetful.isOpen());
            }
        }
    }

    private static String sequence(SplittableRandom random) {
        StringBuilder sent = new StringBuilder();
        for (int requests = random.nextInt(1, 20); requests > 0; requests--) {
            sent.append(REQUESTS.get(random.nextInt(REQUESTS.size())).repeat(random.nextInt(1, 4)));
        }
        return random.nextInt(3) == 0
                ? sent + LAST_REQUESTS.get(random.nextInt(LAST_REQUESTS.size()))
                : sent.toString();
    }

    /** Mostly whole requests, one or some at a time; now and then cut behind any line, or anywhere. */
    private static void sendInPieces(Http1Connection connection, String sent, SplittableRandom random) {
        int from = 0;
        while (from < sent.length()) {
            int least = from + random.nextInt(sent.length() - from) / 8;
            int to = switch (random.nextInt(10)) {
                case 0 -> random.nextInt(from, sent.length()) + 1;
                case 1, 2 -> behind("\r\n", sent, least);
                default -> behind("\r\n\r\n", sent, least);
            };
            connection.read(sent.substring(from, to));
            from = to;
        }
    }

    private static int behind(String end, String sent, int least) {
        int next = sent.indexOf(end, least);
        return next < 0 ? sent.length() : next + end.length();
    }

    private static DecodedRequest decode(EmbeddedChannel decoder, String octets) {
        decoder.writeInbound(Unpooled.copiedBuffer(octets, ISO_8859_1));
        @Nullable DecodedRequest request = null;
        for (Object message = decoder.readInbound(); message != null; message = decoder.readInbound()) {
            if (message instanceof DecodedRequest decoded) {
                assertThat(request).isNull();
                request = decoded;
            } else {
                ReferenceCountUtil.release(message);
            }
        }
        if (request == null) {
            throw new AssertionError("no request in " + octets);
        }
        return request;
    }
}
