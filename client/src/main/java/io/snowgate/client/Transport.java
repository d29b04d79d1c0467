package io.snowgate.client;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Sends one request to one gateway, and waits for the whole of its answer for at most so long. Any thread; nothing here
 * waits. Answers complete on the thread that reads them, which must not be made to wait; failures do so elsewhere.
 */
final class Transport {

    private static final int MOST_BODY_BYTES = 256 * 1024;

    private final HttpClient http;
    private final Map<Object, CompletableFuture<?>> underWay = new ConcurrentHashMap<>();
    private volatile boolean isClosed;

    Transport(HttpClient http) {
        this.http = http;
    }

    boolean isClosed() {
        return isClosed;
    }

    /** One request. Never throws: what cannot be sent fails like what was lost. */
    CompletableFuture<Answer> ask(URI origin, Question<?> question, Duration patience) {
        try {
            return send(request(origin, question), patience);
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static HttpRequest request(URI origin, Question<?> question) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(origin.resolve(question.path())).header("Accept", question.accept());
        if (question.isPost()) {
            request.POST(BodyPublishers.noBody());
        }
        if (question.key() != null) {
            request.header("Idempotency-Key", question.key());
        }
        return request.build();
    }

    private CompletableFuture<Answer> send(HttpRequest request, Duration patience) {
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        CompletableFuture<?> sent = http.sendAsync(request, head -> new LimitedBody(head, MOST_BODY_BYTES, answer));
        CompletableFuture<?> alarm = alarm(patience, () -> {
            answer.completeExceptionally(new HttpTimeoutException("no answer within " + patience));
            sent.cancel(true);
        });
        Futures.whenDone(answer, (value, failure) -> alarm.cancel(false));
        Futures.whenDone(sent, (unused, failure) -> {
            if (failure != null) {
                answer.completeExceptionally(Futures.bare(failure));
            }
        });
        endWithThis(sent, answer);
        return answer;
    }

    /** Is over after so long, or when this is closed. */
    CompletableFuture<Boolean> rest(long nanos) {
        CompletableFuture<Boolean> rest =
                new CompletableFuture<Boolean>().completeOnTimeout(true, nanos, TimeUnit.NANOSECONDS);
        endWithThis(rest, rest);
        return rest;
    }

    /** Has this one cancelled when this is closed, unless {@code over} is done by then. */
    private void endWithThis(CompletableFuture<?> one, CompletableFuture<?> over) {
        Object key = new Object();
        underWay.put(key, one);
        Futures.whenDone(over, (value, failure) -> underWay.remove(key));
        if (isClosed) {
            one.cancel(true);
        }
    }

    /** The thread that all alarms of the JVM share is not to be kept. */
    private static CompletableFuture<?> alarm(Duration after, Runnable action) {
        CompletableFuture<Object> alarm = new CompletableFuture<>().orTimeout(after.toNanos(), TimeUnit.NANOSECONDS);
        Futures.whenDone(alarm, (nothing, late) -> {
            if (!alarm.isCancelled()) {
                Futures.ELSEWHERE.execute(action);
            }
        });
        return alarm;
    }

    /** Ends what is under way, and takes no more. */
    void close() {
        isClosed = true;
        underWay.values().forEach(one -> one.cancel(true));
        if (http instanceof AutoCloseable closeable) {
            closeBeside(closeable);
        }
    }

    /** From Java 21 on a client can be closed, which waits for its threads; before, it ends when nobody refers to it. */
    private static void closeBeside(AutoCloseable http) {
        Thread closing = new Thread(
                () -> {
                    try {
                        http.close();
                    } catch (Exception e) {
                        throw new IllegalStateException("the HTTP client did not close", e);
                    }
                },
                "snowgate-client-close");
        closing.setDaemon(true);
        closing.start();
    }
}
