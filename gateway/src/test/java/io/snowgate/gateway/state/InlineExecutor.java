package io.snowgate.gateway.state;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;

/** Does everything at once, on the caller's thread, or keeps it while it is to look hung. */
final class InlineExecutor extends AbstractExecutorService {

    private final Deque<Runnable> held = new ArrayDeque<>();
    private boolean hangs;
    private boolean shutdown;

    void hang() {
        hangs = true;
    }

    void goOn() {
        hangs = false;
        while (!held.isEmpty()) {
            held.remove().run();
        }
    }

    int held() {
        return held.size();
    }

    @Override
    public void execute(Runnable task) {
        held.add(task);
        if (!hangs) {
            goOn();
        }
    }

    @Override
    public void shutdown() {
        shutdown = true;
    }

    @Override
    public List<Runnable> shutdownNow() {
        shutdown = true;
        return List.of();
    }

    @Override
    public boolean isShutdown() {
        return shutdown;
    }

    @Override
    public boolean isTerminated() {
        return shutdown;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return true;
    }
}
