package io.snowgate.gateway.endpoint;

import io.snowgate.gateway.http.Outlet;
import io.snowgate.gateway.http.StreamChunk;
import io.snowgate.gateway.http.Subscription;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One client of a {@link StateFeed}: knows the version it has, and nothing of what is to come. Confined to the event loop
 * of its connection.
 */
final class StateSubscriber implements Subscription {

    private static final StreamChunk HEARTBEAT = EventText.comment("hb");
    private static final long LEAST_RETRY_MILLIS = 1_000;
    private static final long MOST_RETRY_MILLIS = 5_000;

    private final StateFeed feed;
    private final boolean patches;

    private @Nullable String lastEventId;
    private long version = StateEvent.NONE;
    private int index;
    private @Nullable LoopFeed loop;
    private @Nullable Outlet outlet;

    /**
     * @param patches whether the client takes a patch where there is one
     * @param lastEventId what the client says it has
     */
    StateSubscriber(StateFeed feed, boolean patches, @Nullable String lastEventId) {
        this.feed = feed;
        this.patches = patches;
        this.lastEventId = lastEventId;
    }

    @Override
    public void opened(Outlet opened) {
        outlet = opened;
        loop = feed.on(opened.executor());
        loop.add(this);
        opened.write(EventText.retry(feed.streams().jitter().between(LEAST_RETRY_MILLIS, MOST_RETRY_MILLIS)));
        catchUp();
    }

    @Override
    public void writable() {
        catchUp();
    }

    /** The last retry is the time in which all clients together come back: as long as the others take to leave. */
    @Override
    public void drain(Duration grace) {
        long retry = feed.streams().jitter().between(LEAST_RETRY_MILLIS, LEAST_RETRY_MILLIS + grace.toMillis());
        outlet().end(EventText.retry(retry));
    }

    @Override
    public void closed(Ending ending) {
        if (loop != null) {
            loop.remove(this);
        }
        feed.streams().leave(ending);
    }

    /** Writes {@code event}, which the caller holds, if the client has not got it and has taken all before it. */
    void offer(StateEvent event) {
        if (version == StateEvent.NONE && lastEventId != null) {
            version = known(event, lastEventId);
            lastEventId = null;
        }
        while (event.version() > version && outlet().isReady()) {
            writeNext(event);
        }
    }

    /** The version that the client came with, where something can be made of it. */
    private long known(StateEvent event, String id) {
        long of = event.versionOf(id);
        return patches || of == event.version() ? of : StateEvent.NONE;
    }

    /** The next patch on the way to {@code event}, or all of it. */
    private void writeNext(StateEvent event) {
        StreamChunk patch = patches ? event.patchAfter(version) : null;
        long before = version;
        version = patch == null ? event.version() : before + 1;
        outlet().write(patch == null ? event.chunk() : patch);
        feed.streams().countSent(before == StateEvent.NONE ? 0 : version - before - 1);
    }

    void beat() {
        if (outlet().isReady()) {
            outlet().write(HEARTBEAT);
        }
    }

    private void catchUp() {
        StateEvent event = feed.retainNewest();
        if (event != null) {
            try {
                offer(event);
            } finally {
                event.release();
            }
        }
    }

    int index() {
        return index;
    }

    void setIndex(int index) {
        this.index = index;
    }

    private Outlet outlet() {
        return Objects.requireNonNull(outlet, "opened");
    }
}
