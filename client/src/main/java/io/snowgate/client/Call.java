package io.snowgate.client;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.snowgate.client.SnowgateException.Reason;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One question under way: attempts, one after the other, until a gateway answers or refuses, or the deadline is there.
 * What an attempt may have brought that was given up, is lost; the result is that of one attempt.
 *
 * <pre>
 *   200, readable              the result
 *   200, rubbish               another gateway
 *   301, 302, 307, 308         the gateway it points to
 *   409, asked for the leader  who leads? and then that one
 *   408, 425, 429, 5xx         another gateway, this one not before Retry-After
 *   no answer                  another gateway
 *   any other                  refused
 * </pre>
 */
final class Call<T> {

    private static final Question<Membership> MEMBERS =
            new Question<>("/members", false, null, "application/json", Membership::read);

    private final Asker asker;
    private final Gateways gateways;
    private final Question<T> question;
    private final long deadlineNanos;
    private final CompletableFuture<T> result = new CompletableFuture<>();

    private int lastStatus;

    @Nullable
    private Throwable lastFailure;

    Call(Asker asker, Question<T> question, long deadlineNanos) {
        this.asker = asker;
        this.gateways = asker.gateways();
        this.question = question;
        this.deadlineNanos = deadlineNanos;
    }

    CompletableFuture<T> result() {
        return result;
    }

    /** Makes an attempt, now or when the first gateway has rested. */
    void attempt() {
        if (result.isDone()) {
            return;
        }
        Gateway gateway = gateways.choose();
        long restNanos = gateways.restNanos(gateway);
        long leftNanos = deadlineNanos - System.nanoTime();
        if (asker.transport().isClosed()) {
            result.completeExceptionally(new SnowgateException(Reason.CLOSED, "the client has been closed"));
        } else if (restNanos >= leftNanos) {
            giveUp();
        } else if (restNanos > 0) {
            CompletableFuture.delayedExecutor(restNanos, NANOSECONDS, Futures.ELSEWHERE)
                    .execute(this::attempt);
        } else {
            send(gateway, Duration.ofNanos(Math.min(leftNanos, asker.patience().toNanos())));
        }
    }

    /** Not on the thread that answers come from: to find an address may take time. */
    private void attemptAgain() {
        Futures.ELSEWHERE.execute(this::attempt);
    }

    private void giveUp() {
        result.completeExceptionally(new SnowgateException(
                Reason.UNAVAILABLE,
                lastStatus,
                "no gateway answers " + question.path() + " within " + asker.timeout() + ": " + gateways,
                lastFailure));
    }

    private void send(Gateway gateway, Duration patience) {
        try {
            answerOf(gateway, patience);
        } catch (RuntimeException e) {
            lost(gateway, e);
        }
    }

    private void answerOf(Gateway gateway, Duration patience) {
        Futures.whenDone(asker.transport().ask(gateway.origin, question, patience), (response, failure) -> {
            if (failure == null) {
                answered(gateway, response);
            } else {
                lost(gateway, Futures.bare(failure));
            }
        });
    }

    private void lost(Gateway gateway, Throwable failure) {
        lastFailure = failure;
        lastStatus = 0;
        gateways.failed(gateway, failure.toString(), 0);
        attemptAgain();
    }

    private void answered(Gateway gateway, HttpResponse<byte[]> response) {
        lastFailure = null;
        lastStatus = response.statusCode();
        switch (response.statusCode()) {
            case 200 -> read(gateway, response.body());
            case 301, 302, 307, 308 -> follow(gateway, response);
            case 409 -> conflict(gateway, response);
            case 408, 425, 429, 500, 502, 503, 504 -> unavailable(gateway, response);
            default -> refuse(gateway, response);
        }
    }

    private void read(Gateway gateway, byte[] body) {
        try {
            T value = question.reading().read(body);
            if (gateways.answered(gateway) && asker.isForLeader()) {
                introduceLeader(gateway);
            }
            result.complete(value);
        } catch (MalformedAnswerException | RuntimeException e) {
            lost(gateway, e);
        }
    }

    private void follow(Gateway gateway, HttpResponse<byte[]> response) {
        String location = response.headers().firstValue("location").orElse("");
        gateways.follows(gateway, "points to " + location);
        Origins.tryRead(location).ifPresent(gateways::prefer);
        attemptAgain();
    }

    private void conflict(Gateway gateway, HttpResponse<byte[]> response) {
        if (!asker.isForLeader()) {
            refuse(gateway, response);
            return;
        }
        gateways.follows(gateway, Answers.shown(response.body()));
        Futures.whenDone(members(gateway), (members, failure) -> {
            if (failure == null) {
                gateways.learn(members.members());
                members.leader().ifPresent(gateways::prefer);
            }
            attemptAgain();
        });
    }

    private void unavailable(Gateway gateway, HttpResponse<byte[]> response) {
        gateways.failed(gateway, said(response), RetryAfter.nanos(response.headers(), Instant.now()));
        attemptAgain();
    }

    private void refuse(Gateway gateway, HttpResponse<byte[]> response) {
        result.completeExceptionally(new SnowgateException(
                Reason.REFUSED, response.statusCode(), gateway.origin + " refuses: " + said(response), null));
    }

    private static String said(HttpResponse<byte[]> response) {
        return response.statusCode() + " " + Problem.detail(response.body());
    }

    /** Beside the request: who does not lead would have to ask the leader, so do that ourselves from now on. */
    private void introduceLeader(Gateway gateway) {
        Futures.whenDone(members(gateway), (members, failure) -> {
            if (failure == null) {
                members.leader()
                        .filter(origin -> !gateways.needsNoIntroduction(origin))
                        .ifPresent(this::introduce);
            }
        });
    }

    /** Only when it answers here: its address may be one that is of no use to us. */
    private void introduce(URI origin) {
        Futures.whenDone(asker.transport().ask(origin, MEMBERS, asker.patience()), (answer, failure) -> {
            if (failure == null && answer.statusCode() == 200) {
                gateways.prefer(origin);
            }
        });
    }

    private CompletableFuture<Membership> members(Gateway gateway) {
        return asker.transport()
                .ask(gateway.origin, MEMBERS, asker.patience())
                .thenApply(response -> Optional.of(response)
                        .filter(answer -> answer.statusCode() == 200)
                        .map(answer -> Membership.read(answer.body()))
                        .orElseGet(Membership::none));
    }
}
