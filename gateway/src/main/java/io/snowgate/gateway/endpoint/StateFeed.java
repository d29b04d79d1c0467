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

    /** One that is told its versions by {@link #publish(long, String, byte[], byte[])}. */
    StateFeed(Streams streams) {
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

    private void publish(StateDocument document) {
        String tag = document.etag().toString();
        String id = tag.substring(1, tag.length() - 1);
        publish(document.version(), id, document.copyBytes(), document.patchFromPrevious());
    }

    /** Of two versions that come at once, at start, the later one stays. */
    synchronized void publish(long version, String id, byte[] json, byte @Nullable [] patch) {
        StateEvent old = newest;
        if (closed || (old != null && old.version() >= version)) {
            return;
        }
        newest = StateEvent.after(old, version, id, json, patch);
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
