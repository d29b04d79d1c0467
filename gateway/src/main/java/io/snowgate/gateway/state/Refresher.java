package io.snowgate.gateway.state;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Starts refreshes when they are due, never two at once, and hands over how they ended. Due times lie on whole multiples
 * of the interval, as the wall clock saw them when the one before was due; a due time that finds a refresh still going on
 * is skipped. Confined to the publisher's thread, which it never blocks: the source runs on a thread of its own.
 */
final class Refresher {

    /** When a refresh that goes on counts as failed. It is not given up: the next one starts after it. */
    static final Duration HUNG_AFTER = Duration.ofSeconds(5);

    private static final Duration MIN_INTERVAL = Duration.ofMillis(100);
    private static final Duration MAX_INTERVAL = Duration.ofHours(1);

    private final StateSource source;
    private final int maxSizeBytes;
    private final long intervalMillis;
    private final ExecutorService executor;

    private @Nullable Refresh inFlight;
    private boolean hangNoticed;
    private boolean started;
    private long dueNanos;

    Refresher(StateSource source, int maxSizeBytes, Duration interval, ExecutorService executor) {
        if (interval.compareTo(MIN_INTERVAL) < 0 || interval.compareTo(MAX_INTERVAL) > 0) {
            throw new IllegalArgumentException("refresh must be 100 ms..1 h: " + interval);
        }
        if (maxSizeBytes < 1) {
            throw new IllegalArgumentException("size limit must be at least 1 byte: " + maxSizeBytes);
        }
        this.source = source;
        this.maxSizeBytes = maxSizeBytes;
        this.intervalMillis = interval.toMillis();
        this.executor = executor;
    }

    /** The thread for sources: one, made at the first refresh, and no reason for the JVM to stay. */
    static ExecutorService ownThread() {
        return Executors.newSingleThreadExecutor(
                Thread.ofPlatform().daemon().name("snowgate-fetch").factory());
    }

    /** Starts a refresh if one is due and none goes on; {@code whenDone} is called on its thread when it has ended. */
    void startIfDue(long nowMillis, long nowNanos, Runnable whenDone) {
        if (nanosUntilDue(nowNanos) > 0) {
            return;
        }
        started = true;
        dueNanos = nowNanos + TimeUnit.MILLISECONDS.toNanos(Ticks.millisToNext(nowMillis, intervalMillis));
        if (inFlight == null) {
            Refresh refresh = new Refresh(source, maxSizeBytes, whenDone, nowNanos);
            executor.execute(refresh);
            inFlight = refresh;
            hangNoticed = false;
        }
    }

    /** How the refresh ended, once; null while there is none or it goes on. */
    Refresh.@Nullable Outcome poll() {
        Refresh.Outcome outcome = inFlight == null ? null : inFlight.outcome();
        if (outcome != null) {
            inFlight = null;
        }
        return outcome;
    }

    /** Whether the refresh that goes on has just turned out to hang: true once for each that does. */
    boolean noticeHang(long nowNanos) {
        boolean hangs = inFlight != null && inFlight.elapsedNanos(nowNanos) >= HUNG_AFTER.toNanos();
        boolean news = hangs && !hangNoticed;
        hangNoticed |= hangs;
        return news;
    }

    /** Time until {@link #startIfDue} has something to do; not positive when it has. */
    long nanosUntilDue(long nowNanos) {
        return started ? dueNanos - nowNanos : 0;
    }

    /** Interrupts the source and waits for it to let go; false when it did not within the time. */
    boolean close(Duration patience) throws InterruptedException {
        executor.shutdownNow();
        return executor.awaitTermination(patience.toMillis(), TimeUnit.MILLISECONDS);
    }
}
