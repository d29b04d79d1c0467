package io.snowgate.client;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/** What {@link CompletableFuture} leaves to be said again and again. */
final class Futures {

    private static final int THREADS = 4;
    private static final long IDLE_SECONDS = 10;

    /** For what must run on no thread of the caller or of the HTTP client; its threads end when they have nothing to do. */
    static final Executor ELSEWHERE = elsewhere();

    private Futures() {}

    private static Executor elsewhere() {
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                THREADS, THREADS, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "snowgate-client");
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    /** Has {@code action} see the value or the failure, and nobody see what becomes of {@code action}. */
    static <T> void whenDone(CompletableFuture<T> future, BiConsumer<T, Throwable> action) {
        CompletableFuture<T> unused = future.whenComplete(action);
    }

    /** Has {@code to} end as {@code from} does. */
    static <T> void pass(CompletableFuture<T> from, CompletableFuture<T> to) {
        whenDone(from, (value, failure) -> {
            if (failure == null) {
                to.complete(value);
            } else {
                to.completeExceptionally(bare(failure));
            }
        });
    }

    /** The exception itself, where a dependent future has wrapped it. */
    static Throwable bare(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }
}
