package io.snowgate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.util.CharsetUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StreamChunkTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 15, 16, 17, 255, 256, 70_000})
    void isOneChunkOfHttp1WithItsDataInTheMiddle(int bytes) {
        String text = "x".repeat(bytes);
        StreamChunk chunk = StreamChunk.shared(Unpooled.copiedBuffer(text, CharsetUtil.US_ASCII));

        assertThat(text(chunk.framed())).isEqualTo(Integer.toHexString(bytes) + "\r\n" + text + "\r\n");
        assertThat(text(chunk.data())).isEqualTo(text);
        assertThat(chunk.dataBytes()).isEqualTo(bytes);
        chunk.release();
    }

    @Test
    void isGoneForGoodWithItsLastReference() {
        StreamChunk chunk = StreamChunk.shared(Unpooled.copiedBuffer("x", CharsetUtil.US_ASCII));
        assertThat(chunk.tryRetain()).isTrue();
        chunk.release();
        assertThat(chunk.tryRetain()).isTrue();
        chunk.release();
        chunk.release();
        assertThat(chunk.tryRetain()).isFalse();
    }

    @Test
    void isAsLongAsItsContentSoThatNobodyCanAddToIt() {
        StreamChunk chunk = StreamChunk.shared(Unpooled.copiedBuffer("x", CharsetUtil.US_ASCII));
        ByteBuf octets = chunk.framed();
        assertThat(octets.maxWritableBytes()).isZero();
        octets.release();
        chunk.release();
    }

    private static String text(ByteBuf octets) {
        String text = octets.toString(CharsetUtil.US_ASCII);
        octets.release();
        return text;
    }
}
