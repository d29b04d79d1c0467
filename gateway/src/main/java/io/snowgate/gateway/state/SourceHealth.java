package io.snowgate.gateway.state;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts how refreshes end and says so in the log, once per change: when the source breaks, when it breaks in another
 * way, when it is back. Written by the publisher, read by any thread.
 */
final class SourceHealth {

    /** Everything a reader needs, of one moment. */
    record Tally(long refreshes, long failures, @Nullable String failure) {}

    private static final Logger LOG = LoggerFactory.getLogger(SourceHealth.class);

    private final String source;
    private volatile Tally tally = new Tally(0, 0, null);
    private long failingSinceNanos;

    SourceHealth(String source) {
        this.source = source;
    }

    Tally tally() {
        return tally;
    }

    void succeeded(long nowNanos) {
        Tally before = tally;
        tally = new Tally(before.refreshes + 1, before.failures, null);
        if (before.failure != null) {
            LOG.info("state source {} is back after {} s", source, seconds(nowNanos - failingSinceNanos));
        }
    }

    void failed(String failure, @Nullable Throwable bug, long nowNanos) {
        Tally before = tally;
        tally = new Tally(before.refreshes + 1, before.failures + 1, failure);
        if (before.failure == null) {
            failingSinceNanos = nowNanos;
        }
        if (before.failure == null || !shape(failure).equals(shape(before.failure))) {
            LOG.warn("state source {} fails, {}: {}", source, remains(before), failure, bug);
        }
    }

    private static String remains(Tally tally) {
        return tally.refreshes > tally.failures ? "the last good document stays" : "there is no document yet";
    }

    private static long seconds(long nanos) {
        return Duration.ofNanos(nanos).toSeconds();
    }

    /** A growing size or a moving line number is no other way to fail. */
    private static String shape(String failure) {
        return failure.replaceAll("[0-9]+", "0");
    }
}
