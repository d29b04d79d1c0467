package io.snowgate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.util.CharsetUtil;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Http1DecoderTest {

    private static final String GOOD = "GET /good HTTP/1.1\r\nHost: x\r\n\r\n";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1\r\nX: a\r\n b\r\n\r\n",
                "GET / HTTP/1.1\r\nX: a\r\n\tb\r\n\r\n",
                "GET / HTTP/1.1\r\n X: a\r\n\r\n",
                "GET / HTTP/1.1\r\nX: a\r\n \r\n\r\n",
                "GET /\r HTTP/1.1\r\n\r\n",
                "GET /\t HTTP/1.1\r\n\r\n",
                "GET /\u0000 HTTP/1.1\r\n\r\n",
                "GET /\u007f HTTP/1.1\r\n\r\n",
                "\u0001GET / HTTP/1.1\r\n\r\n",
                "GET / HTTP/1.1\r\r\n\r\n",
                "GET / HTTP/1.1\n\r\n",
                "GET / HTTP/1.1\r\nX: a\n\r\n",
                "GET / HTTP/1.1\r\nX: a\rb\r\n\r\n",
                "GET / HTTP/1.1\r\nX : a\r\n\r\n",
                "GET / HTTP/2.0\r\n\r\n",
                "GET / HTTP/1.10\r\n\r\n",
                "GET / http/1.1\r\n\r\n",
                "GET /\r\n\r\n",
            })
    void refusesTheSameHoweverItIsCut(String request) {
        assertThat(decode(List.of(request))).as("at once").containsExactly("refused");
        for (int cut = 1; cut < request.length(); cut++) {
            assertThat(decode(List.of(request.substring(0, cut), request.substring(cut))))
                    .as("cut after %d octets", cut)
                    .containsExactly("refused");
        }
        assertThat(decode(List.of(request.split("")))).as("octet by octet").containsExactly("refused");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                GOOD,
                "\r\n" + GOOD,
                "GET /good HTTP/1.0\r\n\r\n",
                "GET /good HTTP/1.1\r\nX: a b\t c \r\nY:\r\n\r\n",
                "POST /good HTTP/1.1\r\nContent-Length: 8\r\n\r\n\r\n a\r\n\tb",
                "POST /good HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n\r\n a\r\n0\r\n\r\n",
            })
    void takesTheSameHoweverItIsCutAndTheNextOneToo(String request) {
        String two = request + GOOD;
        for (int cut = 1; cut < two.length(); cut++) {
            assertThat(decode(List.of(two.substring(0, cut), two.substring(cut))))
                    .as("cut after %d octets", cut)
                    .containsExactly("/good", "/good");
        }
        assertThat(decode(List.of(two.split("(?s)(?<=.)")))).containsExactly("/good", "/good");
    }

    @Test
    void takesNothingBehindWhatItRefuses() {
        assertThat(decode(List.of("GET / HTTP/9.9\r\n\r\n" + GOOD, GOOD))).containsExactly("refused");
    }

    @Test
    void decidesNothingByTheWayARequestIsCut() {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        String alphabet = "GET /HTP1.:\r\n\r\n \t\u0000x0";
        for (int round = 0; round < 3_000; round++) {
            StringBuilder request = new StringBuilder("GET /good HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n"
                    + "\r\n3\r\nabc\r\n0\r\n\r\n" + GOOD);
            for (int change = random.nextInt(4); change > 0; change--) {
                char put = alphabet.charAt(random.nextInt(alphabet.length()));
                request.setCharAt(random.nextInt(request.length()), put);
            }
            String text = request.toString();
            int cut = random.nextInt(1, text.length());
            assertThat(decode(List.of(text.substring(0, cut), text.substring(cut))))
                    .as("seed %d, round %d, cut after %d: %s", seed, round, cut, text)
                    .isEqualTo(decode(List.of(text)));
        }
    }

    /** Each request as its target, or as refused. */
    private static List<String> decode(List<String> reads) {
        EmbeddedChannel channel = new EmbeddedChannel(new Http1Decoder(Http1Connection.LIMITS));
        for (String read : reads) {
            channel.writeInbound(Unpooled.copiedBuffer(read, CharsetUtil.ISO_8859_1));
        }
        List<String> requests = new ArrayList<>();
        for (HttpObject message = channel.readInbound(); message != null; message = channel.readInbound()) {
            if (message.decoderResult().isFailure()) {
                requests.add("refused");
            } else if (message instanceof HttpRequest request) {
                requests.add(request.uri());
            }
            ReferenceCountUtil.release(message);
        }
        channel.finishAndReleaseAll();
        return requests;
    }
}
