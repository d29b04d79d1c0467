package io.snowgate.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** With a shortest election timeout of 300 ms and a longest of 600 ms, a look every 50 ms. */
class ReconnectAgentTest {

    private static final long MILLI = 1_000_000;

    private final List<Long> renewedAt = new ArrayList<>();
    private boolean isNeeded;
    private long nowMillis;
    private final ReconnectAgent agent =
            new ReconnectAgent(() -> isNeeded, () -> renewedAt.add(nowMillis), ClusterOptions.Times.DEFAULT);

    @Test
    void leavesTheChannelsAloneWhileThereIsALeader() {
        lookUntil(10_000);
        assertThat(renewedAt).isEmpty();
    }

    @Test
    void leavesAnElectionAlone() {
        isNeeded = true;
        lookUntil(150);
        isNeeded = false;
        lookUntil(1_000);
        assertThat(renewedAt).isEmpty();
    }

    @Test
    void renewsAfterAnElectionInVainAndThenEverMoreSeldom() {
        isNeeded = true;
        lookUntil(10_000);
        assertThat(renewedAt).containsExactly(150L, 450L, 1_050L, 2_250L, 4_650L, 7_050L, 9_450L);
    }

    @Test
    void beginsAnewWithTheNextLossOfALeader() {
        isNeeded = true;
        lookUntil(8_000);
        isNeeded = false;
        lookUntil(8_050);
        renewedAt.clear();
        isNeeded = true;
        lookUntil(9_000);
        assertThat(renewedAt).containsExactly(8_200L, 8_500L);
    }

    @Test
    void goesOnAfterAFailure() {
        AtomicInteger looks = new AtomicInteger();
        ReconnectAgent failing = new ReconnectAgent(
                () -> {
                    throw new IllegalStateException("look " + looks.incrementAndGet());
                },
                () -> {},
                ClusterOptions.Times.DEFAULT);
        assertThatNoException().isThrownBy(() -> failing.run(() -> 0, () -> looks.get() == 2));
    }

    private void lookUntil(long endMillis) {
        for (; nowMillis < endMillis; nowMillis += 50) {
            agent.round(nowMillis * MILLI);
        }
    }
}
