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
    private final int maxSizeBytes;
    private final Runnable whenDone;
    private final long startedNanos;

    private volatile @Nullable Outcome outcome;

    Refresh(StateSource source, int maxSizeBytes, Runnable whenDone, long startedNanos) {
        this.source = source;
        this.maxSizeBytes = maxSizeBytes;
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

    @Override
    public void run() {
        Outcome end = Outcome.UNEXPLAINED;
        try {
            end = attempt();
        } finally {
            outcome = end;
            whenDone.run();
        }
    }

    private Outcome attempt() {
        try {
            return check(source.fetch());
        } catch (IOException e) {
            return Outcome.failed(e.getMessage() == null ? e.toString() : e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Outcome.failed("interrupted");
        } catch (RuntimeException | Error e) {
            return new Outcome(null, e.toString(), e);
        }
    }

    private Outcome check(byte[] bytes) {
        if (bytes.length > maxSizeBytes) {
            return Outcome.failed(bytes.length + " bytes, more than the limit of " + maxSizeBytes);
        }
        String fault = JsonCheck.fault(bytes);
        return fault == null ? new Outcome(Content.of(bytes), null, null) : Outcome.failed("not valid JSON: " + fault);
    }
}
