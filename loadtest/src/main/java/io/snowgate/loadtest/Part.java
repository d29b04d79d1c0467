package io.snowgate.loadtest;

import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One client's part of an {@link Alternation}: it runs, and stands still while others do. From first to last its
 * {@linkplain #pauses pauses} are known, so that they can be taken away from what is measured. Thread-safe.
 */
final class Part implements AutoCloseable {

    private static final long QUIET_MILLIS = 15;
    private static final int MOST_TRIES_FOR_QUIET = 20;

    /**
     * When a client stood still.
     *
     * @param from when its server had answered what was asked before, and was idle
     * @param begin when it was stopped, in microseconds since 1970, as {@code end}
     * @param nanos for how long
     */
    record Pause(ProcessTable from, ProcessTable to, long begin, long end, long nanos) {

        /** What of it lies between two moments. */
        Optional<Pause> between(ProcessTable first, ProcessTable last) {
            if (from.nanos() >= last.nanos() || to.nanos() <= first.nanos()) {
                return Optional.empty();
            }
            if (from.nanos() >= first.nanos() && to.nanos() <= last.nanos()) {
                return Optional.of(this);
            }
            ProcessTable later = from.nanos() < first.nanos() ? first : from;
            ProcessTable earlier = to.nanos() > last.nanos() ? last : to;
            return Optional.of(new Pause(later, earlier, begin, end, earlier.nanos() - later.nanos()));
        }
    }

    private final long client;
    private final List<Long> servers;
    private final List<Pause> pauses = new ArrayList<>();
    private @Nullable ProcessTable idleSince;
    private long begin;
    private long beginNanos;
    private boolean isOver;

    Part(long client, List<Long> servers) {
        this.client = client;
        this.servers = List.copyOf(servers);
    }

    /** Returns once the server has nothing to do. */
    synchronized void suspend() throws IOException, InterruptedException {
        if (isOver || idleSince != null || !Signal.STOP.send(client)) {
            return;
        }
        beginNanos = System.nanoTime();
        begin = now();
        idleSince = quiet();
    }

    synchronized void resume() throws IOException {
        ProcessTable from = idleSince;
        if (isOver || from == null) {
            return;
        }
        ProcessTable to = ProcessTable.read();
        idleSince = null;
        pauses.add(new Pause(from, to, begin, now(), System.nanoTime() - beginNanos));
        isOver = !Signal.CONT.send(client);
    }

    private ProcessTable quiet() throws IOException, InterruptedException {
        ProcessTable last = ProcessTable.read();
        for (int i = 0; i < MOST_TRIES_FOR_QUIET; i++) {
            Thread.sleep(QUIET_MILLIS);
            ProcessTable next = ProcessTable.read();
            if (next.ticks(next.trees(servers)) == last.ticks(last.trees(servers))) {
                return next;
            }
            last = next;
        }
        return last;
    }

    private static long now() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }

    synchronized List<Pause> pauses() {
        return List.copyOf(pauses);
    }

    /** Waits until it is over, or for so long. */
    synchronized void awaitEnd(long millis) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        for (long left = millis;
                left > 0 && !isOver;
                left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())) {
            wait(left);
        }
    }

    synchronized boolean isOver() {
        return isOver;
    }

    /** Its client has ended, or is about to be. */
    @Override
    public synchronized void close() {
        isOver = true;
        notifyAll();
    }
}
