package io.snowgate.loadtest;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Lets clients that are all connected run for a quarter of a second each, one after the other, again and again, while
 * the others stand still. On a virtual machine a request takes half as much CPU again from one second to the next, for
 * what the neighbours of its host do; when servers take turns of some seconds, that decides who is faster. Here it meets
 * all of them alike.
 *
 * <p>{@link #run} belongs to one thread, and lends its tasks others.
 */
final class Alternation {

    /** For a client that has the machine to itself. */
    static final Alternation NONE = new Alternation(1);

    private static final long SLICE_MILLIS = 250;
    private static final long UNTIL_SOMEBODY_JOINS_MILLIS = 5;

    private final int among;
    private final List<Part> parts = new CopyOnWriteArrayList<>();

    /** @param among how many clients */
    Alternation(int among) {
        this.among = among;
    }

    /** By how much everything takes longer. */
    int among() {
        return among;
    }

    /**
     * A client that has just been started; it stands still until it is its turn.
     *
     * @param servers that it asks
     */
    Part join(long client, List<Long> servers) throws IOException, InterruptedException {
        Part part = new Part(client, servers);
        if (among > 1) {
            part.suspend();
            parts.add(part);
        }
        return part;
    }

    /** Does all the tasks at the same time, each of which {@linkplain #join joins} with a client; returns when all are done. */
    <T> List<Future<T>> run(List<Callable<T>> tasks) throws IOException, InterruptedException {
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            List<Future<T>> futures = new ArrayList<>();
            tasks.forEach(task -> futures.add(threads.submit(task)));
            try {
                while (!futures.stream().allMatch(Future::isDone)) {
                    pass();
                }
            } catch (IOException | InterruptedException e) {
                threads.shutdownNow();
                letAllGoOn();
                throw e;
            }
            return futures;
        }
    }

    private void pass() throws IOException, InterruptedException {
        if (parts.isEmpty()) {
            Thread.sleep(UNTIL_SOMEBODY_JOINS_MILLIS);
        }
        for (Part part : parts) {
            part.resume();
            part.awaitEnd(SLICE_MILLIS);
            part.suspend();
        }
        parts.removeIf(Part::isOver);
    }

    private void letAllGoOn() throws IOException {
        for (Part part : parts) {
            part.resume();
        }
    }
}
