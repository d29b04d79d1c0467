package io.snowgate.cluster;

import io.snowgate.generator.SnowflakeLayout;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.ratis.client.RaftClient;
import org.apache.ratis.conf.Parameters;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.statemachine.StateMachine;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A cluster over Apache Ratis: puts the parts together from left to right, and ends them in reverse. */
final class RatisCluster implements Cluster, Timestamps {

    private static final Logger LOG = LoggerFactory.getLogger(RatisCluster.class);

    private final ClusterOptions options;
    private final ExecutorService threads;
    private final AllocatorStateMachines machines = new AllocatorStateMachines();
    private final List<RatisGroup> groups = new ArrayList<>();
    private final @Nullable RaftServer server;
    private final ReservedSequences sequences;
    private final ForwardedClaims forwarded;
    private final @Nullable BoundAgent agent;
    private final MemberAgent members;
    private final RatisAdmin admin;
    private final List<WorkerLease> leases = new CopyOnWriteArrayList<>();
    private volatile boolean isClosed;

    private RatisCluster(ClusterOptions options, Parameters parameters) throws IOException {
        this.options = options;
        this.threads = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("snowgate-log-", 0).factory());
        this.server = options.self() == null ? null : newServer(parameters);
        for (int i = 0; i < options.groups(); i++) {
            groups.add(newGroup(i, parameters));
        }
        this.sequences = new ReservedSequences(groups, options);
        this.forwarded = new ForwardedClaims(
                groups.getFirst(),
                options.nanoClock(),
                options.times().request().toNanos());
        this.agent = server == null ? null : new BoundAgent(groups.getFirst(), machines, options);
        this.members = new MemberAgent(options, server, groups, machines);
        this.admin = new RatisAdmin(groups, 3 * options.times().request().toNanos(), threads);
    }

    static Cluster start(ClusterOptions options) throws IOException {
        RatisCluster cluster = new RatisCluster(options.checked(), RatisConfig.parameters(options.tls()));
        try {
            cluster.start();
        } catch (IOException | RuntimeException e) {
            cluster.close();
            throw e;
        }
        return cluster;
    }

    private void start() throws IOException {
        if (server != null) {
            try {
                server.start();
            } catch (RuntimeException e) {
                throw new IOException(
                        "the log in " + options.directory() + " cannot be opened (" + RatisGroup.describe(rootOf(e))
                                + "); if it is spoilt, remove the member, delete that directory, and add it again",
                        e);
            }
        }
        if (agent != null) {
            agent.start();
        }
        members.start();
        if (server != null) {
            ReconnectAgent reconnect = ReconnectAgent.of(server, groups, threads, options.times());
            threads.execute(() -> reconnect.run(options.nanoClock(), () -> isClosed));
        }
    }

    private static Throwable rootOf(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    private RaftServer newServer(Parameters parameters) throws IOException {
        Member self = Objects.requireNonNull(options.selfMember());
        Path directory = MemberDirectory.open(options);
        return RaftServer.newBuilder()
                .setServerId(RaftPeerId.valueOf(self.id()))
                .setStateMachineRegistry(this::newMachine)
                .setProperties(RatisConfig.server(options, directory, self.peerAddress()))
                .setParameters(parameters)
                .setOption(RaftStorage.StartupOption.RECOVER)
                .build();
    }

    private StateMachine newMachine(RaftGroupId id) {
        for (int i = 0; i < options.groups(); i++) {
            if (RatisConfig.groupId(options.clusterId(), i).equals(id)) {
                AllocatorStateMachine machine = new AllocatorStateMachine(options.maxSequences(), new Listener(i));
                machines.put(i, machine);
                return machine;
            }
        }
        throw new IllegalStateException("the directory has a log of another cluster, or of more groups: " + id);
    }

    private RatisGroup newGroup(int index, Parameters parameters) {
        RaftGroupId id = RatisConfig.groupId(options.clusterId(), index);
        RaftGroup group = RaftGroup.valueOf(id, RatisConfig.peers(options.members()));
        RaftClient client = RatisConfig.newClient(options, group, parameters);
        return new RatisGroup(index, id, client, List.copyOf(group.getPeers()), server, threads, options.times());
    }

    @Override
    public Timestamps timestamps() {
        return this;
    }

    @Override
    public Sequences sequences() {
        return sequences;
    }

    @Override
    public CompletionStage<LeaseResult> leaseWorker(SnowflakeLayout layout, String holder) {
        return LeaseAgent.acquire(groups.getFirst(), options, layout, holder).thenApply(this::keep);
    }

    private LeaseResult keep(LeaseResult result) {
        if (result instanceof WorkerLease lease) {
            leases.removeIf(WorkerLease::isLost);
            leases.add(lease);
            if (isClosed) {
                lease.close();
            }
        }
        return result;
    }

    @Override
    public List<TicketKey> ticketKeys() {
        return members.directory().keys();
    }

    @Override
    public ClusterAdmin admin() {
        return admin;
    }

    @Override
    public long tryClaim(int count) {
        requireCount(count);
        return agent == null ? (isClosed ? CLOSED : NOT_LEADER) : agent.tryClaim(count);
    }

    @Override
    public CompletableFuture<Long> claimHere(int count) {
        requireCount(count);
        return agent == null ? CompletableFuture.completedFuture(isClosed ? CLOSED : NOT_LEADER) : agent.claim(count);
    }

    @Override
    public CompletableFuture<Long> claim(int count) {
        return claimHere(count)
                .thenCompose(first ->
                        first == NOT_LEADER ? forwarded.claim(count) : CompletableFuture.completedFuture(first));
    }

    @Override
    public boolean isLeader() {
        return agent != null && agent.isServing();
    }

    private static void requireCount(int count) {
        if (count < 1 || count > MAX_COUNT) {
            throw new IllegalArgumentException("a count must be 1.." + MAX_COUNT + ": " + count);
        }
    }

    @Override
    public ClusterStatus status() {
        List<Member> known = knownMembers();
        List<ClusterStatus.Group> standing = groups.stream().map(this::standing).toList();
        String leader = standing.getFirst().leader();
        Member leading = known.stream()
                .filter(member -> member.id().equals(leader))
                .findFirst()
                .orElse(null);
        return new ClusterStatus(options.self(), leading, known, phase(leader), members.problem(), standing);
    }

    private ClusterStatus.Phase phase(@Nullable String leader) {
        ClusterStatus.Phase gathering = members.phase();
        if (isClosed) {
            return ClusterStatus.Phase.CLOSED;
        }
        if (gathering != ClusterStatus.Phase.READY) {
            return gathering;
        }
        return leader == null ? ClusterStatus.Phase.LEADERLESS : ClusterStatus.Phase.READY;
    }

    private List<Member> knownMembers() {
        Map<String, String> addresses = members.directory().addresses();
        List<Member> known = new ArrayList<>();
        RaftServer.Division division = groups.getFirst().division();
        if (division == null || division.getRaftConf().getCurrentPeers().isEmpty()) {
            for (Member member : options.members()) {
                known.add(new Member(
                        member.id(),
                        member.peerAddress(),
                        addresses.getOrDefault(member.id(), member.publicAddress())));
            }
        } else {
            for (RaftPeer peer : division.getRaftConf().getCurrentPeers()) {
                String id = peer.getId().toString();
                known.add(new Member(id, peer.getAddress(), addresses.get(id)));
            }
        }
        known.sort((left, right) -> left.id().compareTo(right.id()));
        return known;
    }

    private ClusterStatus.Group standing(RatisGroup group) {
        RaftServer.Division division = group.division();
        if (division == null) {
            RaftPeerId leader = group.leader();
            return new ClusterStatus.Group(group.index(), 0, leader == null ? null : leader.toString(), -1);
        }
        RaftPeerId leader = division.getInfo().getLeaderId();
        return new ClusterStatus.Group(
                group.index(),
                division.getInfo().getCurrentTerm(),
                leader == null ? null : leader.toString(),
                machines.appliedIndex(group.index()));
    }

    @Override
    public void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        leases.forEach(WorkerLease::close);
        sequences.close();
        members.close();
        if (agent != null) {
            agent.close();
        }
        for (RatisGroup group : groups) {
            closeQuietly(group.client());
        }
        if (server != null) {
            closeQuietly(server);
        }
        threads.shutdown();
    }

    private static void closeQuietly(AutoCloseable part) {
        try {
            part.close();
        } catch (Exception e) {
            LOG.warn("a part of the cluster did not end in order", e);
        }
    }

    /**
     * What has not reached the disk must not be counted on, and whoever cannot write must not lead: the logs are closed, and
     * this gateway goes on as one that asks the others.
     */
    void stopVoting(String problem) {
        RaftServer failed = server;
        if (members.stop(problem) && failed != null) {
            threads.execute(() -> closeQuietly(failed));
        }
    }

    /** What one group tells. */
    private final class Listener implements AllocatorStateMachine.Listener {

        private final int group;
        private long generation;

        private Listener(int group) {
            this.group = group;
        }

        @Override
        public void applied() {
            if (group != 0) {
                return;
            }
            BoundAgent waiting = agent;
            if (waiting != null) {
                waiting.wake();
            }
            long newest = machines.directory(0).newestGeneration();
            if (newest != generation) {
                generation = newest;
                options.events().ticketKeysChanged();
            }
        }

        @Override
        public void logFailed(Throwable cause) {
            stopVoting("the log of group " + group + " cannot be written (" + RatisGroup.describe(cause)
                    + "): see to the disk of " + options.directory() + ", and start again");
        }

        @Override
        public void leaderChanged(String leader) {
            options.events().leaderChanged(group, leader);
        }

        @Override
        public CompletableFuture<Reply> claim(int count) {
            BoundAgent answering = agent;
            if (group != 0 || answering == null || count < 1 || count > ForwardedClaims.MAX_BATCH) {
                return CompletableFuture.completedFuture(
                        Reply.refused(Refusal.Reason.MALFORMED, "no " + count + " timestamps are to be had here"));
            }
            return answering.claim(count).thenApply(RatisCluster::replyOf);
        }
    }

    private static Reply replyOf(long first) {
        return first >= 0
                ? Reply.of(first)
                : Reply.refused(
                        first == NOT_LEADER ? Refusal.Reason.NOT_LEADER : Refusal.Reason.UNAVAILABLE,
                        "no timestamps at the moment");
    }
}
