package io.snowgate.gateway.endpoint;

import io.netty.util.concurrent.EventExecutor;
import io.snowgate.gateway.state.StateDocument;
import io.snowgate.gateway.state.StatePublisher;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The versions of one state as events, for all who are subscribed to it: the publisher's thread renders each once,
 * publishes it, and wakes every event loop that has subscribers by one task.
 *
 * <p>A subscriber keeps nothing but the number of the version it got last. Whoever was busy when a version came asks for
 * the newest when it is ready again, and so skips what lay between.
 */
public final class StateFeed implements AutoCloseable {

    private final Streams streams;
    private final Map<EventExecutor, LoopFeed> loops = new ConcurrentHashMap<>();

    private volatile @Nullable StateEvent newest;
    private boolean closed;

    private StateFeed(Streams streams) {
        this.streams = streams;
    }

    /** The feed of {@code publisher}, which may have been started. */
    public static StateFeed of(StatePublisher publisher, Streams streams) {
        StateFeed feed = new StateFeed(streams);
        publisher.onChange(feed::publish);
        StateDocument document = publisher.current();
        if (document != null) {
            feed.publish(document);
        }
        return feed;
    }

    /** Of two versions that come at once, at start, the later one stays. */
    private synchronized void publish(StateDocument document) {
        StateEvent old = newest;
        if (closed || (old != null && old.version() >= document.version())) {
            return;
        }
        newest = StateEvent.of(document);
        if (old != null) {
            old.release();
        }
        loops.values().forEach(LoopFeed::wake);
    }

    /** The newest version, retained; null before the first. Any thread. */
    @Nullable
    StateEvent retainNewest() {
        for (StateEvent event = newest; event != null; event = newest) {
            if (event.tryRetain()) {
                return event;
            }
        }
        return null;
    }

    /** The subscribers of one event loop. */
    LoopFeed on(EventExecutor loop) {
        return loops.computeIfAbsent(loop, executor -> new LoopFeed(executor, this, streams));
    }

    Streams streams() {
        return streams;
    }

    /** Releases the newest version. Nobody is subscribed any more. */
    @Override
    public synchronized void close() {
        closed = true;
        StateEvent last = newest;
        newest = null;
        if (last != null) {
            last.release();
        }
    }
}
