package io.snowgate.gateway.state;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Starts refreshes when they are due, never two at once, and hands over how they ended. Confined to the publisher's
 * thread, which it never blocks: the source runs on a thread of its own.
 *
 * <p>Due times lie on whole multiples of the interval, as the wall clock saw them when the one before was due; one that
 * finds a refresh still going on is skipped. After a failure {@link Backoff} says when the next is due.
 *
 * <p>A refresh has {@link #deadline()}. Past it, it counts as failed, is interrupted, and whatever it may still bring is
 * not taken. A source that is deaf to interrupts keeps its thread, and its turn: the next refresh waits for it to end.
 */
final class Refresher {

    private static final Duration MIN_DEADLINE = Duration.ofSeconds(5);
    private static final Duration MAX_DEADLINE = Duration.ofSeconds(30);
    private static final Duration MIN_INTERVAL = Duration.ofMillis(100);
    private static final Duration MAX_INTERVAL = Duration.ofHours(1);

    private final StateSource source;
    private final Intake intake;
    private final long intervalMillis;
    private final Duration deadline;
    private final ExecutorService executor;
    private final Backoff backoff;

    private @Nullable Refresh inFlight;
    private boolean started;
    private long dueNanos;

    Refresher(StateSource source, StateOptions options, ExecutorService executor, RandomGenerator random) {
        Duration interval = options.refresh();
        if (interval.compareTo(MIN_INTERVAL) < 0 || interval.compareTo(MAX_INTERVAL) > 0) {
            throw new IllegalArgumentException("refresh must be 100 ms..1 h: " + interval);
        }
        this.source = source;
        this.intake = new Intake(options);
        this.intervalMillis = interval.toMillis();
        this.deadline = deadline(interval);
        this.executor = executor;
        this.backoff = new Backoff(interval, random);
    }

    /** The thread for a state's source: one, made at the first refresh, and no reason for the JVM to stay. */
    static ExecutorService ownThread(String state) {
        return Executors.newSingleThreadExecutor(
                Thread.ofPlatform().daemon().name("snowgate-fetch-" + state).factory());
    }

    /** A refresh may take as long as the interval, but never less than 5 s nor more than 30 s. */
    static Duration deadline(Duration interval) {
        long millis = Math.clamp(interval.toMillis(), MIN_DEADLINE.toMillis(), MAX_DEADLINE.toMillis());
        return Duration.ofMillis(millis);
    }

    Duration deadline() {
        return deadline;
    }

    /** Starts a refresh if one is due and none goes on; {@code whenDone} is called on its thread when it has ended. */
    void startIfDue(Moment now, Runnable whenDone) {
        if (inFlight != null || nanosUntilDue(now.nanos()) > 0) {
            return;
        }
        started = true;
        dueNanos = nextMultiple(now);
        Refresh refresh = new Refresh(source, intake, whenDone, now.nanos());
        executor.execute(refresh);
        inFlight = refresh;
    }

    /** How the refresh ended, once; null while there is none, it goes on or was given up. */
    Refresh.@Nullable Outcome poll(Moment now) {
        Refresh ended = inFlight;
        Refresh.Outcome outcome = ended == null ? null : ended.outcome();
        if (ended == null || outcome == null) {
            return null;
        }
        inFlight = null;
        if (ended.isGivenUp()) {
            return null;
        }
        plan(outcome, now);
        return outcome;
    }

    private void plan(Refresh.Outcome outcome, Moment now) {
        if (outcome.content() == null) {
            dueNanos = now.nanos() + backoff.failed();
            return;
        }
        backoff.succeeded();
        if (dueNanos - now.nanos() <= 0) {
            dueNanos = nextMultiple(now);
        }
    }

    private long nextMultiple(Moment now) {
        return now.nanos() + TimeUnit.MILLISECONDS.toNanos(Ticks.millisToNext(now.epochMillis(), intervalMillis));
    }

    /** Gives up the refresh that has gone on for too long: true once for each that has. */
    boolean giveUpIfLate(Moment now) {
        Refresh late = inFlight;
        if (late == null || late.isGivenUp() || late.elapsedNanos(now.nanos()) < deadline.toNanos()) {
            return false;
        }
        late.giveUp();
        dueNanos = now.nanos() + backoff.failed();
        return true;
    }

    /** Time until there is something to do; not positive when there is. */
    long nanosUntilDue(long nowNanos) {
        Refresh current = inFlight;
        if (current != null) {
            return current.isGivenUp() ? Long.MAX_VALUE : deadline.toNanos() - current.elapsedNanos(nowNanos);
        }
        return started ? dueNanos - nowNanos : 0;
    }

    /** Interrupts the source and waits for it to let go; false when it did not within the time. */
    boolean close(Duration patience) throws InterruptedException {
        if (inFlight != null) {
            inFlight.giveUp();
        }
        if (!executor.isShutdown() && started) {
            executor.execute(source::close);
        } else if (!started) {
            source.close();
        }
        executor.shutdown();
        return executor.awaitTermination(patience.toMillis(), TimeUnit.MILLISECONDS);
    }
}
