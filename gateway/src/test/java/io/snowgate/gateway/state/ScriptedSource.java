package io.snowgate.gateway.state;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/** A source that does what the test last told it. Any thread. */
final class ScriptedSource implements StateSource {

    /** What {@link #fetch()} is to do. */
    @FunctionalInterface
    interface Fetch {
        byte[] run() throws IOException, InterruptedException;
    }

    private final AtomicInteger fetches = new AtomicInteger();
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

    void does(Fetch fetch) {
        next = fetch;
    }

    int fetches() {
        return fetches.get();
    }

    @Override
    public byte[] fetch() throws IOException, InterruptedException {
        fetches.incrementAndGet();
        return next.run();
    }

    @Override
    public String description() {
        return "scripted";
    }
}
