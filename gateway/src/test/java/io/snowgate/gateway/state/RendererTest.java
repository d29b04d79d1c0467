package io.snowgate.gateway.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.netty.buffer.ByteBuf;
import io.snowgate.gateway.wire.Coding;
import io.snowgate.gateway.wire.FieldBlock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RendererTest {

    private static final long MODIFIED = 784_111_777_000L;
    private static final long NOW = MODIFIED + 60_000;

    private final Renderer renderer = new Renderer(FieldBlock.of("access-control-allow-origin", "*"));
    private final Labels labels = new Labels(StateOptions.usual(Duration.ofSeconds(1), Duration.ofSeconds(10), 1_000));
    private @Nullable Representation rendered;

    @AfterEach
    void release() {
        if (rendered != null) {
            rendered.release();
        }
    }

    @Test
    void writesTheWholeAnswerOfHttp1() {
        assertThat(text(render("{\"v\":1}").retainHttp1())).isEqualTo("""
                        HTTP/1.1 200 OK
                        content-type: application/json
                        x-content-type-options: nosniff
                        etag: "afbf9d0f3560b0fd7795e81c42a0a79e"
                        cache-control: no-cache
                        vary: accept-encoding, available-dictionary
                        last-modified: Sun, 06 Nov 1994 08:49:37 GMT
                        snowgate-age: 3
                        date: Sun, 06 Nov 1994 08:50:37 GMT
                        access-control-allow-origin: *
                        content-length: 7

                        {"v":1}""".replace("\n", "\r\n"));
    }

    @Test
    void writesTheWholeNotModifiedAnswerOfHttp1() {
        assertThat(text(render("{\"v\":1}").retainHttp1NotModified())).isEqualTo("""
                        HTTP/1.1 304 Not Modified
                        etag: "afbf9d0f3560b0fd7795e81c42a0a79e"
                        cache-control: no-cache
                        vary: accept-encoding, available-dictionary
                        last-modified: Sun, 06 Nov 1994 08:49:37 GMT
                        snowgate-age: 3
                        date: Sun, 06 Nov 1994 08:50:37 GMT
                        access-control-allow-origin: *

                        """.replace("\n", "\r\n"));
    }

    @Test
    void theHeadIsTheAnswerWithoutItsBody() {
        Representation representation = render("{\"v\":1}");
        String whole = text(representation.retainHttp1());
        assertThat(text(representation.retainHttp1Head()))
                .hasSize(representation.http1HeadBytes())
                .isEqualTo(whole.substring(0, whole.length() - 7))
                .endsWith("\r\n\r\n");
    }

    @Test
    void leavesDateLengthAndOriginToTheWireThatWritesFieldByField() {
        Representation representation = render("{\"v\":1}");
        assertThat(names(representation.fields()))
                .containsExactly(
                        "content-type",
                        "x-content-type-options",
                        "etag",
                        "cache-control",
                        "vary",
                        "last-modified",
                        "snowgate-age");
        assertThat(names(representation.notModifiedFields()))
                .containsExactly("etag", "cache-control", "vary", "last-modified", "snowgate-age");
        assertThat(text(representation.retainBody())).isEqualTo("{\"v\":1}").hasSize(representation.bodyBytes());
    }

    @Test
    void keepsHeadAndBodyApartWhenTheyWouldNotFitOneRecord() {
        int head = render("\"" + "x".repeat(15_998) + "\"").http1HeadBytes();
        release();

        Representation fits = render("\"" + "x".repeat(Renderer.ONE_RECORD_BYTES - head - 2) + "\"");
        assertThat(fits.isHttp1Whole()).isTrue();
        assertThat(text(fits.retainHttp1())).hasSize(Renderer.ONE_RECORD_BYTES);
        release();

        Representation longer = render("\"" + "x".repeat(Renderer.ONE_RECORD_BYTES - head - 1) + "\"");
        assertThat(longer.isHttp1Whole()).isFalse();
        assertThat(text(longer.retainHttp1Head()))
                .hasSize(head)
                .endsWith("content-length: " + longer.bodyBytes() + "\r\n\r\n");
        assertThatIllegalStateException().isThrownBy(longer::retainHttp1);
    }

    @Test
    void fifteenKilobytesFitOneRecord() {
        assertThat(render("\"" + "x".repeat(15 * 1024 - 2) + "\"").isHttp1Whole())
                .isTrue();
    }

    @Test
    void handsOutDirectBuffersThatCannotGrow() {
        Representation representation = render("{\"v\":1}");
        for (ByteBuf buffer : new ByteBuf[] {
            representation.retainBody(),
            representation.retainHttp1(),
            representation.retainHttp1Head(),
            representation.retainHttp1NotModified()
        }) {
            assertThat(buffer)
                    .returns(true, ByteBuf::isDirect)
                    .returns(0, ByteBuf::maxWritableBytes)
                    .returns(0, ByteBuf::readerIndex);
            buffer.release();
        }
    }

    @Test
    void readersDoNotMoveEachOther() {
        Representation representation = render("{\"v\":1}");
        ByteBuf first = Objects.requireNonNull(representation.retainBody());
        ByteBuf second = Objects.requireNonNull(representation.retainBody());
        first.skipBytes(3);
        assertThat(second.readableBytes()).isEqualTo(7);
        first.release();
        second.release();
    }

    @Test
    void whatAReaderHoldsOutlivesItsRelease() {
        Representation representation = render("{\"v\":1}");
        ByteBuf held = Objects.requireNonNull(representation.retainHttp1NotModified());
        representation.release();
        rendered = null;

        assertThat(text(held)).startsWith("HTTP/1.1 304 ");
        assertThat(held.refCnt()).isZero();
        assertThat(representation.retainHttp1NotModified()).isNull();
    }

    private Representation render(String json) {
        Content content = Content.of(json.getBytes(StandardCharsets.US_ASCII));
        Representation representation = renderer.render(
                labels.document(content, Coding.IDENTITY, MODIFIED), Renderer.exactly(content.bytes()), NOW, 3, 0);
        rendered = representation;
        return representation;
    }

    private static Iterable<String> names(FieldBlock fields) {
        return IntStream.range(0, fields.size())
                .mapToObj(i -> fields.name(i).toString())
                .toList();
    }

    private static String text(@Nullable ByteBuf buffer) {
        ByteBuf held = Objects.requireNonNull(buffer);
        try {
            return held.toString(StandardCharsets.US_ASCII);
        } finally {
            held.release();
        }
    }
}
