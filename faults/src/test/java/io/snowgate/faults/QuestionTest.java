package io.snowgate.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class QuestionTest {

    @Test
    void readsARangeWhoseEndIsNotAPartOfIt() {
        assertThat(of(Kind.STRICT).read("{\"name\":\"strict\",\"from\":7,\"to\":10}"))
                .containsExactly(new Run(7, 9));
    }

    @Test
    void readsALineForEachValue() {
        assertThat(of(Kind.TIMESTAMP).read("10\n11\n12\n13\n14\n")).containsExactly(new Run(10, 14));
    }

    @Test
    void refusesAnAnswerWithFewerValuesThanWereAskedFor() {
        assertThatThrownBy(() -> of(Kind.TIMESTAMP).read("10\n11"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("2 values instead of 5");
        assertThatThrownBy(() -> of(Kind.FAST).read("{}")).hasMessageContaining("no range");
    }

    private static Question of(Kind kind) {
        return Question.all().stream()
                .filter(question -> question.kind() == kind)
                .findFirst()
                .orElseThrow();
    }
}
