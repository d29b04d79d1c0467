package io.snowgate.cluster;

import io.snowgate.generator.EpochClock;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides when the bound of timestamps is moved, and what follows from its having been moved: the rule of the leader,
 * without threads and without a log.
 *
 * <p>A new leader moves the bound once, in its own term, before it hands out anything; what it hands out begins where the
 * bound stood. While timestamps are asked for, the bound is moved at a third of the time that a grant holds; each time
 * gives another grant, which counts from before the entry was sent. When nobody asks, nothing is written: the grant
 * lapses, and the next one who asks waits for one entry.
 *
 * <p>One thread, but {@link #tenure} and {@link #want} are for any.
 */
class BoundKeeper {

    /** A grant holds for so much of the lease that others wait for: the rest is for clocks that run unevenly. */
    private static final double HELD = 0.8;

    /** Has 26 million timestamps, which nobody asks for between two entries. */
    private static final long SLACK_MILLIS = 100;

    private static final long IDLE_NANOS = 5_000_000_000L;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final long windowMillis;
    private final long leaseNanos;
    private final long heldNanos;
    private final EpochClock wallClock;
    private final LongSupplier nanoClock;
    private final AtomicReference<@Nullable Tenure> tenure = new AtomicReference<>();
    private @Nullable Tenure coming;
    private @Nullable Proposal pending;
    private long earlierLease;
    private long lastSentNanos;
    private long lastNext;
    private long lastWantedNanos;
    private long usedBelow;
    private volatile boolean isWanted;

    /** What is on its way into the log, and when it was sent by both clocks. */
    record Proposal(Command.RaiseBound command, long sentNanos, long sentMillis) {}

    BoundKeeper(ClusterOptions.Times times, EpochClock wallClock, LongSupplier nanoClock) {
        this.windowMillis = times.window().toMillis();
        this.leaseNanos = times.readLease().toNanos();
        this.heldNanos = (long) (leaseNanos * HELD);
        this.wallClock = wallClock;
        this.nanoClock = nanoClock;
    }

    /** Who may hand out here now; null when nobody. */
    @Nullable
    Tenure tenure() {
        return tenure.getAcquire();
    }

    /** Somebody was refused and would like to be answered. */
    void want() {
        isWanted = true;
    }

    /** This member does not lead. */
    void follow() {
        end(tenure.getPlain());
        end(coming);
        tenure.setRelease(null);
        coming = null;
        pending = null;
    }

    /**
     * What the leader should propose now, or null. Nothing else is proposed until {@link #done} or {@link #failed} has
     * been called for it.
     *
     * @param term in which this member leads, having applied an entry of it
     * @param seen what was applied here last
     * @param sinceNanos since when everything of earlier terms has been here, as {@link Handover} has it
     */
    @Nullable
    Proposal next(long term, ReplicatedBound seen, long sinceNanos) {
        Tenure now = current(term);
        if (now == null && !isProposed(term)) {
            follow();
        }
        if (seen.term() != term) {
            earlierLease = seen.leaseNanos();
        }
        take(sinceNanos);
        if (pending != null || (now != null && !isDue(now))) {
            return null;
        }
        long base = now == null ? seen.bound() : now.next();
        pending = new Proposal(
                new Command.RaiseBound(term, seen.bound(), target(seen.bound(), base), lease()),
                nanoClock.getAsLong(),
                wallClock.epochMillis());
        return pending;
    }

    /** The proposal was committed, applied, and not refused. */
    void done(Proposal proposal) {
        if (!proposal.equals(pending)) {
            return;
        }
        pending = null;
        lastSentNanos = proposal.sentNanos;
        Command.RaiseBound command = proposal.command;
        Tenure granted = current(command.term());
        if (granted == null) {
            granted = begin(command.term(), command.expected());
            coming = granted;
            isWanted = true;
        }
        granted.grant(
                command.bound(), proposal.sentNanos + heldNanos, proposal.sentMillis, leaseNanos / NANOS_PER_MILLI);
    }

    /** The proposal was refused, or nobody knows what became of it. */
    void failed(Proposal proposal) {
        if (proposal.equals(pending)) {
            pending = null;
        }
    }

    /** A tenure begins where the bound stood; a test may plant another beginning. */
    Tenure begin(long term, long bound) {
        if (bound < usedBelow) {
            throw new IllegalStateException(
                    "term " + term + " would begin at " + bound + ", and timestamps below " + usedBelow + " are used");
        }
        return new Tenure(term, bound, wallClock, nanoClock);
    }

    /** Lets a new tenure hand out when no earlier leader does any more. */
    private void take(long sinceNanos) {
        if (coming != null && nanoClock.getAsLong() - sinceNanos >= lease()) {
            tenure.setRelease(coming);
            coming = null;
        }
    }

    /** For how long whoever leads next has to wait: also for the leader before, until its lease has ended. */
    private long lease() {
        return tenure.getPlain() == null ? Math.max(leaseNanos, earlierLease) : leaseNanos;
    }

    private boolean isProposed(long term) {
        Proposal proposal = pending;
        return proposal != null && proposal.command.term() == term;
    }

    private @Nullable Tenure current(long term) {
        Tenure now = coming == null ? tenure.getPlain() : coming;
        return now != null && now.term() == term ? now : null;
    }

    private boolean isDue(Tenure now) {
        long nanos = nanoClock.getAsLong();
        long next = now.next();
        if (isWanted || next != lastNext) {
            isWanted = false;
            lastNext = next;
            lastWantedNanos = nanos;
        }
        return nanos - lastWantedNanos < IDLE_NANOS && (nanos - lastSentNanos >= heldNanos / 3 || isShort(now));
    }

    private boolean isShort(Tenure now) {
        long from = Math.max(now.next(), HybridTimestamp.firstAt(nowMillis()));
        return now.limit() - from < HybridTimestamp.firstAt(SLACK_MILLIS / 2);
    }

    /**
     * A window ahead of the clock; and where timestamps are ahead of it already, after a change of leaders or a step back,
     * a little ahead of those, so that they come no further away from it.
     */
    private long target(long expected, long base) {
        long millis = Math.max(nowMillis() + windowMillis, HybridTimestamp.physicalMillis(base) + SLACK_MILLIS);
        return Math.max(expected, HybridTimestamp.firstAt(Math.min(millis, AllocatorState.LAST_MILLIS)));
    }

    private long nowMillis() {
        return Math.clamp(wallClock.epochMillis(), 0, AllocatorState.LAST_MILLIS);
    }

    private void end(@Nullable Tenure over) {
        if (over != null) {
            usedBelow = Math.max(usedBelow, over.end());
        }
    }
}
