package io.snowgate.gateway.http;

import io.netty.util.concurrent.ImmediateEventExecutor;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Waits for answers that come later, for tests of endpoints without a wire. */
public final class Answers {

    private static final int PATIENCE_SECONDS = 30;

    private Answers() {}

    public static boolean isLater(Response response) {
        return response.awaited() != null;
    }

    /** The answer itself, when it is there. */
    public static Response await(Response response) {
        Awaited<?> awaited = response.awaited();
        if (awaited == null) {
            return response;
        }
        CompletableFuture<Response> answer = new CompletableFuture<>();
        awaited.take(ImmediateEventExecutor.INSTANCE, answer::complete);
        return answer.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    }

    /** The value of a field, or an empty text. */
    public static String field(Response response, String name) {
        for (int i = 0; i < response.fields().size(); i++) {
            if (response.fields().name(i).contentEquals(name)) {
                return response.fields().value(i).toString();
            }
        }
        return "";
    }
}
