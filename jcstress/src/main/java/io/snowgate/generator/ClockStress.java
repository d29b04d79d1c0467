package io.snowgate.generator;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/**
 * Two claims at two readings of the clock, 3 ms apart where 1 ms back is tolerated, two IDs a millisecond. The earlier
 * reading is served when it comes first, and refused when the later one was there before; nothing is issued twice.
 */
@JCStressTest
@State
@Outcome(id = "2, 8", expect = ACCEPTABLE, desc = "The earlier reading came first.")
@Outcome(id = "-2, 8", expect = ACCEPTABLE, desc = "The later one came first: the clock is behind.")
@Outcome(
        id = "-1, 8",
        expect = ACCEPTABLE,
        desc = "The later one took its position while the earlier one held the old highest time: its tick is over.")
public class ClockStress {

    private static final SnowflakeLayout TWO_IDS_A_MILLI = new SnowflakeLayout(10, 0, 1, 1, 0);

    private final SnowflakeGenerator generator = SnowflakeGenerator.builder(TWO_IDS_A_MILLI, 1)
            .clockTolerance(Duration.ofMillis(1))
            .build();

    @Actor
    public void earlier(JJ_Result r) {
        r.r1 = generator.claimAt(1, 1);
    }

    @Actor
    public void later(JJ_Result r) {
        r.r2 = generator.claimAt(4, 1);
    }
}
