package io.snowgate.generator;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/**
 * A claim above a floor, and the end of the counter. What {@code close} returns is what the next process begins from, so
 * it must be above whatever the claim got; and a closed counter stays closed, whatever is still being added to it.
 */
@JCStressTest
@State
@Outcome(id = "5, 6, 9223372036854775807", expect = ACCEPTABLE, desc = "Claimed, then closed.")
@Outcome(id = "-1, 0, 9223372036854775807", expect = ACCEPTABLE, desc = "Closed, then refused.")
@Outcome(
        id = "-1, 1, 9223372036854775807",
        expect = ACCEPTABLE_INTERESTING,
        desc = "Added, then closed: what was added is not claimed, and passed over.")
public class CloseStress {

    private final MonotonicCounter counter = new MonotonicCounter();

    @Actor
    public void claim(JJJ_Result r) {
        r.r1 = counter.claim(1, 5, 100);
    }

    @Actor
    public void close(JJJ_Result r) {
        r.r2 = counter.close();
    }

    @Arbiter
    public void afterwards(JJJ_Result r) {
        r.r3 = counter.next();
    }
}
