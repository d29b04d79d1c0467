package io.snowgate.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ReconnectionTest {

    private static final long MILLI = 1_000_000;

    private final AtomicBoolean isNeeded = new AtomicBoolean();
    private final AtomicInteger renewals = new AtomicInteger();
    private final Reconnection reconnection =
            new Reconnection(isNeeded::get, renewals::incrementAndGet, ClusterOptions.Times.DEFAULT);

    @Test
    void leavesTheChannelsAloneWhileThereIsALeader() {
        rounds(0, 10_000);
        assertThat(renewals).hasValue(0);
    }

    @Test
    void renewsAtOnceAndThenEverMoreSeldom() {
        isNeeded.set(true);
        rounds(0, 300);
        assertThat(renewals).hasValue(1);
        rounds(300, 350);
        assertThat(renewals).as("one shortest election timeout later").hasValue(2);
        rounds(350, 900);
        assertThat(renewals).as("and so much later again").hasValue(2);
        rounds(900, 950);
        assertThat(renewals).as("two after that").hasValue(3);
        rounds(950, 4_550);
        assertThat(renewals).as("and four, and eight").hasValue(5);
        rounds(4_550, 4_550 + 10 * 2_400);
        assertThat(renewals).as("and then four of the longest ones").hasValue(15);
    }

    @Test
    void beginsAnewWithTheNextLossOfALeader() {
        isNeeded.set(true);
        rounds(0, 20_000);
        isNeeded.set(false);
        rounds(20_000, 20_100);
        int before = renewals.get();
        isNeeded.set(true);
        rounds(20_100, 20_450);
        assertThat(renewals).hasValue(before + 2);
    }

    /** A look every 50 ms, from then to then. */
    private void rounds(long fromMillis, long toMillis) {
        for (long at = fromMillis; at < toMillis; at += 50) {
            reconnection.round(at * MILLI);
        }
    }
}
