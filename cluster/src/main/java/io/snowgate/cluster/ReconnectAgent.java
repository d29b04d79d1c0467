package io.snowgate.cluster;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.RaftServer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the channels to the other members anew while a group has no leader, so that a member that is back is asked for its
 * vote at once.
 *
 * <p>A channel that was refused waits longer and longer before it tries again (1 s, 1.6 s, 2.6 s ... 2 min, see <a
 * href="https://github.com/grpc/grpc/blob/master/doc/connection-backoff.md">gRPC connection backoff</a>), and each vote
 * asked for meanwhile fails. Ratis cuts that short where it sends a log, so who leads any group is left alone; a member
 * that only follows has nobody to do it, and where its log is the only one that may lead, all wait for its channel. A
 * sound election is over before the first renewal, and not disturbed by it.
 *
 * <p>What is under way on an old channel ends there. {@link #round} is for one thread; nothing in it waits.
 */
final class ReconnectAgent {

    private static final Logger LOG = LoggerFactory.getLogger(ReconnectAgent.class);
    private static final long LOOK_NANOS = 100_000_000;

    /** So many election timeouts are more than a handshake takes, on whatever network they were made for. */
    private static final int LONGEST_WAIT = 4;

    private final BooleanSupplier isNeeded;
    private final Runnable renewal;
    private final long shortestNanos;
    private final long longestNanos;
    private long waitNanos;
    private long dueNanos;

    ReconnectAgent(BooleanSupplier isNeeded, Runnable renewal, ClusterOptions.Times times) {
        this.isNeeded = isNeeded;
        this.renewal = renewal;
        this.shortestNanos = times.electionMin().toNanos();
        this.longestNanos = LONGEST_WAIT * times.electionMax().toNanos();
    }

    /** For the member behind a server; closing an old channel takes up to 5 s of a thread. */
    static ReconnectAgent of(RaftServer server, List<RatisGroup> groups, Executor threads, ClusterOptions.Times times) {
        return new ReconnectAgent(() -> isLost(groups), () -> renew(server, groups, threads), times);
    }

    /** Looks ten times a second, until then. */
    void run(LongSupplier nanoClock, BooleanSupplier isClosed) {
        while (!isClosed.getAsBoolean()) {
            try {
                round(nanoClock.getAsLong());
            } catch (RuntimeException e) {
                LOG.warn("the channels to the other members could not be made anew", e);
            }
            LockSupport.parkNanos(this, LOOK_NANOS);
        }
    }

    /** Renews when that is still needed after half an election timeout, and at growing intervals for as long as it is. */
    void round(long nowNanos) {
        if (!isNeeded.getAsBoolean()) {
            waitNanos = 0;
        } else if (waitNanos == 0) {
            waitNanos = shortestNanos / 2;
            dueNanos = nowNanos + waitNanos;
        } else if (nowNanos - dueNanos >= 0) {
            waitNanos = Math.min(2 * waitNanos, longestNanos);
            dueNanos = nowNanos + waitNanos;
            renewal.run();
        }
    }

    private static boolean isLost(List<RatisGroup> groups) {
        return groups.stream().anyMatch(RatisGroup::isLeaderless)
                && groups.stream().noneMatch(RatisGroup::isLeader);
    }

    private static void renew(RaftServer server, List<RatisGroup> groups, Executor threads) {
        groups.stream()
                .filter(RatisGroup::isLeaderless)
                .flatMap(group -> group.others().stream())
                .map(RaftPeer::getId)
                .distinct()
                .forEach(other -> threads.execute(() -> renew(server, other)));
    }

    private static void renew(RaftServer server, RaftPeerId other) {
        server.getServerRpc().handleException(other, new IOException("no leader is known"), true);
    }
}
