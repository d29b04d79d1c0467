package io.snowgate.loadtest;

import java.io.IOException;

/** A closed loop that ends by itself: so many requests and no more; connecting is part of it. */
interface BurstClient {

    Outcome runRequests(Target target, Request request, Setting setting, int count)
            throws IOException, InterruptedException, Failure;
}
