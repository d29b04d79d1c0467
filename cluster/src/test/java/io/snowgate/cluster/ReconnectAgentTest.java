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
    void leavesAnElectionAlone() {
        isNeeded.set(true);
        rounds(0, 150);
        isNeeded.set(false);
        rounds(150, 1_000);
        assertThat(renewals).hasValue(0);
    }

    @Test
    void renewsAfterAnElectionInVainAndThenEverMoreSeldom() {
        isNeeded.set(true);
        rounds(0, 150);
        assertThat(renewals).hasValue(0);
        rounds(150, 200);
        assertThat(renewals).as("half a shortest election timeout later").hasValue(1);
        rounds(200, 450);
        assertThat(renewals).as("a whole one later").hasValue(1);
        rounds(450, 500);
        assertThat(renewals).as("a whole one later").hasValue(2);
        rounds(500, 1_100);
        assertThat(renewals).as("two later").hasValue(3);
        rounds(1_100, 2_300);
        assertThat(renewals).as("four later").hasValue(4);
        rounds(2_300, 4_700);
        assertThat(renewals).as("four of the longest ones later").hasValue(5);
        rounds(4_700, 4_700 + 10 * 2_400);
        assertThat(renewals).as("and so on").hasValue(15);
    }

    @Test
    void beginsAnewWithTheNextLossOfALeader() {
        isNeeded.set(true);
        rounds(0, 20_000);
        isNeeded.set(false);
        rounds(20_000, 20_050);
        int before = renewals.get();
        isNeeded.set(true);
        rounds(20_050, 20_550);
        assertThat(renewals).hasValue(before + 2);
    }

    /** A look every 50 ms, from then to then. */
    private void rounds(long fromMillis, long toMillis) {
        for (long at = fromMillis; at < toMillis; at += 50) {
            reconnection.round(at * MILLI);
        }
    }
}
