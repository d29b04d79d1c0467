package io.snowgate.generator;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/** A claim that does not fit below its limit, and one under a higher limit: what was added past the one is given back. */
@JCStressTest
@State
@Outcome(id = "-1, 4, 5", expect = ACCEPTABLE, desc = "Refused, and given back in time.")
@Outcome(id = "-1, 6, 7", expect = ACCEPTABLE_INTERESTING, desc = "Refused, and passed over: a gap of two.")
public class ClaimLimitStress {

    private final MonotonicCounter counter = new MonotonicCounter(4);

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
