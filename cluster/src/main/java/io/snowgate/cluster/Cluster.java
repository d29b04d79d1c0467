package io.snowgate.cluster;

import io.snowgate.generator.SnowflakeLayout;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A gateway's part in a cluster: as a member, which keeps the logs and votes, or as a client of the members. A single
 * gateway is a cluster of one member.
 *
 * <p>Any thread may call anything; nothing waits but {@link #close} and where it says so.
 */
public interface Cluster extends AutoCloseable {

    /**
     * Starts a member. Returns as soon as it listens; {@link #status} tells when it is ready, and until then everything
     * is refused with a name.
     *
     * @throws IOException when it cannot start, with a message that says what to do: the directory is another cluster's,
     *     the port is taken, a certificate cannot be read
     * @throws IllegalArgumentException for options that do not fit together
     */
    static Cluster member(ClusterOptions options) throws IOException {
        if (options.self() == null) {
            throw new IllegalArgumentException("a member must be told which one it is");
        }
        return RatisCluster.start(options);
    }

    /**
     * Starts a client of the members, which keeps nothing.
     *
     * @throws IOException when it cannot start: a certificate cannot be read
     * @throws IllegalArgumentException for options that do not fit together
     */
    static Cluster client(ClusterOptions options) throws IOException {
        if (options.self() != null) {
            throw new IllegalArgumentException("a client is no member: " + options.self());
        }
        return RatisCluster.start(options);
    }

    /** Timestamps that rise over the whole cluster. */
    Timestamps timestamps();

    /** Named sequences. */
    Sequences sequences();

    /**
     * Leases a worker id that the layout has.
     *
     * @param holder a name for this process, the same after a restart, so that it gets the same id when that is free
     */
    CompletionStage<LeaseResult> leaseWorker(SnowflakeLayout layout, String holder);

    /** The keys of TLS session tickets, the one to encrypt with first; none until the cluster has made one. */
    List<TicketKey> ticketKeys();

    /** What is known here now. */
    ClusterStatus status();

    /** The same, of one that starts with its first request as soon as it has started. */
    default CompletionStage<ClusterStatus> statusOnceStarted() {
        return CompletableFuture.completedFuture(status());
    }

    /** Changes of the membership. */
    ClusterAdmin admin();

    /** Ends this part; the others elect a leader if this one led. */
    @Override
    void close();
}
