package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

class ClusterMetersTest {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final ClusterMeters meters = new ClusterMeters(registry, () -> {});

    @Test
    void countsWhatIsLostBySequence() {
        meters.rangeLost("orders", 7);
        meters.rangeLost("orders", 2);
        meters.rangeLost("invoices", 1);

        assertThat(lost("orders")).isEqualTo(9);
        assertThat(lost("invoices")).isEqualTo(1);
    }

    @Test
    void namesAHundredSequencesAndCountsTheOthersTogether() {
        for (int i = 0; i < 150; i++) {
            meters.rangeLost("s" + i, 1);
        }
        meters.rangeLost("s3", 1);

        assertThat(lost("s3")).isEqualTo(2);
        assertThat(lost("s99")).isEqualTo(1);
        assertThat(lost("(others)")).isEqualTo(50);
        assertThat(registry.find("snowgate.sequence.values.lost").counters()).hasSize(101);
    }

    private double lost(String sequence) {
        return registry.get("snowgate.sequence.values.lost")
                .tag("sequence", sequence)
                .counter()
                .count();
    }
}
