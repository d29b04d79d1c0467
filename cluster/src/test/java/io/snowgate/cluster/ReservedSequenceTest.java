package io.snowgate.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** One gateway's part of a sequence, over a log that answers when it is told to. */
class ReservedSequenceTest {

    private static final long SECOND_NANOS = 1_000_000_000;

    private final FakeLog log = new FakeLog();
    private final List<Long> lost = new ArrayList<>();
    private long nanos = -5;
    private final ReservedSequence sequence = new ReservedSequence(
            "s",
            log,
            new ClusterEvents() {
                @Override
                public void rangeLost(String name, long values) {
                    lost.add(values);
                }
            },
            () -> nanos);

    /** Hands out what it is asked for, one answer after the other. */
    private static final class FakeLog implements GroupLog {

        private final List<Command.Reserve> asked = new ArrayList<>();
        private final ArrayDeque<CompletableFuture<Reply>> unanswered = new ArrayDeque<>();
        private long next = 1;

        @Override
        public CompletableFuture<Reply> propose(Command command) {
            asked.add((Command.Reserve) command);
            CompletableFuture<Reply> answer = new CompletableFuture<>();
            unanswered.add(answer);
            return answer;
        }

        @Override
        public CompletableFuture<Reply> ask(Query query) {
            throw new AssertionError("not for sequences: " + query);
        }

        private void grant() {
            long from = next;
            next += asked.getLast().count();
            unanswered.remove().complete(Reply.of(from, next));
        }

        private void refuse(Refusal.Reason reason) {
            unanswered.remove().complete(Reply.refused(reason, "as told"));
        }
    }

    @Test
    void asksTheLogForMoreWhenHalfIsUsedAndNotBefore() {
        long size = begin();
        claim((int) size / 2 - 2);
        assertThat(log.asked).hasSize(1);

        claim(1);
        assertThat(log.asked).hasSize(2);
        claim(1);
        assertThat(log.asked).hasSize(2);
    }

    @Test
    void goesOnWithTheRangeAheadAndLosesNothing() {
        long size = begin();
        claim((int) size - 1);
        log.grant();

        assertThat(claim(3)).isEqualTo(new Range(size + 1, size + 4));
        assertThat(lost).isEmpty();
    }

    @Test
    void leavesARangeThatIsTooShortForAClaimAndCountsWhatIsLostWithTheNextReservation() {
        long size = begin();
        claim((int) size - 4);
        log.grant();

        assertThat(claim(7).from()).isEqualTo(size + 1);
        assertThat(lost).containsExactly(3L);
        claim((int) log.asked.getLast().count() / 2);
        assertThat(log.asked.getLast().lost()).isEqualTo(3);
    }

    @Test
    void reservesFourTimesAsMuchWhenItDidNotLastAndHalfWhenItLastedLong() {
        long size = begin();
        use(size);
        assertThat(log.asked.getLast().count()).isEqualTo(4 * size);

        log.grant();
        nanos += SECOND_NANOS;
        use(4 * size);
        assertThat(log.asked.getLast().count()).isEqualTo(4 * size);

        log.grant();
        nanos += 6 * SECOND_NANOS;
        use(4 * size);
        assertThat(log.asked.getLast().count()).isEqualTo(2 * size);
    }

    @Test
    void reservesAsMuchAsIsWaitedFor() {
        CompletableFuture<SequenceResult> large = sequence.claim(1_000_000);
        assertThat(log.asked.getLast().count()).isEqualTo(1_000_000);

        log.grant();
        assertThat(large).isCompletedWithValue(new Range(1, 1_000_001));
    }

    @Test
    void tellsEverybodyWhoWaitsWhenTheLogRefusesAndAsksAnewForTheNext() {
        CompletableFuture<SequenceResult> first = sequence.claim(1);
        CompletableFuture<SequenceResult> second = sequence.claim(2);
        log.refuse(Refusal.Reason.TIMEOUT);

        assertThat(first).isCompletedWithValue(new Refusal(Refusal.Reason.TIMEOUT, "as told"));
        assertThat(second).isCompletedWithValue(new Refusal(Refusal.Reason.TIMEOUT, "as told"));
        assertThat(lost).containsExactly(log.asked.getFirst().count());

        CompletableFuture<SequenceResult> third = sequence.claim(1);
        log.grant();
        assertThat(third).isCompletedWithValue(new Range(1, 2));
    }

    @Test
    void handsOutNothingMoreWhenItIsClosedAndSaysWhatIsLost() {
        long size = begin();
        CompletableFuture<SequenceResult> waiting = sequence.claim((int) size);
        sequence.close();

        assertThat(waiting.join()).isInstanceOf(Refusal.class);
        assertThat(sequence.tryClaim(1)).isNull();
        assertThat(sequence.claim(1).join()).isInstanceOf(Refusal.class);
        assertThat(lost).containsExactly(size - 1);
        log.grant();
        assertThat(sequence.tryClaim(1)).isNull();
        assertThat(sequence.held()).isZero();
    }

    /** Has one range reserved, and takes its first value. */
    private long begin() {
        CompletableFuture<SequenceResult> first = sequence.claim(1);
        long size = log.asked.getLast().count();
        log.grant();
        assertThat(first).isCompletedWithValue(new Range(1, 2));
        return size;
    }

    /** Takes half of a range, so that the next is asked for. */
    private void use(long size) {
        int before = log.asked.size();
        for (long i = 0; log.asked.size() == before && i < size; i++) {
            claim(1);
        }
        assertThat(log.asked).hasSize(before + 1);
    }

    private Range claim(int count) {
        return Objects.requireNonNull(sequence.tryClaim(count));
    }
}
