package io.snowgate.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BarsTest {

    private static final Setting HTTPS = Setting.https(1, 64);

    @Test
    void saysBesideAPeerWhetherItsBarIsMet() {
        Measured state = measured("state", HTTPS, Metric.CPU_MICROS, Map.of("snowgate", 7.6, "h2o", 8.0, "nginx", 9.0));

        assertThat(new Table(state).text())
                .containsPattern("h2o .* 0\\.95 +at most 0\\.95: met")
                .containsPattern("nginx .* 0\\.84 +at most 0\\.76: missed by 11 %");
    }

    @Test
    void measuresAgainstTheBetterOfTwo() {
        Measured id = measured("id", HTTPS, Metric.CPU_MICROS, Map.of("snowgate", 6.0, "h2o", 5.0, "nginx", 9.0));

        assertThat(new Table(id).text())
                .contains("CPU µs/request 1.20 of the better of h2o and nginx, at most 1.00: missed by 20 %");
    }

    @Test
    void missesABarOfNoneByAny() {
        assertThat(Bar.judge(0, 0)).isEqualTo(": met");
        assertThat(Bar.judge(1, 0)).isEqualTo(": missed");
    }

    @Test
    void givesAllTurnsToPeersThatABarNames() {
        assertThat(Bars.names("state", HTTPS)).containsExactlyInAnyOrder("snowgate", "h2o", "nginx");
        assertThat(Bars.names("state", Setting.https(1, 1_000))).containsExactly("snowgate");
    }

    @Test
    void findsWhatTlsAddsAndHowCostGrows() {
        Measured https = measured("state", HTTPS, Metric.CPU_MICROS, Map.of("snowgate", 8.0, "h2o", 9.5));
        Measured http = measured(
                "state", new Setting(false, 1, 64, ""), Metric.CPU_MICROS, Map.of("snowgate", 5.5, "h2o", 6.0));
        Measured many = measured("state", Setting.https(1, 10_000), Metric.CPU_MICROS, Map.of("snowgate", 10.0));

        assertThat(new Findings(List.of(https, http, many)).lines())
                .anySatisfy(line -> assertThat(line)
                        .contains("snowgate 2.50 (at most 2.0: missed by 25 %)")
                        .contains("h2o 3.50"))
                .anySatisfy(line -> assertThat(line).contains("is 1.25 of that at 64, at most 1.3: met"));
        assertThat(new Findings(List.of(https)).lines()).isEmpty();
    }

    private static Measured measured(String scenario, Setting setting, Metric metric, Map<String, Double> values) {
        Measured measured = new Measured(scenario, setting);
        values.forEach((name, value) -> measured.add(name, new Turn(new EnumMap<>(Map.of(metric, value)))));
        return measured;
    }
}
