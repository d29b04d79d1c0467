package io.snowgate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class JitterTest {

    private final long seed = new Random().nextLong();
    private final Random random = new Random(seed);
    private final Jitter jitter = new Jitter(() -> random);

    @Test
    void drawsEverySecondThatARefusedClientMayBeToldAndNoOther() {
        Set<Long> drawn = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            drawn.add(jitter.retryAfterSeconds());
        }
        assertThat(drawn).as("seed %d", seed).containsExactlyInAnyOrder(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L);
    }

    @Test
    void drawsBothEnds() {
        Set<Long> drawn = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            drawn.add(jitter.between(-1, 1));
        }
        assertThat(drawn).as("seed %d", seed).containsExactlyInAnyOrder(-1L, 0L, 1L);
    }
}
