package io.snowgate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.AsciiString;
import io.netty.util.CharsetUtil;
import io.snowgate.gateway.http.Http1Encoder.Persistence;
import io.snowgate.gateway.wire.FieldBlock;
import org.junit.jupiter.api.Test;

class Http1EncoderTest {

    private static final FieldBlock FIELDS = FieldBlock.of("content-type", "text/plain");
    private static final FieldBlock CORS = FieldBlock.of("vary", "origin");
    private static final String HEAD =
            "HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\nvary: origin\r\ndate: now\r\ncontent-length: 2";

    @Test
    void writesHeadAndBodyAsOne() {
        assertThat(encode(ok("hi"), true, Persistence.PERSISTENT)).isEqualTo(HEAD + "\r\n\r\nhi");
    }

    @Test
    void leavesTheBodyOutAndKeepsItsLength() {
        assertThat(encode(ok("hi"), false, Persistence.PERSISTENT)).isEqualTo(HEAD + "\r\n\r\n");
    }

    @Test
    void saysHowTheConnectionGoesOnWhereThatIsNotClear() {
        assertThat(encode(ok("hi"), true, Persistence.CLOSING)).isEqualTo(HEAD + "\r\nconnection: close\r\n\r\nhi");
        assertThat(encode(ok("hi"), true, Persistence.KEPT_ALIVE))
                .isEqualTo(HEAD + "\r\nconnection: keep-alive\r\n\r\nhi");
    }

    @Test
    void saysNoLengthWhereThereIsNeverABody() {
        for (HttpResponseStatus status :
                new HttpResponseStatus[] {HttpResponseStatus.NO_CONTENT, HttpResponseStatus.NOT_MODIFIED}) {
            assertThat(encode(Response.empty(status, FIELDS), true, Persistence.PERSISTENT))
                    .startsWith("HTTP/1.1 " + status.code() + " ")
                    .doesNotContain("content-length")
                    .endsWith("\r\n\r\n");
        }
    }

    @Test
    void leavesALargeBodyToBeWrittenByItself() {
        Response large = ok("x".repeat(8 * 1024 + 1));
        assertThat(Http1Encoder.isBodyCopied(large)).isFalse();
        assertThat(encode(large, true, Persistence.PERSISTENT))
                .contains("content-length: 8193\r\n")
                .endsWith("\r\n\r\n");
        assertThat(Http1Encoder.isBodyCopied(ok("x".repeat(8 * 1024)))).isTrue();
    }

    @Test
    void leavesTheResponseItsBuffer() {
        Response response = ok("hi");
        encode(response, true, Persistence.PERSISTENT);
        assertThat(response.content().toString(CharsetUtil.US_ASCII)).isEqualTo("hi");
        assertThat(response.content().refCnt()).isEqualTo(1);
    }

    private static Response ok(String body) {
        return Response.of(HttpResponseStatus.OK, FIELDS, Unpooled.copiedBuffer(body, CharsetUtil.US_ASCII));
    }

    private static String encode(Response response, boolean withBody, Persistence persistence) {
        ByteBuf octets = Http1Encoder.encode(
                UnpooledByteBufAllocator.DEFAULT, response, CORS, AsciiString.of("now"), withBody, persistence);
        try {
            return octets.toString(CharsetUtil.US_ASCII);
        } finally {
            octets.release();
        }
    }
}
