package io.snowgate.cluster;

import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.apache.ratis.server.protocol.TermIndex;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the bound of timestamps ahead of use while this member leads, answers those who wait for that, and sees to leases
 * that have run out and to ticket keys that have grown old. Owns a thread that comes by a hundred times a second, and when
 * there is something to do.
 *
 * <p>Claims are for any thread; all else happens on this one.
 */
final class BoundAgent implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(BoundAgent.class);
    private static final long PERIOD_NANOS = 10_000_000;
    private static final long UPKEEP_NANOS = 100_000_000;
    private static final int MAX_WAITING = 100_000;

    private final RatisGroup group;
    private final AllocatorStateMachines machines;
    private final ClusterOptions options;
    private final LongSupplier nanoClock;
    private final BoundKeeper keeper;
    private final Handover handover = new Handover();
    private final LeaseExpiry expiry = new LeaseExpiry();
    private final SecureRandom random = new SecureRandom();
    private final Queue<Runnable> news = new ConcurrentLinkedQueue<>();
    private final Queue<Waiting> arrivals = new ConcurrentLinkedQueue<>();
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    private final AtomicInteger waitingCount = new AtomicInteger();
    private final Thread thread;
    private volatile boolean isLeading;
    private volatile boolean isClosed;
    private boolean isFailing;
    private boolean isServing;
    private boolean isRotating;
    private long heardNanos;
    private long upkeepNanos;
    private long keyGeneration = -1;
    private long keySinceNanos;

    private record Waiting(int count, CompletableFuture<Long> answer, long deadlineNanos) {}

    BoundAgent(RatisGroup group, AllocatorStateMachines machines, ClusterOptions options) {
        this.group = group;
        this.machines = machines;
        this.options = options;
        this.nanoClock = options.nanoClock();
        this.keeper = new BoundKeeper(options.times(), options.wallClock(), nanoClock);
        this.thread = Thread.ofPlatform().daemon().name("snowgate-bound").unstarted(this::run);
        this.heardNanos = nanoClock.getAsLong();
    }

    void start() {
        thread.start();
    }

    /** There may be something to do. Any thread. */
    void wake() {
        LockSupport.unpark(thread);
    }

    boolean isServing() {
        return keeper.tenure() != null;
    }

    /** From memory, now. Any thread. */
    long tryClaim(int count) {
        Tenure tenure = keeper.tenure();
        if (tenure == null) {
            return isClosed ? Timestamps.CLOSED : isLeading ? Timestamps.NOT_READY : Timestamps.NOT_LEADER;
        }
        long first = tenure.tryClaim(count);
        if (first < 0) {
            keeper.want();
        }
        return first;
    }

    /** From memory, now or when the leader may answer. Any thread. */
    CompletableFuture<Long> claim(int count) {
        long first = tryClaim(count);
        if (first >= 0 || first == Timestamps.NOT_LEADER || first == Timestamps.CLOSED) {
            return CompletableFuture.completedFuture(first);
        }
        if (waitingCount.incrementAndGet() > MAX_WAITING) {
            waitingCount.decrementAndGet();
            return CompletableFuture.completedFuture(Timestamps.UNAVAILABLE);
        }
        CompletableFuture<Long> answer = new CompletableFuture<>();
        long deadline = nanoClock.getAsLong() + options.times().request().toNanos();
        Waiting one = new Waiting(count, answer, deadline);
        arrivals.add(one);
        if (isClosed && arrivals.remove(one)) {
            answer(one, Timestamps.CLOSED);
        }
        keeper.want();
        wake();
        return answer;
    }

    /** Hands out nothing more, and returns when the thread has ended. */
    @Override
    public void close() {
        isClosed = true;
        wake();
        try {
            if (thread.isAlive()) {
                thread.join(options.times().request());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        while (!isClosed) {
            try {
                round();
                isFailing = false;
            } catch (RuntimeException e) {
                if (!isFailing && !isClosed) {
                    LOG.error("the bound of timestamps cannot be kept", e);
                }
                isFailing = true;
                giveUp();
            }
            LockSupport.parkNanos(this, PERIOD_NANOS);
        }
        keeper.follow();
        answerAll(Timestamps.CLOSED);
    }

    /** Whoever cannot look at its log does not lead: others may be asked. */
    private void giveUp() {
        isLeading = false;
        isServing = false;
        keeper.follow();
        answerAll(Timestamps.NOT_LEADER);
    }

    private void round() {
        for (Runnable one = news.poll(); one != null; one = news.poll()) {
            one.run();
        }
        look();
        long term = group.leadingTerm();
        isLeading = term >= 0 || group.isLeader();
        if (term >= 0 && machines.directory(0).isOpen()) {
            lead(term);
        } else {
            follow();
        }
        for (Waiting one = arrivals.poll(); one != null; one = arrivals.poll()) {
            waiting.add(one);
        }
        serve();
    }

    private void look() {
        TermIndex last = group.last();
        if (last != null) {
            handover.look(last.getTerm(), last.getIndex(), nanoClock.getAsLong());
        }
    }

    private void follow() {
        keeper.follow();
        isServing = false;
        long silenceNanos = group.silenceNanos();
        if (silenceNanos >= 0 && !isLeading) {
            heardNanos = nanoClock.getAsLong() - silenceNanos;
        }
    }

    private void lead(long term) {
        ReplicatedBound seen = machines.bound(0);
        long nowNanos = nanoClock.getAsLong();
        BoundKeeper.Proposal proposal = keeper.next(term, seen, handover.sinceNanos(term, group, nowNanos));
        if (proposal != null) {
            GroupLog.then(group.proposeHere(proposal.command()), reply -> {
                news.add(() -> proposed(proposal, reply));
                wake();
            });
        }
        if (keeper.tenure() != null && !isServing) {
            isServing = true;
            options.events().failedOver(nowNanos - heardNanos);
        }
        if (nowNanos - upkeepNanos >= UPKEEP_NANOS) {
            upkeepNanos = nowNanos;
            expireLeases(term, seen, nowNanos);
            rotateKeys(nowNanos);
        }
    }

    private void proposed(BoundKeeper.Proposal proposal, Reply reply) {
        if (reply.isDone()) {
            keeper.done(proposal);
            long ahead = HybridTimestamp.physicalMillis(proposal.command().bound())
                    - options.wallClock().epochMillis();
            options.events().boundRaised(ahead);
        } else {
            keeper.failed(proposal);
        }
    }

    private void expireLeases(long term, ReplicatedBound seen, long nowNanos) {
        for (Command.ExpireLease over : expiry.look(term, seen.leases(), nowNanos)) {
            GroupLog.then(group.proposeHere(over), reply -> wake());
        }
    }

    private void rotateKeys(long nowNanos) {
        long generation = machines.directory(0).newestGeneration();
        if (generation != keyGeneration) {
            keyGeneration = generation;
            keySinceNanos = nowNanos;
        }
        boolean isOld = nowNanos - keySinceNanos >= options.times().ticketKeys().toNanos();
        if (!isRotating && (generation == 0 || isOld)) {
            isRotating = true;
            byte[] material = new byte[TicketKey.BYTES];
            random.nextBytes(material);
            GroupLog.then(
                    group.proposeHere(new Command.RotateKey(generation, material)),
                    reply -> news.add(() -> isRotating = false));
        }
    }

    private void serve() {
        if (!isLeading) {
            answerAll(Timestamps.NOT_LEADER);
            return;
        }
        Tenure tenure = keeper.tenure();
        long nowNanos = nanoClock.getAsLong();
        for (Iterator<Waiting> all = waiting.iterator(); all.hasNext(); ) {
            Waiting one = all.next();
            long first = answerTo(one, tenure, nowNanos);
            if (first != Timestamps.NOT_READY) {
                all.remove();
                answer(one, first);
            }
        }
    }

    private long answerTo(Waiting one, @Nullable Tenure tenure, long nowNanos) {
        long first = tenure == null ? Timestamps.NOT_READY : tenure.tryClaim(one.count);
        if (first >= 0) {
            return first;
        }
        keeper.want();
        return nowNanos - one.deadlineNanos >= 0 ? Timestamps.UNAVAILABLE : Timestamps.NOT_READY;
    }

    private void answerAll(long refusal) {
        for (Waiting one = arrivals.poll(); one != null; one = arrivals.poll()) {
            waiting.add(one);
        }
        while (!waiting.isEmpty()) {
            answer(waiting.removeFirst(), refusal);
        }
    }

    private void answer(Waiting one, long first) {
        waitingCount.decrementAndGet();
        one.answer.complete(first);
    }
}
