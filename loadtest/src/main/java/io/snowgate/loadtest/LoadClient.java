package io.snowgate.loadtest;

import java.io.IOException;

/** A closed loop: every connection asks again as soon as it has its answer. */
interface LoadClient {

    String version();

    Outcome run(Target target, Request request, Setting setting, int warmUpSeconds, int seconds)
            throws IOException, InterruptedException, Failure;

    /** Whether it can stand still in the middle of a turn, so that others take theirs. */
    default boolean canAlternate() {
        return false;
    }

    /** The same with others, when it can. */
    default Outcome run(
            Target target, Request request, Setting setting, int warmUpSeconds, int seconds, Alternation alternation)
            throws IOException, InterruptedException, Failure {
        return run(target, request, setting, warmUpSeconds, seconds);
    }
}
