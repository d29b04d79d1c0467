package io.snowgate.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowgate.cluster.ClusterStatus.Phase;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ProblemWatchTest {

    private final ProblemWatch watch = new ProblemWatch();

    @Test
    void saysNothingOfWhatPasses() {
        assertThat(isDue(Phase.JOINING, "waits", 0)).isFalse();
        assertThat(isDue(Phase.JOINING, "waits", 2_999)).isFalse();
        assertThat(isDue(Phase.READY, null, 3_100)).isFalse();
        assertThat(isDue(Phase.READY, "no answer", 10_000)).isFalse();
        assertThat(isDue(Phase.READY, null, 10_100)).isFalse();
        assertThat(isDue(Phase.READY, "no answer", 20_000)).as("another one").isFalse();
    }

    @Test
    void saysOnceWhatLasts() {
        assertThat(isDue(Phase.JOINING, "waits", 0)).isFalse();
        assertThat(isDue(Phase.JOINING, "waits for b", 3_000)).isTrue();
        assertThat(isDue(Phase.JOINING, "waits", 60_000)).isFalse();
    }

    @Test
    void saysARefusalAtOnceAndOnce() {
        assertThat(isDue(Phase.JOINING, "waits", 0)).isFalse();
        assertThat(isDue(Phase.REFUSED, "has voted", 100)).isTrue();
        assertThat(isDue(Phase.REFUSED, "has voted", 9_000)).isFalse();
    }

    private boolean isDue(Phase phase, @Nullable String problem, long millis) {
        return watch.isDue(phase, problem, millis * 1_000_000);
    }
}
