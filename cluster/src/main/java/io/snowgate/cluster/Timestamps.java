package io.snowgate.cluster;

import java.util.concurrent.CompletionStage;

/**
 * Timestamps that rise strictly over the whole cluster, in real time: when one was received before another was asked
 * for, it is lower. A claim of several has consecutive ones, of which the first is returned; {@link HybridTimestamp}
 * knows their bits. Timestamps are positive; what is negative is a refusal.
 *
 * <p>The leader of the group answers from memory ({@link #tryClaim}), for the price of two readings of clocks and a
 * fetch-and-add. Everybody else asks it ({@link #claim}), and so does a leader whose lease has lapsed because nobody
 * asked for a while. Any thread; neither waits.
 */
public interface Timestamps {

    /** Another member leads, or none that is known here: {@link ClusterStatus} tells. */
    long NOT_LEADER = -1;

    /** This member leads, but may not answer yet: its lease has to be confirmed. {@link #claim} does, in milliseconds. */
    long NOT_READY = -2;

    /** The claim goes past the bound that the log has committed. Passes when it has moved. */
    long TOO_FAR_AHEAD = -3;

    /** Nobody answered in time, or no leader is known. Timestamps may have been passed over. */
    long UNAVAILABLE = -4;

    /** The cluster has been closed here. */
    long CLOSED = -5;

    /** The most timestamps of one claim. */
    int MAX_COUNT = 10_000;

    /**
     * Claims now, from memory, which only the leader can.
     *
     * @param count 1 to {@link #MAX_COUNT}
     * @return the first timestamp, or {@link #NOT_LEADER}, {@link #NOT_READY}, {@link #TOO_FAR_AHEAD}, {@link #CLOSED}
     */
    long tryClaim(int count);

    /**
     * Claims here or from the leader, wherever it is. Claims that wait at the same time are sent as one. Never fails
     * exceptionally; completes on a thread of the cluster, which must not be made to wait, and at once when the answer
     * is known.
     *
     * @param count 1 to {@link #MAX_COUNT}
     * @return the first timestamp, or one of the refusals
     */
    CompletionStage<Long> claim(int count);

    /**
     * The same, but only if this member leads: {@link #NOT_LEADER} when another does. For those who redirect or reject
     * instead of asking on.
     */
    CompletionStage<Long> claimHere(int count);

    /** Whether this member leads the timestamps and has answered, or could, in its term. */
    boolean isLeader();
}
