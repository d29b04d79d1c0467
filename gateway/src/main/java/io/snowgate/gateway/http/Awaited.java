package io.snowgate.gateway.http;

import io.netty.util.concurrent.EventExecutor;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An answer that is not there yet. Its outcome may come on any thread and is carried to the event loop of the connection;
 * only there is the answer made, counted and timed, and only if somebody still waits for it. So whoever leaves leaves no
 * buffer behind, and is counted as nothing.
 *
 * <p>All but the outcome is confined to that event loop.
 */
final class Awaited<T> {

    private static final Logger LOG = LoggerFactory.getLogger(Awaited.class);
    private static final long NOT_TIMED = 0;

    private final CompletionStage<T> outcome;
    private final Function<? super T, Response> answer;
    private @Nullable Route route;
    private @Nullable Consumer<Response> taker;
    private long startedNanos = NOT_TIMED;

    Awaited(CompletionStage<T> outcome, Function<? super T, Response> answer) {
        this.outcome = outcome;
        this.answer = answer;
    }

    void countedBy(Route itsRoute) {
        route = itsRoute;
    }

    void timedFrom(long nanos) {
        startedNanos = nanos == NOT_TIMED ? 1 : nanos;
    }

    /** Has {@code then} take the answer on {@code loop}, at the soonest after this call. */
    @SuppressWarnings("FutureReturnValueIgnored") // nothing it could fail with: the loop runs what is given to it
    void take(EventExecutor loop, Consumer<Response> then) {
        taker = then;
        outcome.whenComplete((value, failure) -> loop.execute(() -> came(value, failure)));
    }

    /** Nobody waits any more. */
    void forget() {
        taker = null;
    }

    /** The answer is this one, and the outcome comes too late. */
    void giveUp(HttpFailure instead) {
        deliver(instead.response());
    }

    private void came(T value, @Nullable Throwable failure) {
        if (taker != null) {
            deliver(failure == null ? make(value) : unexpected(failure));
        }
    }

    private Response make(T value) {
        try {
            Response response = answer.apply(value);
            return response.awaited() == null
                    ? response
                    : unexpected(new IllegalStateException("an answer that came must not wait for another"));
        } catch (RuntimeException bug) {
            return unexpected(bug);
        }
    }

    private Response unexpected(Throwable bug) {
        LOG.error("an answer that was waited for failed", bug);
        return HttpFailure.UNEXPECTED.response();
    }

    private void deliver(Response response) {
        Consumer<Response> waiting = taker;
        taker = null;
        if (waiting == null) {
            response.dropBody();
            return;
        }
        meter(response);
        waiting.accept(response);
    }

    private void meter(Response response) {
        if (route == null) {
            return;
        }
        route.count(response.status());
        if (startedNanos != NOT_TIMED) {
            route.timeSince(startedNanos);
        }
    }
}
