package io.snowgate.gateway.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.util.CharsetUtil;
import io.netty.util.concurrent.FastThreadLocalThread;
import io.snowgate.gateway.http.Response;
import io.snowgate.gateway.state.Rendered;
import io.snowgate.gateway.state.Representation;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class LoopAnswersTest {

    private static final String DOCUMENT = "{\"v\":1}";

    /** Many times over, as others in this process may take the numbers that share a place. */
    private static final int MORE_THAN_PLACES = 400;

    private final LoopAnswers answers = LoopAnswers.ofThread();

    @Test
    void handsOutTheSameAnswerAgainOnceItIsWritten() {
        try (Rendered rendered = Rendered.of(DOCUMENT)) {
            Response first = ok(rendered);
            first.content().skipBytes(5).release();

            Response second = ok(rendered);
            assertThat(second).isSameAs(first);
            assertThat(text(second)).startsWith("HTTP/1.1 200 ").endsWith(DOCUMENT);
            second.content().release();
        }
    }

    @Test
    void doesNotTouchAnAnswerThatIsStillBeingWritten() {
        try (Rendered rendered = Rendered.of(DOCUMENT)) {
            ByteBuf slow = ok(rendered).content().skipBytes(9);

            Response next = ok(rendered);
            assertThat(text(next)).startsWith("HTTP/1.1 200 ").endsWith(DOCUMENT);
            next.content().skipBytes(20).release();
            assertThat(slow.toString(CharsetUtil.US_ASCII)).startsWith("200 ").endsWith(DOCUMENT);
            slow.release();
        }
    }

    @Test
    void tellsTheDocumentFromWordThatItHasNotChanged() {
        try (Rendered rendered = Rendered.of(DOCUMENT)) {
            Response ok = ok(rendered);
            Response notModified = Objects.requireNonNull(answers.notModified(rendered.representation()));
            assertThat(text(notModified)).startsWith("HTTP/1.1 304 ").endsWith("\r\n\r\n");
            assertThat(text(ok)).startsWith("HTTP/1.1 200 ");
            notModified.content().release();
            ok.content().release();
        }
    }

    @Test
    void aDocumentThatOthersTookThePlaceOfIsFreedWhenItIsWritten() {
        Rendered superseded = Rendered.of(DOCUMENT);
        ByteBuf slow = ok(superseded).content();
        superseded.close();
        for (int i = 0; i < MORE_THAN_PLACES; i++) {
            try (Rendered next = Rendered.of("[" + i + "]")) {
                ok(next).content().release();
            }
        }

        assertThat(slow.toString(CharsetUtil.US_ASCII)).endsWith(DOCUMENT);
        slow.release();
        assertThat(isFreed(superseded.representation())).isTrue();
    }

    @Test
    void hasNothingOfADocumentThatWasFreedBeforeItWasAskedFor() {
        Rendered superseded = Rendered.of(DOCUMENT);
        superseded.close();

        assertThat(answers.ok(superseded.representation())).isNull();
        assertThat(answers.notModified(superseded.representation())).isNull();
    }

    @Test
    void keepsNothingWhenItsThreadEnds() throws InterruptedException {
        Rendered superseded = Rendered.of(DOCUMENT);
        AtomicBoolean freedWhileKept = new AtomicBoolean(true);
        Thread loop = new FastThreadLocalThread(() -> {
            Representation representation = superseded.representation();
            Objects.requireNonNull(LoopAnswers.ofThread().ok(representation))
                    .content()
                    .release();
            Objects.requireNonNull(LoopAnswers.ofThread().notModified(representation))
                    .content()
                    .release();
            superseded.close();
            freedWhileKept.set(isFreed(representation));
        });
        loop.start();
        loop.join();

        assertThat(freedWhileKept).isFalse();
        assertThat(isFreed(superseded.representation())).isTrue();
    }

    private Response ok(Rendered rendered) {
        return Objects.requireNonNull(answers.ok(rendered.representation()));
    }

    private static boolean isFreed(Representation representation) {
        ByteBuf answer = representation.retainHttp1();
        if (answer != null) {
            answer.release();
        }
        return answer == null;
    }

    private static String text(Response response) {
        return response.content().toString(CharsetUtil.US_ASCII);
    }
}
