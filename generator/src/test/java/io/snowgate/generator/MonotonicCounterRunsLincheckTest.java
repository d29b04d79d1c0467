package io.snowgate.generator;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.LongGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jetbrains.lincheck.datastructures.verifier.EpsilonVerifier;
import org.junit.jupiter.api.Test;

/**
 * Of a counter that adds first: it may pass over values when claims interfere, so it is not linearizable to the letter,
 * and is asked for what matters instead. Whatever the interleaving, no two runs share a value, every run lies within its
 * floor and limit, and a claim that began after another had ended is higher. The interleaving that matters: one claim
 * adds past its limit, another one adds behind it under a higher limit, and the first wants to give back what is no longer
 * the end.
 *
 * <p>Public, because Lincheck makes the instances.
 */
@Param(name = "count", gen = IntGen.class, conf = "1:3")
@Param(name = "floor", gen = LongGen.class, conf = "0:8")
@Param(name = "limit", gen = LongGen.class, conf = "6:16")
public final class MonotonicCounterRunsLincheckTest {

    private final MonotonicCounter counter = new MonotonicCounter();
    private final AtomicInteger order = new AtomicInteger();
    private final ConcurrentLinkedQueue<Run> runs = new ConcurrentLinkedQueue<>();

    /** Values from {@code first} to {@code end}, exclusive, and when the claim had not begun and had ended. */
    record Run(long first, long end, int beforeIt, int afterIt) {

        boolean overlaps(Run other) {
            return first < other.end && other.first < end;
        }

        boolean endedBefore(Run other) {
            return afterIt <= other.beforeIt;
        }
    }

    @Operation(params = {"count", "floor", "limit"})
    public void claim(int count, long floor, long limit) {
        int before = order.get();
        long first = counter.claim(count, floor, limit);
        if (first == MonotonicCounter.EXHAUSTED) {
            return;
        }
        runs.add(new Run(first, first + count, before, order.incrementAndGet()));
        require(first >= floor && first + count <= limit, "outside of floor " + floor + " and limit " + limit);
    }

    /** What may not be, whatever happened. */
    @Validate
    public void everyRunIsItsOwnAndRises() {
        List<Run> all = new ArrayList<>(runs);
        for (Run run : all) {
            for (Run other : all) {
                require(run.equals(other) || !run.overlaps(other), run + " and " + other + " share a value");
                require(
                        !run.endedBefore(other) || run.first < other.first,
                        run + " came first and is not lower than " + other);
            }
        }
        require(all.stream().allMatch(run -> run.end <= counter.next()), "more was handed out than " + counter.next());
    }

    @Test
    void holdsInEveryInterleaving() {
        new ModelCheckingOptions()
                .iterations(12)
                .invocationsPerIteration(150)
                .threads(3)
                .actorsPerThread(3)
                .checkObstructionFreedom(true)
                .verifier(EpsilonVerifier.class)
                .check(MonotonicCounterRunsLincheckTest.class);
    }

    @Test
    void holdsUnderStress() {
        new StressOptions()
                .iterations(12)
                .invocationsPerIteration(400)
                .threads(3)
                .actorsPerThread(3)
                .verifier(EpsilonVerifier.class)
                .check(MonotonicCounterRunsLincheckTest.class);
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalStateException(otherwise);
        }
    }
}
