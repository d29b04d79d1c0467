package io.snowgate.client;

import io.snowgate.client.SnowgateException.Reason;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.time.Instant;
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

    private static final int OK = 200;
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
            Futures.whenDone(
                    asker.transport().rest(restNanos), (over, closed) -> Futures.ELSEWHERE.execute(this::attempt));
        } else {
            send(gateway, patience(leftNanos));
        }
    }

    private Duration patience(long leftNanos) {
        return Duration.ofNanos(Math.max(0, Math.min(leftNanos, asker.patience().toNanos())));
    }

    private void giveUp() {
        result.completeExceptionally(new SnowgateException(
                Reason.UNAVAILABLE,
                lastStatus,
                "no gateway answers " + question.path() + " within " + asker.timeout() + ": " + gateways,
                lastFailure));
    }

    /** A good answer is handed on at once, by the thread that has read it; all else may take time. */
    private void send(Gateway gateway, Duration patience) {
        Futures.whenDone(asker.transport().ask(gateway.origin, question, patience), (answer, failure) -> {
            if (failure == null && answer.status() == OK) {
                read(gateway, answer.body());
            } else if (failure == null) {
                Futures.ELSEWHERE.execute(() -> judge(gateway, answer));
            } else if (failure instanceof HttpTimeoutException && patience.compareTo(asker.patience()) < 0) {
                gateways.ranOut(gateway, failure.toString());
                Futures.ELSEWHERE.execute(this::attempt);
            } else {
                lost(gateway, Futures.bare(failure));
            }
        });
    }

    private void lost(Gateway gateway, Throwable failure) {
        lastFailure = failure;
        lastStatus = 0;
        gateways.failed(gateway, failure.toString(), 0);
        Futures.ELSEWHERE.execute(this::attempt);
    }

    private void judge(Gateway gateway, Answer answer) {
        lastFailure = null;
        lastStatus = answer.status();
        switch (answer.status()) {
            case 301, 302, 307, 308 -> follow(gateway, answer);
            case 409 -> conflict(gateway, answer);
            case 408, 425, 429, 500, 502, 503, 504 -> unavailable(gateway, answer);
            default -> refuse(gateway, answer);
        }
    }

    private void read(Gateway gateway, byte[] body) {
        try {
            T value = question.reading().read(body);
            if (gateways.answered(gateway) && asker.isForLeader()) {
                Futures.ELSEWHERE.execute(() -> introduceLeader(gateway));
            }
            result.complete(value);
        } catch (MalformedAnswerException | RuntimeException e) {
            lost(gateway, e);
        }
    }

    private void follow(Gateway gateway, Answer answer) {
        String location = answer.headers().firstValue("location").orElse("");
        gateways.follows(gateway, "points to " + location);
        Origins.tryRead(location).ifPresent(gateways::prefer);
        attempt();
    }

    private void conflict(Gateway gateway, Answer answer) {
        if (!asker.isForLeader()) {
            refuse(gateway, answer);
            return;
        }
        gateways.follows(gateway, Answers.shown(answer.body()));
        Futures.whenDone(members(gateway, patience(deadlineNanos - System.nanoTime())), (members, failure) -> {
            if (failure == null) {
                gateways.learn(members.members());
                members.leader().ifPresent(gateways::prefer);
            }
            Futures.ELSEWHERE.execute(this::attempt);
        });
    }

    private void unavailable(Gateway gateway, Answer answer) {
        gateways.failed(gateway, said(answer), RetryAfter.nanos(answer.headers(), Instant.now()));
        attempt();
    }

    private void refuse(Gateway gateway, Answer answer) {
        result.completeExceptionally(new SnowgateException(
                Reason.REFUSED, answer.status(), gateway.origin + " refuses: " + said(answer), null));
    }

    private static String said(Answer answer) {
        return answer.status() + " " + Problem.detail(answer.body());
    }

    /** Beside the request: who does not lead would have to ask the leader, so do that ourselves from now on. */
    private void introduceLeader(Gateway gateway) {
        Futures.whenDone(members(gateway, asker.patience()), (members, failure) -> {
            if (failure == null) {
                members.leader()
                        .filter(origin -> !gateways.needsNoIntroduction(origin))
                        .ifPresent(origin -> Futures.ELSEWHERE.execute(() -> introduce(origin)));
            }
        });
    }

    /** Only when it answers here: its address may be one that is of no use to us. */
    private void introduce(URI origin) {
        Futures.whenDone(asker.transport().ask(origin, MEMBERS, asker.patience()), (answer, failure) -> {
            if (failure == null && answer.status() == OK) {
                gateways.prefer(origin);
            }
        });
    }

    private CompletableFuture<Membership> members(Gateway gateway, Duration patience) {
        return asker.transport()
                .ask(gateway.origin, MEMBERS, patience)
                .thenCompose(answer -> answer.status() == OK
                        ? CompletableFuture.completedFuture(Membership.read(answer.body()))
                        : CompletableFuture.failedFuture(new IOException(MEMBERS.path() + ": " + said(answer))));
    }
}
