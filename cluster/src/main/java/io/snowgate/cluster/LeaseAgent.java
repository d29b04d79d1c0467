package io.snowgate.cluster;

import io.snowgate.generator.EpochClock;
import io.snowgate.generator.LeasedBound;
import io.snowgate.generator.SnowflakeLayout;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Keeps a worker id leased. Owns a thread that renews at a third of the lease; the deadline counts from before a renewal
 * was sent, and is four fifths of what the group waits for.
 *
 * <p>Each renewal also says up to which time IDs may be issued under it, two leases ahead of the clock; the generator
 * stops there, and whoever has the worker id next begins there.
 */
final class LeaseAgent implements WorkerLease {

    private static final double HELD = 0.8;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long SHORTEST_PARK_NANOS = 20_000_000;

    private final GroupLog log;
    private final ClusterEvents events;
    private final SnowflakeLayout layout;
    private final int workerId;
    private final long epoch;
    private final long floorMillis;
    private final long lengthMillis;
    private final EpochClock wallClock;
    private final LongSupplier nanoClock;
    private final AtomicLong endPosition = new AtomicLong();
    private final AtomicLong deadlineNanos = new AtomicLong();
    private final LeasedBound bound;
    private final Thread thread;
    private volatile boolean isLost;
    private volatile boolean isClosed;

    private LeaseAgent(GroupLog log, ClusterOptions options, SnowflakeLayout layout, Reply granted) {
        this.log = log;
        this.events = options.events();
        this.layout = layout;
        this.workerId = (int) granted.value(0);
        this.epoch = granted.value(1);
        this.floorMillis = granted.value(2);
        this.lengthMillis = options.times().workerLease().toMillis();
        this.wallClock = options.wallClock();
        this.nanoClock = options.nanoClock();
        this.bound = new LeasedBound(endPosition::getAcquire, nanoClock);
        this.thread = Thread.ofPlatform().daemon().name("snowgate-lease").unstarted(this::run);
    }

    /** Asks for a worker id, and keeps what is granted. */
    static CompletionStage<LeaseResult> acquire(
            GroupLog log, ClusterOptions options, SnowflakeLayout layout, String holder) {
        long sentNanos = options.nanoClock().getAsLong();
        Duration length = options.times().workerLease();
        Command.AcquireLease command = new Command.AcquireLease(
                holder,
                layout.maxWorkerId() + 1,
                length.toMillis(),
                markAt(options.wallClock().epochMillis(), length.toMillis()));
        return log.propose(command)
                .thenApply(reply -> reply.isDone() ? begin(log, options, layout, reply, sentNanos) : reply.toRefusal());
    }

    private static LeaseAgent begin(
            GroupLog log, ClusterOptions options, SnowflakeLayout layout, Reply granted, long sentNanos) {
        LeaseAgent agent = new LeaseAgent(log, options, layout, granted);
        agent.renewed(sentNanos, granted.value(3));
        agent.events.workerLeased(agent.workerId, agent.epoch);
        agent.thread.start();
        return agent;
    }

    @Override
    public int workerId() {
        return workerId;
    }

    @Override
    public long epoch() {
        return epoch;
    }

    @Override
    public long firstPosition() {
        return positionAt(floorMillis);
    }

    @Override
    public Instant firstInstant() {
        return Instant.ofEpochMilli(Math.max(floorMillis, layout.epochMillis()));
    }

    @Override
    public boolean isLost() {
        return isLost;
    }

    @Override
    public long remainingNanos() {
        return deadlineNanos.getAcquire() - nanoClock.getAsLong();
    }

    @Override
    public long position() {
        return bound.position();
    }

    @Override
    public void release(long nextPosition) {
        long sentNanos = nanoClock.getAsLong();
        stop(sentNanos);
        long usedBefore = Math.max(floorMillis, millisAfter(nextPosition));
        try {
            log.propose(new Command.ReleaseLease(workerId, epoch, usedBefore)).get(lengthMillis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // Nobody has been told, and the worker id is free when the lease has run out.
            events.workerLost(workerId, epoch);
        }
    }

    @Override
    public void close() {
        stop(nanoClock.getAsLong());
    }

    private synchronized void stop(long nowNanos) {
        isClosed = true;
        bound.renew(nowNanos);
        endPosition.setRelease(0);
        LockSupport.unpark(thread);
    }

    private void run() {
        while (!isClosed && !isLost) {
            LockSupport.parkNanos(this, Math.max(SHORTEST_PARK_NANOS, lengthMillis * NANOS_PER_MILLI / 3));
            if (!isClosed) {
                renew();
            }
        }
    }

    private void renew() {
        long sentNanos = nanoClock.getAsLong();
        long mark = markAt(wallClock.epochMillis(), lengthMillis);
        Reply reply = log.propose(new Command.RenewLease(workerId, epoch, mark)).join();
        if (reply.isDone()) {
            renewed(sentNanos, reply.value(1));
        } else if (reply.reason() == Refusal.Reason.LEASE_LOST) {
            isLost = true;
            bound.renew(nanoClock.getAsLong());
            events.workerLost(workerId, epoch);
        }
    }

    private synchronized void renewed(long sentNanos, long issueBefore) {
        if (isClosed) {
            return;
        }
        long deadline = deadlineOf(sentNanos, lengthMillis);
        endPosition.setRelease(positionAt(issueBefore));
        deadlineNanos.setRelease(deadline);
        bound.renew(deadline);
    }

    /** Until when a lease holds that was asked for at this time. */
    static long deadlineOf(long sentNanos, long lengthMillis) {
        return sentNanos + (long) (lengthMillis * NANOS_PER_MILLI * HELD);
    }

    /** Up to which time IDs may be issued under a lease that is asked for now. */
    static long markAt(long nowMillis, long lengthMillis) {
        return Math.clamp(nowMillis + 2 * lengthMillis, 0, AllocatorState.LAST_MILLIS);
    }

    /** The first position of the tick that begins at this time or after it. */
    private long positionAt(long millis) {
        long tickMillis = layout.tick().toMillis();
        long tick = Math.ceilDiv(Math.max(0, millis - layout.epochMillis()), tickMillis);
        return Math.min(tick, layout.maxTick() + 1) * layout.idsPerTick();
    }

    /** The time at which a tick begins that has no position below this one. */
    private long millisAfter(long position) {
        long capped = Math.min(position, (layout.maxTick() + 1) * layout.idsPerTick());
        return layout.epochMillis()
                + Math.ceilDiv(capped, layout.idsPerTick()) * layout.tick().toMillis();
    }
}
