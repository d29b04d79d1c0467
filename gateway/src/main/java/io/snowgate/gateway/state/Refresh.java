package io.snowgate.gateway.state;

import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to fetch and check the document, made once on the fetch thread. Its outcome is published to whoever polls
 * {@link #outcome()}, then {@code whenDone} is called; whatever the source throws becomes an outcome.
 */
final class Refresh implements Runnable {

    /** How an attempt ended. Exactly one of {@code content} and {@code failure} is there. */
    record Outcome(
            @Nullable Content content,
            @Nullable String failure,
            @Nullable Throwable bug) {

        /** Made ahead: there may be no memory left to make it then. */
        private static final Outcome UNEXPLAINED = new Outcome(null, "failed without a word", null);

        /** Why it failed. */
        String reason() {
            return Objects.requireNonNull(failure);
        }

        private static Outcome failed(String failure) {
            return new Outcome(null, failure, null);
        }
    }

    private final StateSource source;
    private final Intake intake;
    private final Runnable whenDone;
    private final long startedNanos;

    private volatile @Nullable Outcome outcome;

    /** Guarded by this, so that the thread is never interrupted in what it does next. */
    private @Nullable Thread runner;

    private boolean givenUp;

    Refresh(StateSource source, Intake intake, Runnable whenDone, long startedNanos) {
        this.source = source;
        this.intake = intake;
        this.whenDone = whenDone;
        this.startedNanos = startedNanos;
    }

    /** How it ended; null while it goes on. */
    @Nullable
    Outcome outcome() {
        return outcome;
    }

    long elapsedNanos(long nowNanos) {
        return nowNanos - startedNanos;
    }

    /** Interrupts it, now or as soon as it begins. Its outcome is of no interest any more. */
    synchronized void giveUp() {
        givenUp = true;
        if (runner != null) {
            runner.interrupt();
        }
    }

    synchronized boolean isGivenUp() {
        return givenUp;
    }

    @Override
    public void run() {
        Outcome end = Outcome.UNEXPLAINED;
        begin();
        try {
            end = attempt();
        } finally {
            end();
            outcome = end;
            whenDone.run();
        }
    }

    private synchronized void begin() {
        runner = Thread.currentThread();
        if (givenUp) {
            runner.interrupt();
        }
    }

    @SuppressWarnings("InterruptedExceptionSwallowed") // ours, and over
    private synchronized void end() {
        runner = null;
        if (givenUp) {
            Thread.interrupted();
        }
    }

    private Outcome attempt() {
        try {
            return new Outcome(intake.take(source.fetch()), null, null);
        } catch (IOException e) {
            return Outcome.failed(e.getMessage() == null ? e.toString() : e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Outcome.failed("interrupted");
        } catch (RuntimeException | Error e) {
            return new Outcome(null, e.toString(), e);
        }
    }
}
