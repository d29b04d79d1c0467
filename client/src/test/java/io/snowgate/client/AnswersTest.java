package io.snowgate.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnswersTest {

    private static final long FIRST = 1_700_000_000_000L << Timestamps.LOGICAL_BITS;

    @Test
    void readsARange() throws Exception {
        assertThat(Answers.range("{\"name\":\"orders\",\"from\":11,\"to\":21}\n".getBytes(UTF_8), 10))
                .isEqualTo(new Range(11, 21));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "ok",
                "{\"name\":\"orders\",\"from\":11}",
                "{\"name\":\"orders\",\"from\":11,\"to\":20}",
                "{\"name\":\"orders\",\"from\":11,\"to\":22}",
                "{\"name\":\"orders\",\"from\":0,\"to\":10}",
                "{\"name\":\"orders\",\"from\":-10,\"to\":0}",
                "{\"name\":\"orders\",\"from\":9999999999999999999,\"to\":9999999999999999999}",
            })
    void refusesWhatIsNoRangeOfTen(String body) {
        assertThatThrownBy(() -> Answers.range(body.getBytes(UTF_8), 10)).isInstanceOf(MalformedAnswerException.class);
    }

    @Test
    void readsTimestamps() throws Exception {
        assertThat(Answers.timestamps(ScriptedGateway.timestamps(FIRST + 5, 3), 3))
                .isEqualTo(new Range(FIRST + 5, FIRST + 8));
    }

    @Test
    void readsTimestampsAcrossAMillisecond() throws Exception {
        long last = FIRST + Timestamps.MAX_LOGICAL;
        assertThat(Answers.timestamps(ScriptedGateway.timestamps(last, 2), 2)).isEqualTo(new Range(last, last + 2));
    }

    @Test
    void refusesTimestampsThatAreNone() {
        byte[] two = ScriptedGateway.timestamps(FIRST, 2);
        byte[] odd = ByteBuffer.allocate(32)
                .put(two)
                .putLong(0, 1_700_000_000_000_000_001L)
                .array();
        byte[] noIndex = ByteBuffer.allocate(32).put(two).putLong(8, 0).array();
        byte[] gap = ByteBuffer.allocate(32).put(two).putLong(24, 3).array();
        for (byte[] body : List.of(new byte[0], new byte[31], new byte[32], new byte[48], odd, noIndex, gap)) {
            assertThatThrownBy(() -> Answers.timestamps(body, 2)).isInstanceOf(MalformedAnswerException.class);
        }
    }

    @Test
    void readsIds() throws Exception {
        assertThat(Answers.ids("2123931087846510592\n7\n".getBytes(UTF_8), 2)).containsExactly(2123931087846510592L, 7);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1", "1\n2\n3", "1\nx", "1\n\n2", "1\n99999999999999999999"})
    void refusesWhatAreNotTwoIds(String body) {
        assertThatThrownBy(() -> Answers.ids(body.getBytes(UTF_8), 2)).isInstanceOf(MalformedAnswerException.class);
    }

    @Test
    void showsTheBeginningOfABodyAndNothingThatDoesNotPrint() {
        assertThat(Answers.shown("a\u0007b\n".getBytes(UTF_8))).isEqualTo("a?b");
        assertThat(Answers.shown(new byte[1_000])).hasSizeLessThan(100);
    }
}
