package io.snowgate.client;

import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;

/**
 * Snowflake IDs: unique over all gateways, and ordered by time as well as the clocks of the gateways agree. Each call is a
 * request; those of one answer rise. What an ID says, {@code snowgate-generator} takes apart. Any thread, any number of
 * them.
 */
public final class Ids {

    /** The most IDs of one call. */
    public static final int MAX_COUNT = 1_000;

    private final Asker asker;

    Ids(Asker asker) {
        this.asker = asker;
    }

    /**
     * An ID.
     *
     * @throws SnowgateException when there is none within the timeout of the client
     */
    public long next() {
        return next(1)[0];
    }

    /**
     * {@code count} IDs, lowest first, not consecutive.
     *
     * @param count 1 to {@link #MAX_COUNT}
     * @throws SnowgateException when there are none within the timeout of the client
     */
    public long[] next(int count) {
        return Asker.await(asker.ask(question(count)));
    }

    /** An ID, without waiting. What depends on it runs on the common pool. */
    public CompletableFuture<Long> nextAsync() {
        return nextAsync(1).thenApply(ids -> ids[0]);
    }

    /**
     * {@code count} IDs, without waiting.
     *
     * @param count 1 to {@link #MAX_COUNT}
     */
    public CompletableFuture<long[]> nextAsync(int count) {
        return Asker.toCaller(asker.ask(question(count)));
    }

    /** IDs without end, each by a {@link #next()} and so a request; to be limited by who uses it. */
    public LongStream stream() {
        return LongStream.generate(this::next);
    }

    private static Question<long[]> question(int count) {
        Counts.require(count, MAX_COUNT);
        return new Question<>("/api/snowflake?n=" + count, false, null, "text/plain", body -> Answers.ids(body, count));
    }
}
