package io.snowgate.loadtest;

import java.io.IOException;

/** A closed loop that can stand still in the middle of a turn, so that others take theirs. */
interface AlternatingClient {

    Outcome alternate(
            Target target, Request request, Setting setting, int warmUpSeconds, int seconds, Alternation alternation)
            throws IOException, InterruptedException, Failure;
}
