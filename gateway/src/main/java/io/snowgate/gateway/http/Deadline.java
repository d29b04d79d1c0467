package io.snowgate.gateway.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One moment by which something must have happened on a connection. Moving it further away is a field written, not a
 * task scheduled: the task looks when it runs and goes on sleeping if the deadline has moved. Confined to the event
 * loop of the connection, and told the time by it.
 */
final class Deadline {

    private final Consumer<ChannelHandlerContext> missed;
    private @Nullable Future<?> task;
    private long taskNanos;
    private long dueNanos;
    private boolean armed;

    Deadline(Consumer<ChannelHandlerContext> missed) {
        this.missed = missed;
    }

    /** Runs {@code missed} once {@code delay} has passed, unless moved or cleared before. */
    void in(ChannelHandlerContext ctx, Duration delay) {
        armed = true;
        dueNanos = now(ctx) + delay.toNanos();
        if (task == null || taskNanos - dueNanos > 0) {
            close();
            armed = true;
            schedule(ctx);
        }
    }

    void clear() {
        armed = false;
    }

    /** Clears it and forgets its task; the connection is gone. */
    void close() {
        clear();
        if (task != null) {
            task.cancel(false);
            task = null;
        }
    }

    private void schedule(ChannelHandlerContext ctx) {
        taskNanos = dueNanos;
        task = ctx.executor().schedule(() -> look(ctx), dueNanos - now(ctx), TimeUnit.NANOSECONDS);
    }

    private void look(ChannelHandlerContext ctx) {
        task = null;
        if (armed && dueNanos - now(ctx) > 0) {
            schedule(ctx);
        } else if (armed) {
            armed = false;
            missed.accept(ctx);
        }
    }

    private static long now(ChannelHandlerContext ctx) {
        return ctx.executor().ticker().nanoTime();
    }
}
