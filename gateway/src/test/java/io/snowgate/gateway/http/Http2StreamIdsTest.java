package io.snowgate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Http2StreamIdsTest {

    private final Http2StreamIds ids = new Http2StreamIds();

    @Test
    void knowsNothingOfAFreshConnection() {
        assertThat(ids.isNew(1)).isTrue();
        assertThat(ids.wasSkipped(1)).isFalse();
        assertThat(ids.hasEnded(1)).isFalse();
    }

    @Test
    void tellsSkippedStreamsFromOpenedOnes() {
        ids.open(3);
        ids.open(9);
        assertThat(ids.wasSkipped(1)).isTrue();
        assertThat(ids.wasSkipped(3)).isFalse();
        assertThat(ids.wasSkipped(5)).isTrue();
        assertThat(ids.wasSkipped(7)).isTrue();
        assertThat(ids.wasSkipped(9)).isFalse();
        assertThat(ids.wasSkipped(11)).isFalse();
    }

    @Test
    void remembersWhichStreamsHaveEnded() {
        ids.open(1);
        ids.end(1);
        ids.open(3);
        assertThat(ids.hasEnded(1)).isTrue();
        assertThat(ids.hasEnded(3)).isFalse();
    }

    @Test
    void claimsNothingOfStreamsItHasForgotten() {
        ids.open(1);
        ids.end(1);
        ids.open(1 + 2 * Http2StreamIds.REMEMBERED);
        assertThat(ids.hasEnded(1)).isFalse();
        assertThat(ids.wasSkipped(1)).isFalse();
        assertThat(ids.wasSkipped(3)).isTrue();
    }

    @Test
    void knowsTheHighestIdThereIs() {
        ids.open(1);
        ids.open(Integer.MAX_VALUE);
        ids.end(Integer.MAX_VALUE);
        assertThat(ids.hasEnded(Integer.MAX_VALUE)).isTrue();
        assertThat(ids.wasSkipped(Integer.MAX_VALUE - 2)).isTrue();
        assertThat(ids.wasSkipped(1)).isFalse();
    }

    /** Against two sets that forget nothing. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void agreesWithAFullMemoryOnEachRememberedStream(long seed) {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        Set<Integer> opened = new HashSet<>();
        Set<Integer> ended = new HashSet<>();
        int highest = -1;
        for (int step = 0; step < 500; step++) {
            if (opened.isEmpty() || random.nextBoolean()) {
                highest += 2 * random.nextInt(1, random.nextInt(50) == 0 ? 100 : 4);
                ids.open(highest);
                opened.add(highest);
            } else {
                int id = Math.max(1, highest - 2 * random.nextInt(Http2StreamIds.REMEMBERED));
                ids.end(id);
                ended.add(id);
            }
            for (int id = Math.max(1, highest - 2 * (Http2StreamIds.REMEMBERED - 1)); id <= highest; id += 2) {
                assertThat(ids.wasSkipped(id))
                        .as("seed %s, %s skipped", seed, id)
                        .isEqualTo(!opened.contains(id));
                assertThat(ids.hasEnded(id)).as("seed %s, %s ended", seed, id).isEqualTo(ended.contains(id));
            }
        }
    }
}
