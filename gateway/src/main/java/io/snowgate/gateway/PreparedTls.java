package io.snowgate.gateway;

import io.snowgate.gateway.tls.TlsFailure;
import io.snowgate.gateway.tls.TlsServer;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** TLS, made by a thread of its own meanwhile: it takes as long to get ready as everything else together. */
final class PreparedTls implements AutoCloseable {

    private final CompletableFuture<TlsServer> made = new CompletableFuture<>();

    private PreparedTls() {}

    /** Begins {@code making} now. */
    static PreparedTls begin(Callable<TlsServer> making) {
        PreparedTls prepared = new PreparedTls();
        Thread.ofPlatform().daemon().name("snowgate-tls").start(() -> prepared.make(making));
        return prepared;
    }

    private void make(Callable<TlsServer> making) {
        try {
            made.complete(making.call());
        } catch (Throwable e) {
            made.completeExceptionally(e);
        }
    }

    /**
     * What was made, once it is.
     *
     * @throws TlsFailure as making it did
     */
    TlsServer get() throws TlsFailure {
        try {
            return made.join();
        } catch (CompletionException e) {
            throw failure(e);
        }
    }

    private static TlsFailure failure(CompletionException failed) {
        if (failed.getCause() instanceof TlsFailure expected) {
            return expected;
        }
        if (failed.getCause() instanceof Error error) {
            throw error;
        }
        throw failed;
    }

    /** Closes what was made, or is still to be. */
    @Override
    public void close() {
        made.thenAccept(TlsServer::close).exceptionally(nothingWasMade -> null).join();
    }
}
