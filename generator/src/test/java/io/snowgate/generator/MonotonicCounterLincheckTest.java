package io.snowgate.generator;

import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.LongGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Test;

/**
 * Of a counter without gaps: whatever the interleaving, the results are those of some order of the same calls, one after the other. The
 * interleaving that matters: two claims read the same {@code next}, one succeeds, and the other has to begin again with
 * floor and limit, since the run it saw is gone and the next one may reach the limit.
 *
 * <p>Public, because Lincheck makes the instances.
 */
@Param(name = "count", gen = IntGen.class, conf = "1:3")
@Param(name = "floor", gen = LongGen.class, conf = "0:8")
@Param(name = "limit", gen = LongGen.class, conf = "0:16")
public final class MonotonicCounterLincheckTest {

    private final MonotonicCounter counter = MonotonicCounter.withoutGaps(0);

    @Operation(params = {"count", "floor", "limit"})
    public long claim(int count, long floor, long limit) {
        return counter.claim(count, floor, limit);
    }

    @Operation
    public long next() {
        return counter.next();
    }

    @Test
    void isLinearizableInEveryInterleaving() {
        new ModelCheckingOptions()
                .iterations(15)
                .invocationsPerIteration(200)
                .threads(3)
                .actorsPerThread(3)
                .checkObstructionFreedom(true)
                .sequentialSpecification(OneAfterTheOther.class)
                .check(MonotonicCounterLincheckTest.class);
    }

    @Test
    void isLinearizableUnderStress() {
        new StressOptions()
                .iterations(15)
                .invocationsPerIteration(1_000)
                .threads(3)
                .actorsPerThread(3)
                .sequentialSpecification(OneAfterTheOther.class)
                .check(MonotonicCounterLincheckTest.class);
    }

    /** The same promise, kept by looking at every value. */
    public static final class OneAfterTheOther {

        private final boolean[] taken = new boolean[64];

        /** Looks for the run value by value. */
        public long claim(int count, long floor, long limit) {
            int first = (int) Math.max(next(), floor);
            if (first + count > limit) {
                return MonotonicCounter.EXHAUSTED;
            }
            for (int value = 0; value < first + count; value++) {
                taken[value] = true;
            }
            return first;
        }

        /** Looks for the first value not taken. */
        public long next() {
            int value = 0;
            while (taken[value]) {
                value++;
            }
            return value;
        }
    }
}
