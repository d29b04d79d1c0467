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

    @Test
    void missesABarOfLeastByWhatIsWanting() {
        Setting hundred = TimestampScenario.PLAIN.of(TimestampScenario.HUNDRED);

        assertThat(new Table(values(hundred, 3_000_000)).text())
                .contains("values/s 3,000,000, at least 3,000,000: met");
        assertThat(new Table(values(hundred, 1_500_000)).text()).contains("at least 3,000,000: missed by 50 %");
    }

    private static Measured values(Setting setting, double perSecond) {
        return measured(TimestampScenario.NAME, setting, Metric.VALUES_PER_SECOND, Map.of("snowgate", perSecond));
    }

    @Test
    void comparesTlsWithOurOwnPlainAnswer() {
        Measured https = measured(
                TimestampScenario.NAME,
                TimestampScenario.HTTPS,
                Metric.CPU_MICROS,
                Map.of("snowgate", 13.0, TimestampScenario.OWN_PLAIN, 10.0));

        assertThat(new Table(https).text()).containsPattern("plain HTTP .* 1\\.30 +at most 1\\.40: met");
    }

    @Test
    void judgesTheGapsOfAllKillsTogether() {
        Measured kills = new Measured(FailoverScenario.NAME, FailoverScenario.PLAIN);
        for (double gap : new double[] {900, 2_100, 1_000}) {
            kills.add("snowgate", new Turn(Map.of(Metric.GAP_MILLIS, gap, Metric.OWN_GAP_MILLIS, gap - 100)));
        }

        assertThat(new Findings(List.of(kills)).lines())
                .singleElement()
                .asString()
                .contains("3 times: p50 1000 ms, p99 2100 ms (at most 2000: missed by 5 %), longest 2100 ms")
                .contains("metric p50 900 ms, longest 2000 ms");
    }

    private static Measured measured(String scenario, Setting setting, Metric metric, Map<String, Double> values) {
        Measured measured = new Measured(scenario, setting);
        values.forEach((name, value) -> measured.add(name, new Turn(new EnumMap<>(Map.of(metric, value)))));
        return measured;
    }
}
