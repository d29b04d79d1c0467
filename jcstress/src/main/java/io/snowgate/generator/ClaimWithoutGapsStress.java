package io.snowgate.generator;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/** The same as {@link ClaimLimitStress} without gaps: a refusal leaves the counter as it was, whoever else claims. */
@JCStressTest
@State
@Outcome(id = "-1, 4, 5", expect = ACCEPTABLE, desc = "Refused, and nothing passed over.")
public class ClaimWithoutGapsStress {

    private final MonotonicCounter counter = MonotonicCounter.withoutGaps(4);

    @Actor
    public void tooMany(JJJ_Result r) {
        r.r1 = counter.claim(2, 0, 5);
    }

    @Actor
    public void one(JJJ_Result r) {
        r.r2 = counter.claim(1, 0, 100);
    }

    @Arbiter
    public void afterwards(JJJ_Result r) {
        r.r3 = counter.next();
    }
}
