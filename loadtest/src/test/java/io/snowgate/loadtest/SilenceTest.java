package io.snowgate.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SilenceTest {

    private final Silence silence = new Silence();

    @Test
    void lastsFromOneAnswerToTheNextWhoeverGetsThem() {
        silence.begin(100);
        silence.end(130);
        silence.end(131);
        silence.end(200);
        silence.end(210);

        assertThat(silence.longestNanos()).isEqualTo(69);
    }

    @Test
    void countsFromItsBeginningAndNotFromAnswersBefore() {
        silence.begin(0);
        silence.end(1_000);
        silence.begin(1_010);
        silence.end(1_015);

        assertThat(silence.longestNanos()).isEqualTo(5);
    }

    @Test
    void isNotMadeLongerByAThreadThatComesLate() {
        silence.begin(0);
        silence.end(50);
        silence.end(20);
        silence.end(60);

        assertThat(silence.longestNanos()).isEqualTo(50);
    }

    @Test
    void saysWhetherSoManyWereAnswered() throws InterruptedException {
        silence.begin(0);
        silence.end(1);

        assertThat(silence.awaitAnswers(1, 1_000)).isTrue();
        assertThat(silence.awaitAnswers(2, 1)).isFalse();
        silence.recount();
        assertThat(silence.awaitAnswers(1, 1)).isFalse();
        assertThat(silence.longestNanos()).isEqualTo(1);
    }
}
