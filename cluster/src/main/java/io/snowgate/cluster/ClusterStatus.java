package io.snowgate.cluster;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What this gateway knows of the cluster now, from memory.
 *
 * @param self this member's id; null for a client
 * @param leader who leads the timestamps, as far as is known here
 * @param members who votes, by id
 * @param phase where this gateway stands
 * @param problem why it does not get on, for a human; null when it does
 * @param groups how each group stands, the one of the timestamps first
 */
public record ClusterStatus(
        @Nullable String self,
        @Nullable Member leader,
        List<Member> members,
        Phase phase,
        @Nullable String problem,
        List<Group> groups) {

    /** The way of a gateway into its cluster. */
    public enum Phase {
        /** First start: waits for the others. */
        GATHERING,
        /** Not a member of the group yet: waits to be added. */
        JOINING,
        /** A leader is known, and answers are to be had. */
        READY,
        /** There is no leader at the moment. */
        LEADERLESS,
        /**
         * Takes no part, and will not by itself; {@link ClusterStatus#problem} says what to do: its log was lost, or cannot
         * be written.
         */
        REFUSED,
        /** Closed. */
        CLOSED
    }

    /**
     * One Raft group.
     *
     * @param index from 0; the group 0 has the timestamps, the leases and the keys
     * @param term of Raft, as far as is known here
     * @param leader a member id; null when none is known
     * @param appliedIndex up to where the log has been applied here; -1 for a client
     */
    public record Group(int index, long term, @Nullable String leader, long appliedIndex) {}

    /** Whether this member leads the timestamps. */
    public boolean isLeader() {
        return leader != null && leader.id().equals(self);
    }
}
