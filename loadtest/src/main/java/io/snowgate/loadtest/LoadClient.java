package io.snowgate.loadtest;

import java.io.IOException;

/** A closed loop: every connection asks again as soon as it has its answer. */
interface LoadClient {

    String version();

    Outcome run(Target target, Request request, Setting setting, int warmUpSeconds, int seconds)
            throws IOException, InterruptedException, Failure;
}
