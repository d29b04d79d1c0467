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
    private static final long NONE = 0;

    private final StateFeed feed;

    private @Nullable String lastEventId;
    private long version = NONE;
    private int index;
    private @Nullable LoopFeed loop;
    private @Nullable Outlet outlet;

    /** @param lastEventId what the client says it has */
    StateSubscriber(StateFeed feed, @Nullable String lastEventId) {
        this.feed = feed;
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
        if (event.version() == version || !outlet().isReady()) {
            return;
        }
        long leftOut = version == NONE ? 0 : event.version() - version - 1;
        version = event.version();
        if (!has(event)) {
            outlet().write(event.chunk());
            feed.streams().countSent(leftOut);
        }
    }

    /** Whether this is what the client came with: asked of the first event only. */
    private boolean has(StateEvent event) {
        boolean had = event.id().equals(lastEventId);
        lastEventId = null;
        return had;
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
