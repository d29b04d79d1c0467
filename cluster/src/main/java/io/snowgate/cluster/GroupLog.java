package io.snowgate.cluster;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** The way into the log of one group. Futures never fail exceptionally: what goes wrong is a refusal. Any thread. */
interface GroupLog {

    /** Has a command put into the log, wherever its leader is, and carried out. */
    CompletableFuture<Reply> propose(Command command);

    /** Asks the leader without the log; what it says is as of a moment within the call. */
    CompletableFuture<Reply> ask(Query query);

    /** Hands the reply on when it is there. */
    @SuppressWarnings("FutureReturnValueIgnored") // there is nothing to be learnt from it
    static void then(CompletableFuture<Reply> reply, Consumer<Reply> action) {
        reply.thenAccept(action);
    }
}
