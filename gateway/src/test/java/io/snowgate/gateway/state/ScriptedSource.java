package io.snowgate.gateway.state;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A source that does what the test last told it. Any thread. */
final class ScriptedSource implements StateSource {

    /** What {@link #fetch()} is to do. */
    @FunctionalInterface
    interface Fetch {
        byte @Nullable [] run() throws IOException, InterruptedException;
    }

    private final AtomicInteger fetches = new AtomicInteger();
    private volatile boolean closed;
    private volatile Fetch next = () -> {
        throw new IOException("nothing scripted");
    };

    void answers(String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        next = bytes::clone;
    }

    void fails(String message) {
        next = () -> {
            throw new IOException(message);
        };
    }

    /** As a conditional request that is answered with 304. */
    void isUnchanged() {
        next = () -> null;
    }

    void does(Fetch fetch) {
        next = fetch;
    }

    int fetches() {
        return fetches.get();
    }

    @Override
    public byte @Nullable [] fetch() throws IOException, InterruptedException {
        fetches.incrementAndGet();
        return next.run();
    }

    boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        closed = true;
    }

    @Override
    public String description() {
        return "scripted";
    }
}
