package io.snowgate.loadtest;

import java.io.IOException;

/** So many requests a second over all connections, whatever comes of them. */
interface OpenLoop {

    Outcome pace(Target target, Request request, Setting setting, int rate, int warmUpSeconds, int seconds)
            throws IOException, InterruptedException, Failure;
}
