package io.snowgate.gateway.endpoint;

import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The subscribers of one state on one event loop. Confined to that loop, but for {@link #wake}.
 *
 * <p>A pass goes through them from the last to the first, a batch at a time, so that requests on the same loop get their
 * turn in between. Whoever leaves meanwhile is replaced by the last, who has been served: nobody is left out. A version
 * that comes during a pass is given to the rest of it, and to the others by another pass.
 */
final class LoopFeed {

    private static final int BATCH = 256;

    private final EventExecutor loop;
    private final StateFeed feed;
    private final Streams streams;
    private final List<StateSubscriber> subscribers = new ArrayList<>();
    private final AtomicBoolean awake = new AtomicBoolean();

    private @Nullable Future<?> heartbeat;
    private int next;

    LoopFeed(EventExecutor loop, StateFeed feed, Streams streams) {
        this.loop = loop;
        this.feed = feed;
        this.streams = streams;
    }

    /** There is a new version. Any thread. */
    void wake() {
        if (awake.compareAndSet(false, true)) {
            try {
                loop.execute(this::startPass);
            } catch (RejectedExecutionException stopped) {
                // the loop has ended, and its subscribers with it
            }
        }
    }

    void add(StateSubscriber subscriber) {
        subscriber.setIndex(subscribers.size());
        subscribers.add(subscriber);
        if (heartbeat == null) {
            long nanos = streams.heartbeat().toNanos();
            heartbeat = loop.scheduleAtFixedRate(this::beat, nanos, nanos, TimeUnit.NANOSECONDS);
        }
    }

    void remove(StateSubscriber subscriber) {
        StateSubscriber last = subscribers.removeLast();
        if (last != subscriber) {
            subscribers.set(subscriber.index(), last);
            last.setIndex(subscriber.index());
        }
        if (subscribers.isEmpty() && heartbeat != null) {
            heartbeat.cancel(false);
            heartbeat = null;
        }
    }

    /** From here on a further version means a further pass. */
    private void startPass() {
        if (next > 0) {
            return;
        }
        awake.set(false);
        next = subscribers.size();
        pass();
    }

    @SuppressWarnings("FutureReturnValueIgnored") // it ends with the loop
    private void pass() {
        StateEvent event = feed.retainNewest();
        if (event == null) {
            next = 0;
            return;
        }
        try {
            offerToBatch(event);
        } finally {
            event.release();
        }
        if (next > 0) {
            loop.schedule(this::pass, 0, TimeUnit.NANOSECONDS);
        } else if (awake.get()) {
            loop.execute(this::startPass);
        }
    }

    private void offerToBatch(StateEvent event) {
        next = Math.min(next, subscribers.size());
        for (int i = 0; i < BATCH && next > 0; i++) {
            next = Math.min(next, subscribers.size()) - 1;
            if (next >= 0) {
                subscribers.get(next).offer(event);
            }
        }
    }

    private void beat() {
        for (int i = subscribers.size() - 1; i >= 0; i--) {
            if (i < subscribers.size()) {
                subscribers.get(i).beat();
            }
        }
    }
}
