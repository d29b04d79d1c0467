package io.snowgate.cluster;

/**
 * Knows since when a member has had in its log all that earlier leaders have committed, by its own clock, so that as the
 * new leader it can tell when their leases have ended.
 *
 * <p>A leader answers for some time from before it sent the last entry that was committed in its term. A new leader has
 * that entry, as it has every committed one, and received it later than it was sent; so when as much time has passed since
 * it was received, the lease has ended, whatever the members' clocks show and whoever voted for whom. Usually that was
 * before the election began, and there is nothing to wait for.
 *
 * <p>What was received when is not recorded by the log. Somebody who looks at its last entry every few milliseconds
 * knows a time that is a little late, which is safe: logs whose entries at an index have the same term are the same up to
 * there. Where the entry that was seen last is not the last of the earlier terms, the time of the election counts.
 *
 * <p>One thread.
 */
final class Handover {

    /** The log of this member. */
    interface Log {

        /** Of the entry at this index, or -1 when that is not known. */
        long termAt(long index);
    }

    private record Tip(long term, long index, long seenNanos) {}

    private static final Tip NOTHING = new Tip(-1, -1, 0);

    private Tip tip = NOTHING;
    private Tip before = NOTHING;
    private long leadingTerm = -1;
    private long sinceNanos;

    /**
     * Looks at the end of the log.
     *
     * @param nowNanos read after the end of the log was
     */
    void look(long lastTerm, long lastIndex, long nowNanos) {
        if (tip.term == lastTerm && tip.index == lastIndex) {
            return;
        }
        if (tip.term != lastTerm) {
            before = tip;
        }
        tip = new Tip(lastTerm, lastIndex, nowNanos);
    }

    /**
     * Since when everything of earlier terms has been here.
     *
     * @param term in which this member leads, and has applied an entry
     */
    long sinceNanos(long term, Log log, long nowNanos) {
        if (leadingTerm != term) {
            leadingTerm = term;
            Tip earlier = tip.term == term ? before : tip;
            sinceNanos = isLastBefore(term, earlier, log) ? earlier.seenNanos : nowNanos;
        }
        return sinceNanos;
    }

    private static boolean isLastBefore(long term, Tip earlier, Log log) {
        return earlier.index >= 0
                && earlier.term < term
                && log.termAt(earlier.index) == earlier.term
                && log.termAt(earlier.index + 1) == term;
    }
}
