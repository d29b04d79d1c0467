package io.snowgate.client;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import org.jspecify.annotations.Nullable;

/**
 * Takes the body of an answer, and hangs up on one that is too long. Completes the answer at the last octet, on the thread
 * that reads it: the HTTP client itself would do so later, and on the common pool, which the caller may keep busy.
 */
final class LimitedBody implements BodySubscriber<Void> {

    private final ResponseInfo head;
    private final int limit;
    private final CompletableFuture<Answer> answer;
    private final ByteArrayOutputStream octets = new ByteArrayOutputStream();
    private final CompletableFuture<@Nullable Void> end = new CompletableFuture<>();

    @Nullable
    private Subscription subscription;

    LimitedBody(ResponseInfo head, int limit, CompletableFuture<Answer> answer) {
        this.head = head;
        this.limit = limit;
        this.answer = answer;
    }

    @Override
    @SuppressWarnings("NullAway") // Void has no value but null
    public CompletionStage<Void> getBody() {
        return end;
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        this.subscription = subscription;
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            if (buffer.remaining() > limit - octets.size()) {
                giveUp();
                return;
            }
            byte[] part = new byte[buffer.remaining()];
            buffer.get(part);
            octets.writeBytes(part);
        }
    }

    private void giveUp() {
        if (subscription != null) {
            subscription.cancel();
        }
        end.completeExceptionally(new IOException("an answer of more than " + limit + " octets"));
    }

    @Override
    public void onError(Throwable failure) {
        end.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        answer.complete(new Answer(head.statusCode(), head.headers(), octets.toByteArray()));
        end.complete(null);
    }
}
