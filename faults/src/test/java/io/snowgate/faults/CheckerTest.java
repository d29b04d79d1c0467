package io.snowgate.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CheckerTest {

    private final List<Operation> history = new ArrayList<>();

    @Test
    void findsNothingInAHistoryThatOneCounterCouldHaveAnswered() {
        answered(Kind.TIMESTAMP, "a", 0, 10, 100, 104);
        answered(Kind.TIMESTAMP, "b", 5, 20, 90, 94);
        answered(Kind.TIMESTAMP, "a", 21, 30, 105, 109);
        answered(Kind.STRICT, "c", 0, 10, 1, 3);

        assertThat(violations()).isEmpty();
    }

    @Test
    void findsAValueThatTwoGatewaysGave() {
        answered(Kind.ID, "a", 0, 10, 700, 709);
        answered(Kind.ID, "b", 3, 8, 720, 729);
        answered(Kind.ID, "c", 5, 9, 709, 718);

        assertThat(violations()).singleElement().asString().contains("ID twice: 709");
    }

    @Test
    void findsAValueThatOneAnswerHasTwice() {
        history.add(Operation.answered(Kind.ID, "a", 0, 1, 2, Run.of(List.of(5L, 5L))));

        assertThat(violations()).singleElement().asString().contains("ID twice: 5");
    }

    @Test
    void findsRangesThatOverlapThoughNoneBeginsLikeAnother() {
        answered(Kind.FAST, "a", 0, 10, 1, 7);
        answered(Kind.FAST, "b", 0, 10, 7, 13);

        assertThat(violations()).singleElement().asString().contains("FAST twice: 7");
    }

    @Test
    void findsAllRangesThatALongOneCovers() {
        answered(Kind.FAST, "a", 0, 100, 1, 50);
        answered(Kind.FAST, "b", 0, 100, 10, 12);
        answered(Kind.FAST, "c", 0, 100, 20, 22);

        assertThat(violations()).hasSize(2);
    }

    @Test
    void findsATimestampThatIsLowerThanOneReceivedBeforeItWasAskedFor() {
        answered(Kind.TIMESTAMP, "a", 0, 10, 100, 104);
        answered(Kind.TIMESTAMP, "b", 11, 20, 95, 99);

        assertThat(violations()).singleElement().asString().contains("TIMESTAMP fell");
    }

    @Test
    void findsAnInversionAcrossAnOperationThatTookLong() {
        answered(Kind.STRICT, "a", 0, 10, 4, 6);
        answered(Kind.STRICT, "b", 5, 50, 7, 9);
        answered(Kind.STRICT, "c", 11, 20, 1, 3);

        assertThat(violations()).singleElement().asString().contains("STRICT fell");
    }

    @Test
    void allowsAnythingBetweenOperationsThatOverlapInTime() {
        answered(Kind.TIMESTAMP, "a", 0, 11, 100, 104);
        answered(Kind.TIMESTAMP, "b", 11, 20, 95, 99);

        assertThat(violations()).isEmpty();
    }

    @Test
    void asksOfAFastSequenceOnlyThatTheValuesOfOneGatewayRise() {
        answered(Kind.FAST, "a", 0, 10, 101, 107);
        answered(Kind.FAST, "b", 11, 20, 1, 7);
        assertThat(violations()).isEmpty();

        answered(Kind.FAST, "a", 30, 40, 94, 100);
        assertThat(violations()).singleElement().asString().contains("FAST of a fell");
    }

    @Test
    void findsAGapThatNobodyAskedFor() {
        answered(Kind.KEYED, "a", 0, 10, 1, 2);
        answered(Kind.KEYED, "a", 11, 20, 5, 6);

        assertThat(violations()).singleElement().asString().contains("KEYED has gaps");
    }

    @Test
    void explainsAGapByARequestWithoutAnAnswer() {
        answered(Kind.STRICT, "a", 0, 10, 1, 3);
        history.add(Operation.failed(Kind.STRICT, "b", 5, 1_000, 3, "timeout"));
        answered(Kind.STRICT, "a", 11, 20, 7, 9);
        assertThat(violations()).isEmpty();

        answered(Kind.STRICT, "a", 21, 30, 11, 13);
        assertThat(violations()).hasSize(1);
    }

    @Test
    void explainsNothingByARequestThatNobodyGot() {
        answered(Kind.STRICT, "a", 0, 10, 1, 3);
        history.add(Operation.failed(Kind.STRICT, "b", 5, 6, 3, Operation.NEVER_SENT));
        answered(Kind.STRICT, "a", 11, 20, 7, 9);

        assertThat(violations()).singleElement().asString().contains("STRICT has gaps");
    }

    /** The same of 500 histories of a real counter, with one thing planted in each. */
    @Test
    void findsWhatIsPlantedInHistoriesOfARealCounter() {
        for (long seed = 0; seed < 500; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            List<Operation> good = ofACounter(random);
            assertThat(new Checker(good).violations()).as("seed %d", seed).isEmpty();

            List<Operation> bad = new ArrayList<>(good);
            int at = 50 + random.nextInt(good.size() - 50);
            Operation one = good.get(at);
            Operation early = good.get(random.nextInt(10));
            Run planted = seed % 2 == 0 ? early.runs().getFirst() : new Run(-9, -5);
            bad.set(at, Operation.answered(one.kind(), "c", one.beginNanos(), one.endNanos(), 5, List.of(planted)));
            assertThat(new Checker(bad).violations()).as("seed %d", seed).isNotEmpty();
        }
    }

    private static List<Operation> ofACounter(SplittableRandom random) {
        List<Operation> operations = new ArrayList<>();
        long next = 1;
        for (long now = 0; operations.size() < 100; now += random.nextInt(1, 10)) {
            next += random.nextInt(3);
            operations.add(Operation.answered(
                    Kind.TIMESTAMP,
                    "a",
                    now - random.nextInt(20),
                    now + random.nextInt(20),
                    5,
                    List.of(new Run(next, next + 4))));
            next += 5;
        }
        return operations;
    }

    private void answered(Kind kind, String gateway, long begin, long end, long first, long last) {
        history.add(
                Operation.answered(kind, gateway, begin, end, (int) (last - first + 1), List.of(new Run(first, last))));
    }

    private List<String> violations() {
        return new Checker(history).violations();
    }
}
