package io.snowgate.cluster;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.apache.ratis.proto.RaftProtos.RaftPeerProto;
import org.apache.ratis.protocol.GroupInfoReply;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.protocol.SetConfigurationRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Changes of the membership, group by group: each is done whole or not at all, and may be asked for again. */
final class RatisAdmin implements ClusterAdmin {

    private static final Logger LOG = LoggerFactory.getLogger(RatisAdmin.class);
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long PAUSE_NANOS = 200_000_000;

    private final List<RatisGroup> groups;
    private final long patienceNanos;
    private final ExecutorService threads;

    RatisAdmin(List<RatisGroup> groups, long patienceNanos, ExecutorService threads) {
        this.groups = groups;
        this.patienceNanos = patienceNanos;
        this.threads = threads;
    }

    @Override
    public CompletionStage<String> add(Member member) {
        return each(groups, (group, peers) -> {
            RaftPeer added = RatisConfig.peer(member, 0);
            if (peers.stream().noneMatch(peer -> peer.getId().equals(added.getId()))) {
                requireRoom(peers);
                reach(group, peers, added);
                MemberAgent.invite(group, added.getId());
                MemberAgent.change(
                        group,
                        SetConfigurationRequest.Arguments.newBuilder()
                                .setServersInNewConf(List.of(added))
                                .setMode(SetConfigurationRequest.Mode.ADD)
                                .build());
            }
        });
    }

    private static void requireRoom(List<RaftPeer> peers) {
        if (peers.size() >= ClusterOptions.MAX_MEMBERS) {
            throw new IllegalArgumentException("a cluster may have " + ClusterOptions.MAX_MEMBERS
                    + " members while they change: remove one before another is added");
        }
    }

    /** A client learns of a member's address from the peers it is told. */
    private static void reach(RatisGroup group, List<RaftPeer> peers, RaftPeer added) {
        List<RaftPeer> all = new ArrayList<>(peers);
        all.add(added);
        group.client().getClientRpc().addRaftPeers(all);
    }

    @Override
    public CompletionStage<String> remove(String memberId) {
        AtomicBoolean isMember = new AtomicBoolean();
        return each(groups, (group, peers) -> {
                    List<RaftPeer> rest = peers.stream()
                            .filter(peer -> !peer.getId().toString().equals(memberId))
                            .toList();
                    if (rest.isEmpty()) {
                        throw new IllegalArgumentException("the last member cannot be removed: " + memberId);
                    }
                    if (rest.size() < peers.size()) {
                        isMember.set(true);
                        replace(group, peers, rest);
                    }
                    if (group.index() == 0 && isMember.get()) {
                        forget(group, memberId);
                    }
                })
                .thenApply(
                        problem -> problem.isEmpty() && !isMember.get() ? "no member has the id " + memberId : problem);
    }

    /** Its address, so that the log does not fill up with those of members that were. */
    private static void forget(RatisGroup group, String memberId) throws IOException {
        Reply reply = group.propose(new Command.Announce(memberId, "")).join();
        if (!reply.isDone()) {
            throw new IOException("the address of " + memberId + " cannot be forgotten: " + reply);
        }
    }

    @Override
    public CompletionStage<String> transfer(int group, String memberId) {
        if (group < 0 || group >= groups.size()) {
            return CompletableFuture.completedFuture("a group must be 0.." + (groups.size() - 1) + ": " + group);
        }
        return each(List.of(groups.get(group)), (one, peers) -> {
            if (peers.stream().noneMatch(peer -> peer.getId().toString().equals(memberId))) {
                throw new IllegalArgumentException("no member has the id " + memberId);
            }
            replace(
                    one,
                    peers,
                    peers.stream()
                            .map(peer -> RaftPeer.newBuilder(peer)
                                    .setPriority(peer.getId().toString().equals(memberId) ? 1 : 0)
                                    .build())
                            .toList());
            handOver(one, memberId);
        });
    }

    private void handOver(RatisGroup group, String memberId) throws IOException {
        RaftClientReply reply = group.transfer(RaftPeerId.valueOf(memberId), patienceNanos / NANOS_PER_MILLI);
        if (!reply.isSuccess()) {
            throw new IOException(
                    "member " + memberId + " does not take over group " + group.index() + ": " + reply.getException());
        }
    }

    private CompletionStage<String> each(List<RatisGroup> all, Change change) {
        CompletableFuture<String> answer = new CompletableFuture<>();
        try {
            threads.execute(() -> {
                try {
                    for (RatisGroup group : all) {
                        makePatiently(change, group);
                    }
                    answer.complete("");
                } catch (IOException | RuntimeException e) {
                    answer.complete(RatisGroup.describe(e));
                }
            });
        } catch (RejectedExecutionException closed) {
            answer.complete(RatisGroup.CLOSED);
        }
        return answer;
    }

    /** A leader that is about to give way refuses, and so does one that is not done with the change before. */
    private void makePatiently(Change change, RatisGroup group) throws IOException {
        long endNanos = System.nanoTime() + patienceNanos;
        while (true) {
            try {
                change.make(group, peersOf(group));
                return;
            } catch (IOException e) {
                if (System.nanoTime() - endNanos > 0) {
                    throw e;
                }
                LOG.debug("group {} is asked again", group.index(), e);
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    /** Only if nobody else has changed the members meanwhile. */
    private static void replace(RatisGroup group, List<RaftPeer> before, List<RaftPeer> after) throws IOException {
        MemberAgent.change(
                group,
                SetConfigurationRequest.Arguments.newBuilder()
                        .setServersInCurrentConf(before)
                        .setServersInNewConf(after)
                        .setMode(SetConfigurationRequest.Mode.COMPARE_AND_SET)
                        .build());
    }

    /** Who votes in a group now, as its leader has it. */
    private static List<RaftPeer> peersOf(RatisGroup group) throws IOException {
        RaftPeerId leader = leaderOf(group);
        GroupInfoReply info = group.client().getGroupManagementApi(leader).info(group.id());
        return info.getConf().stream()
                .flatMap(conf -> conf.getPeersList().stream())
                .map(RatisAdmin::peerOf)
                .toList();
    }

    private static RaftPeerId leaderOf(RatisGroup group) throws IOException {
        try {
            group.directory().join();
        } catch (CompletionException e) {
            throw new IOException("no leader answers: " + e.getCause(), e);
        }
        RaftPeerId leader = group.leader();
        if (leader == null) {
            throw new IOException("no leader is known");
        }
        return leader;
    }

    private static RaftPeer peerOf(RaftPeerProto proto) {
        return RaftPeer.newBuilder()
                .setId(proto.getId())
                .setAddress(proto.getAddress())
                .setPriority(proto.getPriority())
                .build();
    }

    /** What is done to one group. */
    private interface Change {
        void make(RatisGroup group, List<RaftPeer> peers) throws IOException;
    }
}
