package io.snowgate.generator;

import java.time.Duration;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.LongGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Test;

/**
 * Whatever the interleaving of claims at whatever readings of the clock, the results are those of some order of the same
 * claims, one after the other. The interleaving that matters: a claim at a later time notes it and takes its positions
 * while another one, at an earlier time, still holds the old highest time. (That one in particular is staged, not
 * searched for, in {@link SnowflakeGeneratorClockTest}.)
 *
 * <p>At least as much tolerance as may be run ahead. With less, a claim that races with a leap of the clock may be served
 * on either side of it, as the generator says. Without gaps, too: {@link MonotonicCounterRunsLincheckTest} looks at the
 * counter that has them.
 *
 * <p>Public, because Lincheck makes the instances.
 */
@Param(name = "now", gen = LongGen.class, conf = "1:3")
@Param(name = "count", gen = IntGen.class, conf = "1:2")
public final class SnowflakeGeneratorLincheckTest {

    private static final int AHEAD_MILLIS = 0;
    private static final int TOLERANCE_MILLIS = 1;
    private static final SnowflakeLayout TWO_IDS_A_MILLI = new SnowflakeLayout(10, 0, 1, 1, 0);

    private final SnowflakeGenerator generator = SnowflakeGenerator.builder(TWO_IDS_A_MILLI, 1)
            .maxAhead(Duration.ofMillis(AHEAD_MILLIS))
            .clockTolerance(Duration.ofMillis(TOLERANCE_MILLIS))
            .withoutGaps()
            .build();

    @Operation(params = {"now", "count"})
    public long claim(long now, int count) {
        return generator.claimAt(now, count);
    }

    @Operation
    public long close() {
        return generator.close();
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
                .check(SnowflakeGeneratorLincheckTest.class);
    }

    @Test
    void isLinearizableUnderStress() {
        new StressOptions()
                .iterations(15)
                .invocationsPerIteration(1_000)
                .threads(3)
                .actorsPerThread(3)
                .sequentialSpecification(OneAfterTheOther.class)
                .check(SnowflakeGeneratorLincheckTest.class);
    }

    /** The same promise, in plain words. */
    public static final class OneAfterTheOther {

        private long next;
        private long highest;
        private boolean isClosed;

        /** From the first position of the tick, or from where the last claim ended. */
        public long claim(long now, int count) {
            if (isClosed) {
                return SnowflakeGenerator.CLOSED;
            }
            if (highest - now > TOLERANCE_MILLIS) {
                return SnowflakeGenerator.CLOCK_BEHIND;
            }
            highest = Math.max(highest, now);
            long first = Math.max(next, 2 * now);
            long lastMillis = Math.max(now + AHEAD_MILLIS, highest);
            if (first + count > 2 * (lastMillis + 1)) {
                return SnowflakeGenerator.EXHAUSTED;
            }
            next = first + count;
            return first;
        }

        /** Once. */
        public long close() {
            long last = isClosed ? Long.MAX_VALUE : next;
            isClosed = true;
            return last;
        }
    }
}
