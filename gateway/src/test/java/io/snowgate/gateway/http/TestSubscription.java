package io.snowgate.gateway.http;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A stream whose every part the test writes, and that notes what it hears. */
final class TestSubscription implements Subscription {

    final List<Ending> endings = new ArrayList<>();
    int writable;
    private @Nullable Outlet outlet;

    @Override
    public void opened(Outlet opened) {
        outlet = opened;
    }

    @Override
    public void writable() {
        writable++;
    }

    @Override
    public void drain(Duration grace) {
        outlet().end(StreamChunk.of("bye within " + grace.toSeconds()));
    }

    @Override
    public void closed(Ending ending) {
        endings.add(ending);
    }

    boolean isOpened() {
        return outlet != null;
    }

    Outlet outlet() {
        return Objects.requireNonNull(outlet, "not opened");
    }

    void write(String text) {
        outlet().write(StreamChunk.of(text));
    }
}
