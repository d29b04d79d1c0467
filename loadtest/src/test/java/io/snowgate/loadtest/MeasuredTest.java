package io.snowgate.loadtest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;

class MeasuredTest {

    private final Measured measured = new Measured("state", Setting.https(1, 64));

    @Test
    void comparesWithinTurnsAndNotMediansWithMedians() {
        cpu("snowgate", 8, 16, 9);
        cpu("nginx", 10, 20, 30);

        assertThat(measured.ratio("snowgate", "nginx", Metric.CPU_MICROS).getAsDouble())
                .as("median of 0.8, 0.8 and 0.3, while 9 / 20 is 0.45")
                .isEqualTo(0.8, within(1e-9));
    }

    @Test
    void comparesOnlyTurnsThatBothHave() {
        cpu("snowgate", 8, 30, 30);
        cpu("flask", 800);

        assertThat(measured.ratio("snowgate", "flask", Metric.CPU_MICROS).getAsDouble())
                .isEqualTo(0.01, within(1e-9));
        assertThat(measured.ratio("snowgate", "absent", Metric.CPU_MICROS)).isEmpty();
        assertThat(measured.ratio("snowgate", "flask", Metric.P99_MILLIS)).isEmpty();
    }

    @Test
    void isNotWholeWithoutSnowgateOrWithoutComparison() {
        assertThat(measured.isWhole()).as("nothing to be measured").isTrue();
        measured.enter("snowgate");
        assertThat(measured.isWhole()).as("no turn").isFalse();
        cpu("snowgate", 8);
        assertThat(measured.isWhole()).isTrue();
        measured.notCompared("busy");
        assertThat(measured.isWhole()).isFalse();
        assertThat(measured.contestants()).as("half a comparison").isEmpty();
    }

    private void cpu(String contestant, double... micros) {
        for (double value : micros) {
            measured.add(contestant, new Turn(Map.of(Metric.CPU_MICROS, value)));
        }
    }
}
