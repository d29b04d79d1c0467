package io.snowgate.loadtest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FiguresTest {

    private static final Target THIS_PROCESS = new Target() {

        @Override
        public int port(boolean tls) {
            return 0;
        }

        @Override
        public List<Long> pids() {
            return List.of(ProcessHandle.current().pid());
        }
    };

    private static final CpuUse HALF_A_CORE = new CpuUse(4, 2, 1, 0);

    @Test
    void areForARequestThatWasAnswered() throws Exception {
        Map<Metric, Double> figures = Figures.of("wrk", 100_000, 4, 3, THIS_PROCESS, HALF_A_CORE);

        assertThat(figures)
                .containsEntry(Metric.REQUESTS_PER_SECOND, 25_000.0)
                .containsEntry(Metric.ERRORS, 3.0)
                .containsEntry(Metric.SERVER_BUSY_PERCENT, 50.0);
        assertThat(figures.get(Metric.CPU_MICROS)).isCloseTo(20, within(1e-9));
        assertThat(figures.get(Metric.RSS_MIB)).isGreaterThan(10);
    }

    @Test
    void areNoneWithoutAnAnswer() {
        assertThatExceptionOfType(Failure.class)
                .isThrownBy(() -> Figures.of("wrk", 0, 4, 0, THIS_PROCESS, HALF_A_CORE))
                .withMessage("wrk got no answer");
    }
}
