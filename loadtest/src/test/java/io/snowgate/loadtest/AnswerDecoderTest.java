package io.snowgate.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerDecoderTest {

    private static final String ANSWERS = "HTTP/1.1 200 OK\r\nContent-Type: a\r\nContent-Length: 5\r\n\r\n\r\n\r\n."
            + "HTTP/1.1 304 Not Modified\r\netag: \"x\"\r\n\r\n"
            + "HTTP/1.1 503 Busy\r\ncontent-length:0\r\nretry-after: 1\r\n\r\n"
            + "HTTP/1.1 200 OK\r\ncontent-length: 2\r\nx: y\r\n\r\nab";

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 50, 1_000})
    void findsEveryAnswerHoweverTheyArrive(int pieceBytes) {
        List<Integer> statuses = new ArrayList<>();
        EmbeddedChannel channel = new EmbeddedChannel(new AnswerDecoder(statuses::add));

        for (int from = 0; from < ANSWERS.length(); from += pieceBytes) {
            String piece = ANSWERS.substring(from, Math.min(ANSWERS.length(), from + pieceBytes));
            channel.writeInbound(Unpooled.copiedBuffer(piece, StandardCharsets.US_ASCII));
        }

        assertThat(statuses).containsExactly(200, 304, 503, 200);
        channel.finish();
    }
}
