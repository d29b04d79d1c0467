package io.snowgate.client;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * Asks questions of gateways until there is an answer, a refusal, or no time left. {@link Call} is one such question
 * under way.
 *
 * @param transport what sends a request
 * @param gateways whom to ask
 * @param isForLeader whether only the leader may know
 * @param timeout for a question with all its attempts
 * @param patience for one attempt
 */
record Asker(Transport transport, Gateways gateways, boolean isForLeader, Duration timeout, Duration patience) {

    /** By when, by {@link System#nanoTime}, what is asked now has to be answered. */
    long deadlineNanos() {
        return System.nanoTime() + timeout.toNanos();
    }

    <T> CompletableFuture<T> ask(Question<T> question) {
        return ask(question, deadlineNanos());
    }

    /** Completes with an answer or, by the deadline, with a {@link SnowgateException}. */
    <T> CompletableFuture<T> ask(Question<T> question, long deadlineNanos) {
        Call<T> call = new Call<>(this, question, deadlineNanos);
        call.attempt();
        return call.result();
    }

    /** Waits for a result that is sure to come. */
    static <T> T await(CompletableFuture<T> result) {
        try {
            return result.get();
        } catch (InterruptedException e) {
            result.cancel(true);
            Thread.currentThread().interrupt();
            throw new SnowgateException(
                    SnowgateException.Reason.INTERRUPTED, 0, "interrupted while waiting for a gateway", e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof SnowgateException failure ? failure.here() : new IllegalStateException(e);
        }
    }

    /** Keeps what depends on a result off the thread that all answers come from, unless the result is there. */
    static <T> CompletableFuture<T> toCaller(CompletableFuture<T> result) {
        if (result.isDone()) {
            return result;
        }
        CompletableFuture<T> outward = result.thenApplyAsync(value -> value);
        Futures.whenDone(outward, (value, failure) -> {
            if (outward.isCancelled()) {
                result.cancel(false);
            }
        });
        return outward;
    }
}
