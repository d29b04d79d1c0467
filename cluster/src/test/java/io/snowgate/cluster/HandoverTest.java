package io.snowgate.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HandoverTest {

    private final List<Long> terms = new ArrayList<>();
    private final Handover handover = new Handover();
    private final Handover.Log log = index -> index >= 0 && index < terms.size() ? terms.get((int) index) : -1;

    @Test
    void countsFromWhenTheLastEntryOfTheTermsBeforeWasSeen() {
        receive(1, 100);
        receive(1, 200);
        receive(2, 900);

        assertThat(handover.sinceNanos(2, log, 1_000)).isEqualTo(200);
    }

    @Test
    void countsFromTheElectionWhenAnEntryCameUnseen() {
        receive(1, 100);
        terms.add(1L);
        receive(2, 900);

        assertThat(handover.sinceNanos(2, log, 1_000)).isEqualTo(1_000);
    }

    @Test
    void countsFromTheElectionWhenTheLogHasForgotten() {
        receive(1, 100);
        receive(2, 900);
        terms.set(0, -1L);

        assertThat(handover.sinceNanos(2, log, 1_000)).isEqualTo(1_000);
    }

    @Test
    void countsFromTheElectionAfterARestart() {
        terms.add(1L);
        receive(2, 900);

        assertThat(handover.sinceNanos(2, log, 1_000)).isEqualTo(1_000);
    }

    @Test
    void doesNotTakeForOldWhatWasSeenAgain() {
        receive(1, 100);
        handover.look(1, 0, 500);
        receive(2, 900);

        assertThat(handover.sinceNanos(2, log, 1_000)).isEqualTo(100);
        assertThat(handover.sinceNanos(2, log, 2_000)).isEqualTo(100);
    }

    private void receive(long term, long seenNanos) {
        terms.add(term);
        handover.look(term, terms.size() - 1L, seenNanos);
    }
}
