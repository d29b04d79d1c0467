package io.snowgate.generator;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/** Two claims with room for both: each value once, and none left over. */
@JCStressTest
@State
@Outcome(id = "0, 2, 3", expect = ACCEPTABLE, desc = "The first came first.")
@Outcome(id = "1, 0, 3", expect = ACCEPTABLE, desc = "The second came first.")
public class ClaimStress {

    private static final long LIMIT = 100;

    private final MonotonicCounter counter = new MonotonicCounter();

    @Actor
    public void two(JJJ_Result r) {
        r.r1 = counter.claim(2, 0, LIMIT);
    }

    @Actor
    public void one(JJJ_Result r) {
        r.r2 = counter.claim(1, 0, LIMIT);
    }

    @Arbiter
    public void afterwards(JJJ_Result r) {
        r.r3 = counter.next();
    }
}
