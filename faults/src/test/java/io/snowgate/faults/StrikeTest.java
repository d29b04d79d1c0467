package io.snowgate.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StrikeTest {

    @Test
    void isAsSilentAsTheLongestTimeWithoutAnAnswerThatItTouches() {
        List<Long> answered = List.of(0L, 50L, 99L, 130L, 131L, 199L, 210L, 500L);

        assertThat(new Strike(100, 200).silenceNanos(answered)).hasValue(68);
        assertThat(new Strike(100, 220).silenceNanos(answered)).hasValue(290);
    }

    @Test
    void saysNothingWhenNothingWasAnswered() {
        assertThat(new Strike(100, 200).silenceNanos(List.of())).isEmpty();
    }
}
