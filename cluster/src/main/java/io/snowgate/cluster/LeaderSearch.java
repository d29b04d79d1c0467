package io.snowgate.cluster;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.apache.ratis.client.RaftClientRpc;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.protocol.exceptions.LeaderNotReadyException;
import org.apache.ratis.protocol.exceptions.LeaderSteppingDownException;
import org.apache.ratis.protocol.exceptions.NotLeaderException;
import org.apache.ratis.protocol.exceptions.RaftException;
import org.jspecify.annotations.Nullable;

/**
 * Asks one member of a group after the other until one has answered as its leader.
 *
 * <p>The first is whom this member's own log names, or else who answered last; then whom the one asked names; then the
 * next. Ratis' own client remembers a leader until another member names a better one, and stays with one that is cut off,
 * or that has lost its log, for as long as that lasts.
 *
 * <p>All attempts are the same call to Ratis, so what one leader has put into the log is not put there again by the next:
 * that one finds the call in the log, and answers what came of it.
 *
 * <p>Blocks its caller, who may wait. Any number of callers.
 */
final class LeaderSearch {

    private static final long PAUSE_NANOS = 20_000_000;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final RaftClientRpc rpc;
    private final Supplier<@Nullable RaftPeerId> named;
    private final Executor threads;
    private final Map<RaftPeerId, Long> renewedNanos = new ConcurrentHashMap<>();
    private volatile List<RaftPeerId> peers;
    /** Who has answered as the leader, and not failed since. */
    private volatile @Nullable RaftPeerId proven;
    /** Whom to ask next; may be anybody. */
    private volatile @Nullable RaftPeerId candidate;

    /** The same call to whomever it is sent. */
    interface Call {
        RaftClientRequest to(RaftPeerId member);
    }

    /**
     * @param named the leader as this member knows it, or null
     * @param threads for connections that take their time to close
     */
    LeaderSearch(RaftClientRpc rpc, List<RaftPeer> peers, Supplier<@Nullable RaftPeerId> named, Executor threads) {
        this.rpc = rpc;
        this.peers = peers.stream().map(RaftPeer::getId).toList();
        this.named = named;
        this.threads = threads;
    }

    /** Who is the leader as far as is known; null when nobody has answered as that. */
    @Nullable
    RaftPeerId leader() {
        RaftPeerId own = named.get();
        return own == null ? proven : own;
    }

    /** Members as they are now. */
    void learn(Iterable<RaftPeer> members) {
        List<RaftPeer> all = new ArrayList<>();
        members.forEach(all::add);
        if (!all.isEmpty()) {
            rpc.addRaftPeers(all);
            peers = all.stream().map(RaftPeer::getId).toList();
        }
    }

    /**
     * The leader's answer.
     *
     * @param patienceMillis how long to ask; the last attempt may take longer
     * @throws IOException when there was none, with what went wrong last
     */
    RaftClientReply ask(Call call, long patienceMillis) throws IOException {
        long endNanos = System.nanoTime() + patienceMillis * NANOS_PER_MILLI;
        RaftPeerId target = first();
        while (true) {
            IOException why;
            try {
                RaftClientReply reply = once(call, target);
                RaftException refusal = elsewhere(reply);
                if (refusal == null) {
                    prove(target);
                    return reply;
                }
                why = refusal;
            } catch (IOException e) {
                why = e;
            }
            doubt(target);
            if (System.nanoTime() - endNanos > 0) {
                throw why;
            }
            target = next(target, why);
        }
    }

    /** One attempt, with whoever seems to lead. */
    RaftClientReply askOnce(Call call) throws IOException {
        RaftPeerId target = first();
        try {
            RaftClientReply reply = once(call, target);
            RaftException refusal = elsewhere(reply);
            if (refusal == null) {
                prove(target);
            } else {
                doubt(target);
                candidate = after(target, refusal);
            }
            return reply;
        } catch (IOException e) {
            doubt(target);
            candidate = after(target, e);
            throw e;
        }
    }

    private void prove(RaftPeerId target) {
        proven = target;
        candidate = target;
    }

    private void doubt(RaftPeerId target) {
        if (target.equals(proven)) {
            proven = null;
        }
    }

    private RaftPeerId first() {
        RaftPeerId known = leader();
        RaftPeerId likely = known == null ? candidate : known;
        return likely == null ? peers.getFirst() : likely;
    }

    private RaftClientReply once(Call call, RaftPeerId target) throws IOException {
        long beganNanos = System.nanoTime();
        try {
            return rpc.sendRequest(call.to(target));
        } catch (RaftException refused) {
            throw refused;
        } catch (IOException e) {
            renew(target, beganNanos, e);
            throw e;
        }
    }

    /** What failed may have failed for the connection: the next one to ask gets another. */
    private void renew(RaftPeerId target, long beganNanos, IOException why) {
        Long before = renewedNanos.get(target);
        if (before == null || beganNanos - before > 0) {
            renewedNanos.put(target, System.nanoTime());
            threads.execute(() -> rpc.handleException(target, why, true));
        }
    }

    /** Why the one who answered is not the leader; null when it is. */
    private @Nullable RaftException elsewhere(RaftClientReply reply) {
        NotLeaderException notLeader = reply.getNotLeaderException();
        if (notLeader != null) {
            if (notLeader.getPeers() != null) {
                learn(notLeader.getPeers());
            }
            return notLeader;
        }
        RaftException other = reply.getException();
        return other instanceof LeaderNotReadyException || other instanceof LeaderSteppingDownException ? other : null;
    }

    private RaftPeerId next(RaftPeerId tried, IOException why) {
        RaftPeerId next = after(tried, why);
        LockSupport.parkNanos(this, PAUSE_NANOS);
        RaftPeerId own = named.get();
        return own != null && !own.equals(tried) ? own : next;
    }

    private RaftPeerId after(RaftPeerId tried, IOException why) {
        if (why instanceof LeaderNotReadyException) {
            return tried;
        }
        RaftPeer suggested = why instanceof NotLeaderException notLeader ? notLeader.getSuggestedLeader() : null;
        if (suggested != null && !suggested.getId().equals(tried)) {
            return suggested.getId();
        }
        List<RaftPeerId> all = peers;
        return all.get((all.indexOf(tried) + 1) % all.size());
    }
}
