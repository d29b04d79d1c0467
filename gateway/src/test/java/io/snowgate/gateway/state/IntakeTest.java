package io.snowgate.gateway.state;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.snowgate.gateway.state.StateOptions.Delta;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class IntakeTest {

    private final Intake intake = intake("", List.of(), false);

    @Test
    void servesTheSourcesOwnBytes() throws IOException {
        byte[] json = "{ \"a\" : 1.0 }".getBytes(UTF_8);
        assertThat(intake.take(json).bytes()).isSameAs(json);
    }

    @Test
    void unchangedIsWhatWasGoodTheLastTime() throws IOException {
        Content content = intake.take("[1]".getBytes(UTF_8));
        assertThat(intake.take(null)).isSameAs(content);
    }

    @Test
    void unchangedIsWhatWasBadTheLastTime() throws IOException {
        intake.take("[1]".getBytes(UTF_8));
        assertThatIOException().isThrownBy(() -> intake.take("[".getBytes(UTF_8)));
        assertThatIOException().isThrownBy(() -> intake.take(null)).withMessageStartingWith("not valid JSON: ");
    }

    @Test
    void unchangedBeforeAnythingIsRefused() {
        assertThatIOException().isThrownBy(() -> intake.take(null)).withMessage("nothing was fetched yet");
    }

    @Test
    void servesThePartThatIsSelectedWithoutWhatIsOmitted() throws IOException {
        Intake cutting = intake("/public", List.of("/_id"), true);
        Content content = cutting.take("{\"_v\":1, \"public\": {\"_id\": 7, \"votes\": 1.0}}".getBytes(UTF_8));
        assertThat(content.bytes()).asString().isEqualTo("{\"votes\":1.0}");
        assertThat(content.sameAs(Content.of("{\"votes\":1.0}".getBytes(UTF_8))))
                .isTrue();
    }

    @Test
    void aDocumentWithoutThePartIsRefused() {
        Intake cutting = intake("/public", List.of(), false);
        assertThatIOException()
                .isThrownBy(() -> cutting.take("{}".getBytes(UTF_8)))
                .withMessage("select /public points to nothing in the document");
    }

    private static Intake intake(String select, List<String> omit, boolean minify) {
        return new Intake(new StateOptions(
                "x", Duration.ofSeconds(1), Duration.ofSeconds(9), false, 100, Delta.OFF, 1, select, omit, minify));
    }
}
