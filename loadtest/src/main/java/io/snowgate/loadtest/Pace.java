package io.snowgate.loadtest;

import io.netty.channel.EventLoop;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An open loop: so many questions a second, at equal distances, from one connection after the other, whether or not the
 * server keeps up. The time of a question counts from when it was due, so a server that stands still is charged for
 * everything that was due meanwhile.
 *
 * <p>Confined to the event loop.
 */
final class Pace implements CrowdConnection.Ear {

    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final long NANOS_PER_MICRO = 1_000;
    private static final long SHORTEST_PAUSE_NANOS = 50_000;
    private static final long LAST_WORDS_NANOS = 2 * NANOS_PER_SECOND;
    private static final int OK = 200;

    private final long perSecond;
    private final long beginNanos;
    private final long endNanos;
    private final int[] micros;
    private final Runnable begin;
    private final Runnable end;
    private final Consumer<Pace> then;
    private @Nullable EventLoop loop;
    private List<CrowdConnection> connections = List.of();
    private boolean finished;
    private long startNanos;
    private long asked;
    private int answered;
    private int errors;

    /**
     * @param warmUpSeconds of answers that do not count; {@code begin} is called then, and {@code end} when they no
     *     longer do
     * @param then hears when nothing more is to come
     */
    Pace(int perSecond, int warmUpSeconds, int seconds, Runnable begin, Runnable end, Consumer<Pace> then) {
        this.perSecond = perSecond;
        this.beginNanos = warmUpSeconds * NANOS_PER_SECOND;
        this.endNanos = beginNanos + seconds * NANOS_PER_SECOND;
        this.micros = new int[perSecond * seconds];
        this.begin = begin;
        this.end = end;
        this.then = then;
    }

    void start(EventLoop on, List<CrowdConnection> through) {
        loop = on;
        connections = through;
        startNanos = System.nanoTime();
        later(begin, beginNanos);
        later(end, endNanos);
        tick();
    }

    Latencies latencies() {
        return Latencies.of(Arrays.copyOf(micros, answered));
    }

    int errors() {
        return errors;
    }

    int answered() {
        return answered;
    }

    private void tick() {
        long now = System.nanoTime() - startNanos;
        long due = nextDue();
        for (; due <= now && due < endNanos; due = nextDue()) {
            connections.get((int) (asked++ % connections.size())).ask(due, this);
        }
        if (due < endNanos) {
            long pause = Math.max(SHORTEST_PAUSE_NANOS, due + startNanos - System.nanoTime());
            later(this::tick, pause);
        } else {
            later(this::finish, LAST_WORDS_NANOS);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // it ends with the loop
    private void later(Runnable work, long nanos) {
        Objects.requireNonNull(loop).schedule(work, nanos, TimeUnit.NANOSECONDS);
    }

    private long nextDue() {
        return asked * NANOS_PER_SECOND / perSecond;
    }

    /** What has not been answered by now is lost. */
    private void finish() {
        finished = true;
        errors = micros.length - answered;
        then.accept(this);
    }

    @Override
    public void answered(long dueNanos, int status) {
        if (dueNanos < beginNanos || finished) {
            return;
        }
        if (status == OK) {
            micros[answered++] = (int) ((System.nanoTime() - startNanos - dueNanos) / NANOS_PER_MICRO);
        }
    }
}
