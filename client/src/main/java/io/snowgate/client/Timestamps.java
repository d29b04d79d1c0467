package io.snowgate.client;

import io.snowgate.client.SnowgateException.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;

/**
 * Timestamps that rise over the whole cluster, in real time: one that was received before another was asked for, by
 * whomever, is lower. Each is a positive number with milliseconds since 1970 in its upper and a count in its lower bits.
 *
 * <pre>
 *   63                          18 17               0
 *   ├── physical, ms since 1970 ──┤├──── logical ────┤
 * </pre>
 *
 * <p>Nothing is buffered, for a timestamp that was taken ahead would be lower than what others have received since.
 * Instead, calls that come while a request is under way share the next one: each call begins before its request is sent,
 * and so gets what is higher than all that anybody had when it began. One thread gets one timestamp a round trip; a
 * hundred threads together a hundred. A request takes up to {@link #MAX_COUNT} of them.
 *
 * <p>Asks the leader where it is known. Any thread, any number of them.
 */
public final class Timestamps {

    /** The most timestamps of one call. */
    public static final int MAX_COUNT = 10_000;

    /** How many bits the logical part has. */
    public static final int LOGICAL_BITS = 18;

    /** The highest logical part. */
    public static final int MAX_LOGICAL = (1 << LOGICAL_BITS) - 1;

    private static final String TYPE = "application/octet-stream";

    private static final long CLEARLY_LATER_NANOS = Duration.ofMillis(10).toNanos();

    private final Asker asker;
    private final Deque<Wish> waiting = new ArrayDeque<>();
    private boolean isUnderWay;

    /** What one call wants. */
    private record Wish(int count, long deadlineNanos, CompletableFuture<Range> result) {}

    Timestamps(Asker asker) {
        this.asker = asker;
    }

    /** Milliseconds since 1970. */
    public static long physicalMillis(long timestamp) {
        return timestamp >>> LOGICAL_BITS;
    }

    /** The count within the millisecond, 0 to {@link #MAX_LOGICAL}. */
    public static int logical(long timestamp) {
        return (int) (timestamp & MAX_LOGICAL);
    }

    /** The physical part as a time. */
    public static Instant time(long timestamp) {
        return Instant.ofEpochMilli(physicalMillis(timestamp));
    }

    /**
     * A timestamp, after a round trip to the leader.
     *
     * @throws SnowgateException when there is none within the timeout of the client
     */
    public long next() {
        return next(1).from();
    }

    /**
     * {@code count} consecutive timestamps.
     *
     * @param count 1 to {@link #MAX_COUNT}
     * @throws SnowgateException when there are none within the timeout of the client
     */
    public Range next(int count) {
        return Asker.await(ask(count));
    }

    /** A timestamp, without waiting. What depends on it runs on the common pool. */
    public CompletableFuture<Long> nextAsync() {
        return nextAsync(1).thenApply(Range::from);
    }

    /**
     * {@code count} consecutive timestamps, without waiting.
     *
     * @param count 1 to {@link #MAX_COUNT}
     */
    public CompletableFuture<Range> nextAsync(int count) {
        return Asker.toCaller(ask(count));
    }

    private CompletableFuture<Range> ask(int count) {
        Counts.require(count, MAX_COUNT);
        Wish wish = new Wish(count, asker.deadlineNanos(), new CompletableFuture<>());
        synchronized (waiting) {
            waiting.add(wish);
        }
        sendWhatWaits();
        return wish.result;
    }

    /** Timestamps without end, each by a {@link #next()} and so a round trip; to be limited by who uses it. */
    public LongStream stream() {
        return LongStream.generate(this::next);
    }

    private void sendWhatWaits() {
        List<Wish> batch = batch();
        if (!batch.isEmpty()) {
            int count = batch.stream().mapToInt(Wish::count).sum();
            Futures.whenDone(asker.ask(question(count), batch.get(0).deadlineNanos), (range, failure) -> {
                if (failure == null) {
                    succeed(batch, range.from());
                } else {
                    fail(batch, Futures.bare(failure));
                }
            });
        }
    }

    private void succeed(List<Wish> batch, long first) {
        goOn(List.of());
        long next = first;
        for (Wish wish : batch) {
            wish.result.complete(new Range(next, next + wish.count));
            next += wish.count;
        }
    }

    /** The oldest had no more time. Those that came clearly later have, and wait on. */
    private void fail(List<Wish> batch, Throwable failure) {
        List<Wish> later = batch.stream()
                .filter(wish -> wish.deadlineNanos - batch.get(0).deadlineNanos > CLEARLY_LATER_NANOS)
                .filter(wish -> failure instanceof SnowgateException refusal && refusal.reason() == Reason.UNAVAILABLE)
                .toList();
        goOn(later);
        batch.stream()
                .filter(wish -> !later.contains(wish))
                .forEach(wish -> wish.result.completeExceptionally(failure));
    }

    /** On the thread that answers come from, which has no time to ask. */
    private void goOn(List<Wish> with) {
        synchronized (waiting) {
            isUnderWay = false;
            for (int i = with.size() - 1; i >= 0; i--) {
                waiting.addFirst(with.get(i));
            }
            if (!waiting.isEmpty()) {
                Futures.ELSEWHERE.execute(this::sendWhatWaits);
            }
        }
    }

    /** The oldest that wait, as many as fit into one request; none while one is under way. */
    private List<Wish> batch() {
        List<Wish> batch = new ArrayList<>();
        synchronized (waiting) {
            int free = isUnderWay ? 0 : MAX_COUNT;
            Wish next = waiting.peek();
            while (next != null && next.count <= free) {
                waiting.remove();
                if (!next.result.isDone()) {
                    batch.add(next);
                    free -= next.count;
                }
                next = waiting.peek();
            }
            isUnderWay |= !batch.isEmpty();
        }
        return batch;
    }

    private static Question<Range> question(int count) {
        return new Question<>("/timestamp?n=" + count, false, null, TYPE, body -> Answers.timestamps(body, count));
    }
}
