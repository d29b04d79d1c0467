package io.snowgate.cluster;

/** What happens, for metrics and the log. Called by threads of the cluster, which must not be made to wait. */
public interface ClusterEvents {

    /** Nobody listens. */
    ClusterEvents NONE = new ClusterEvents() {};

    /** A group has another leader. */
    default void leaderChanged(int group, String leader) {}

    /** This member answers timestamps again, {@code nanos} after it had last heard of a leader that could. */
    default void failedOver(long nanos) {}

    /** A bound was committed that lies {@code millis} ahead of the clock of this leader. */
    default void boundRaised(long millis) {}

    /** Values were reserved and will not be handed out. */
    default void rangeLost(String sequence, long values) {}

    /** Values were reserved ahead of need. */
    default void rangeReserved(String sequence, long values) {}

    /** A worker id was leased, {@code epoch} rising. */
    default void workerLeased(int workerId, long epoch) {}

    /** A worker id is no longer ours. */
    default void workerLost(int workerId, long epoch) {}

    /** The ticket keys have changed: {@link Cluster#ticketKeys} has the new ones. */
    default void ticketKeysChanged() {}

    /** This gateway will not get on by itself. */
    default void refused(String problem) {}
}
