package io.snowgate.loadtest;

import java.util.function.Consumer;
import java.util.function.IntConsumer;

/** Starts so many, a few at a time, because a server has to shake hands with each. Confined to the event loop. */
final class Gathering {

    private static final int AT_ONCE = 64;

    private final int count;
    private final Consumer<Crowd.Arrival> start;
    private final IntConsumer then;
    private int started;
    private int ended;
    private int failed;

    /**
     * @param start begins one, and hands on how to say that it has arrived
     * @param then hears how many failed
     */
    Gathering(int count, Consumer<Crowd.Arrival> start, IntConsumer then) {
        this.count = count;
        this.start = start;
        this.then = then;
    }

    void go() {
        while (started < count && started - ended < AT_ONCE) {
            started++;
            start.accept(this::end);
        }
        if (ended >= count) {
            then.accept(failed);
        }
    }

    private void end(boolean stands) {
        ended++;
        failed += stands ? 0 : 1;
        go();
    }
}
