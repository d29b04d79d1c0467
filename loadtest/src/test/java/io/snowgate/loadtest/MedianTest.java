package io.snowgate.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MedianTest {

    @Test
    void isTheOneInTheMiddleHoweverTheyCome() {
        assertThat(Median.of(List.of(9.0, 1.0, 5.0))).hasValue(5);
    }

    @Test
    void liesBetweenTheTwoInTheMiddleOfAnEvenNumber() {
        assertThat(Median.of(List.of(4.0, 1.0, 100.0, 2.0))).hasValue(3);
    }

    @Test
    void ofNothingIsNothing() {
        assertThat(Median.of(List.of())).isEmpty();
    }
}
