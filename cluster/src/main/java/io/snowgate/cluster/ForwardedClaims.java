package io.snowgate.cluster;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Claims of timestamps that the leader answers, wherever it is. There is one call under way at a time; who comes meanwhile
 * waits for the next one, so that each call was sent after everything it carries had arrived. Any thread.
 */
final class ForwardedClaims {

    /** The most timestamps of one call. */
    static final int MAX_BATCH = 1_000_000;

    private static final int MAX_WAITING = 100_000;
    private static final long PAUSE_MILLIS = 20;

    private final GroupLog log;
    private final LongSupplier nanoClock;
    private final long timeoutNanos;
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    private final Executor later = CompletableFuture.delayedExecutor(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    private boolean isCalling;

    private record Waiting(int count, CompletableFuture<Long> answer, long sinceNanos) {}

    ForwardedClaims(GroupLog log, LongSupplier nanoClock, long timeoutNanos) {
        this.log = log;
        this.nanoClock = nanoClock;
        this.timeoutNanos = timeoutNanos;
    }

    CompletableFuture<Long> claim(int count) {
        CompletableFuture<Long> answer = new CompletableFuture<>();
        List<Waiting> batch;
        synchronized (this) {
            if (waiting.size() >= MAX_WAITING) {
                return CompletableFuture.completedFuture(Timestamps.UNAVAILABLE);
            }
            waiting.add(new Waiting(count, answer, nanoClock.getAsLong()));
            batch = nextBatch();
        }
        call(batch);
        return answer;
    }

    /** What the next call carries; nothing while one is under way. Holding the lock. */
    private List<Waiting> nextBatch() {
        List<Waiting> batch = new ArrayList<>();
        int count = 0;
        while (!isCalling && !waiting.isEmpty() && count + waiting.getFirst().count <= MAX_BATCH) {
            count += waiting.getFirst().count;
            batch.add(waiting.removeFirst());
        }
        isCalling |= !batch.isEmpty();
        return batch;
    }

    private void call(List<Waiting> batch) {
        if (!batch.isEmpty()) {
            int count = batch.stream().mapToInt(Waiting::count).sum();
            GroupLog.then(log.ask(new Query.Claim(count)), reply -> answered(batch, reply));
        }
    }

    private void answered(List<Waiting> batch, Reply reply) {
        boolean isInTime = nanoClock.getAsLong() - batch.getFirst().sinceNanos < timeoutNanos;
        if (!reply.isDone() && isInTime && reply.reason() != Refusal.Reason.CLOSED) {
            later.execute(() -> call(batch));
            return;
        }
        List<Waiting> next;
        synchronized (this) {
            isCalling = false;
            next = nextBatch();
        }
        call(next);
        distribute(batch, reply);
    }

    private static void distribute(List<Waiting> batch, Reply reply) {
        long refusal = reply.reason() == Refusal.Reason.CLOSED ? Timestamps.CLOSED : Timestamps.UNAVAILABLE;
        long first = reply.value(0);
        for (Waiting one : batch) {
            one.answer.complete(reply.isDone() ? first : refusal);
            first += one.count;
        }
    }
}
