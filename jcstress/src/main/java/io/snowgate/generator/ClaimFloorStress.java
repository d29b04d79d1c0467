package io.snowgate.generator;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/**
 * Two claims that begin a new tick, at two readings of the clock. Both add below their floor and want to move up; the one
 * that comes second must not set the counter back below what the first has claimed.
 */
@JCStressTest
@State
@Outcome(id = "5, 8, 9", expect = ACCEPTABLE, desc = "The lower floor came first.")
@Outcome(id = "9, 8, 10", expect = ACCEPTABLE, desc = "The higher floor came first.")
public class ClaimFloorStress {

    private static final long LIMIT = 100;

    private final MonotonicCounter counter = new MonotonicCounter();

    @Actor
    public void lower(JJJ_Result r) {
        r.r1 = counter.claim(1, 5, LIMIT);
    }

    @Actor
    public void higher(JJJ_Result r) {
        r.r2 = counter.claim(1, 8, LIMIT);
    }

    @Arbiter
    public void afterwards(JJJ_Result r) {
        r.r3 = counter.next();
    }
}
