package io.snowgate.cluster;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.apache.ratis.client.api.GroupManagementApi;
import org.apache.ratis.proto.RaftProtos.RaftPeerProto;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.GroupManagementRequest;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.protocol.SetConfigurationRequest;
import org.apache.ratis.server.RaftServer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a member into its groups, and sees to it that nobody votes twice. Owns a thread.
 *
 * <p>A member with a log of a group goes on with it. One without a log starts nothing by itself: its log may have been
 * lost, and with it its votes. It looks at the others first:
 *
 * <pre>
 *   another one has the group, and counts us among its members    refused: our log was lost
 *   another one has the group, and does not know us               waits to be added
 *   so many have no group that none can exist                     the first member by id founds it
 * </pre>
 *
 * <p>The founder begins alone, adds the others, and opens the group when all are in; before that nothing is handed out.
 */
final class MemberAgent implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(MemberAgent.class);
    private static final long BUSY_NANOS = 150_000_000;
    private static final long QUIET_NANOS = 2_000_000_000;

    private final ClusterOptions options;
    private final @Nullable RaftServer server;
    private final List<RatisGroup> groups;
    private final AllocatorStateMachines machines;
    private final ClientId here = ClientId.randomId();
    private final AtomicLong calls = new AtomicLong();
    private final Thread thread;
    private volatile Directory known = Directory.EMPTY;
    private volatile ClusterStatus.Phase phase = ClusterStatus.Phase.GATHERING;
    private volatile @Nullable String problem;
    private final ProblemWatch watch = new ProblemWatch();
    private final AtomicReference<@Nullable String> stopped = new AtomicReference<>();
    private volatile boolean isClosed;

    /** What another member has of a group. */
    private enum Sight {
        COUNTS_US,
        DOES_NOT_KNOW_US,
        HAS_NONE,
        UNREACHABLE
    }

    /** How one group stands for this member; the later phase of these is the worse one. */
    private record Outlook(
            ClusterStatus.Phase phase, @Nullable String problem) {

        private static final Outlook GOOD = new Outlook(ClusterStatus.Phase.READY, null);
        private static final List<ClusterStatus.Phase> WORSE = List.of(
                ClusterStatus.Phase.READY,
                ClusterStatus.Phase.GATHERING,
                ClusterStatus.Phase.JOINING,
                ClusterStatus.Phase.REFUSED);

        private Outlook worse(Outlook other) {
            return WORSE.indexOf(other.phase) > WORSE.indexOf(phase) ? other : this;
        }
    }

    MemberAgent(
            ClusterOptions options,
            @Nullable RaftServer server,
            List<RatisGroup> groups,
            AllocatorStateMachines machines) {
        this.options = options;
        this.server = server;
        this.groups = groups;
        this.machines = machines;
        this.thread = Thread.ofPlatform().daemon().name("snowgate-members").unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    /** What everybody may know of the group 0. */
    Directory directory() {
        return server == null ? known : machines.directory(0);
    }

    /**
     * Takes no part any more until the next start.
     *
     * @return false when that was so already
     */
    boolean stop(String why) {
        boolean isFirst = stopped.compareAndSet(null, why);
        LockSupport.unpark(thread);
        return isFirst;
    }

    ClusterStatus.Phase phase() {
        return phase;
    }

    @Nullable
    String problem() {
        return problem;
    }

    @Override
    public void close() {
        isClosed = true;
        thread.interrupt();
        try {
            if (thread.isAlive()) {
                thread.join(options.times().request());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        while (!isClosed) {
            try {
                round();
            } catch (IOException | RuntimeException e) {
                LOG.debug("a look at the groups failed", e);
                note(phase, RatisGroup.describe(e));
            }
            boolean isQuiet = phase == ClusterStatus.Phase.READY && (server == null || isAnnounced());
            LockSupport.parkNanos(this, isQuiet ? QUIET_NANOS : BUSY_NANOS);
        }
    }

    private void round() throws IOException {
        RaftServer local = server;
        if (local == null) {
            askDirectory();
            return;
        }
        String why = stopped.get();
        if (why != null) {
            note(ClusterStatus.Phase.REFUSED, why);
            return;
        }
        Outlook worst = Outlook.GOOD;
        for (RatisGroup group : groups) {
            worst = worst.worse(outlook(local, group));
        }
        note(worst.phase, worst.problem);
        if (worst.phase == ClusterStatus.Phase.READY) {
            announce();
        }
    }

    private Outlook outlook(RaftServer local, RatisGroup group) throws IOException {
        if (!group.isHere()) {
            return lookAround(local, group);
        }
        if (machines.directory(group.index()).isOpen()) {
            return Outlook.GOOD;
        }
        if (group.leadingTerm() >= 0) {
            gather(group);
        }
        return new Outlook(ClusterStatus.Phase.GATHERING, null);
    }

    private void askDirectory() {
        try {
            Directory before = known;
            known = groups.getFirst().directory().join();
            note(known.isOpen() ? ClusterStatus.Phase.READY : ClusterStatus.Phase.GATHERING, null);
            if (before.newestGeneration() != known.newestGeneration()) {
                options.events().ticketKeysChanged();
            }
        } catch (CompletionException e) {
            note(phase, "no member answers: " + RatisGroup.describe(e));
        }
    }

    /** What the others have of a group that is not here. */
    private Outlook lookAround(RaftServer local, RatisGroup group) throws IOException {
        int without = 0;
        List<String> silent = new ArrayList<>();
        boolean isElsewhere = false;
        for (Member other : options.members()) {
            if (other.id().equals(options.self())) {
                continue;
            }
            Sight sight = look(group, other);
            if (sight == Sight.COUNTS_US) {
                return refusal(other);
            }
            isElsewhere |= sight == Sight.DOES_NOT_KNOW_US;
            without += sight == Sight.HAS_NONE ? 1 : 0;
            if (sight == Sight.UNREACHABLE) {
                silent.add(other.id() + " at " + other.peerAddress());
            }
        }
        if (isElsewhere) {
            return new Outlook(ClusterStatus.Phase.JOINING, "waits to be added by the others");
        }
        if (without < needed()) {
            return new Outlook(ClusterStatus.Phase.GATHERING, "the first start waits for " + String.join(", ", silent));
        }
        int members = options.members().size();
        if (!ClusterOptions.FIRST_MEMBERS.contains(members)) {
            return new Outlook(ClusterStatus.Phase.REFUSED, "a cluster begins with 1, 3 or 5 members: " + members);
        }
        if (isFounder()) {
            found(local, group);
        }
        return new Outlook(ClusterStatus.Phase.GATHERING, null);
    }

    /** So many others without a group that no majority can have one: all of three, three of five. */
    private int needed() {
        int members = options.members().size();
        return Math.min(members - 1, members - (members / 2 + 1) + 1);
    }

    private boolean isFounder() {
        String first = options.members().stream()
                .map(Member::id)
                .min(Comparator.naturalOrder())
                .orElseThrow();
        return first.equals(options.self());
    }

    private Sight look(RatisGroup group, Member other) {
        try {
            GroupManagementApi api = group.client().getGroupManagementApi(RaftPeerId.valueOf(other.id()));
            if (!api.list().getGroupIds().contains(group.id())) {
                return Sight.HAS_NONE;
            }
            return api.info(group.id()).getConf().stream()
                            .flatMap(conf -> conf.getPeersList().stream())
                            .map(RaftPeerProto::getId)
                            .anyMatch(id -> id.toStringUtf8().equals(options.self()))
                    ? Sight.COUNTS_US
                    : Sight.DOES_NOT_KNOW_US;
        } catch (IOException | RuntimeException e) {
            LOG.debug("member {} cannot be asked for its groups", other.id(), e);
            return Sight.UNREACHABLE;
        }
    }

    private Outlook refusal(Member other) {
        return new Outlook(
                ClusterStatus.Phase.REFUSED,
                "member " + options.self() + " has voted before, and " + options.directory()
                        + " has nothing of that (so says " + other.id()
                        + "): remove the member from the cluster and add"
                        + " it again, or bring its directory back");
    }

    private void found(RaftServer local, RatisGroup group) throws IOException {
        RaftPeer self = peers(group).stream()
                .filter(peer -> peer.getId().toString().equals(options.self()))
                .findFirst()
                .orElseThrow();
        RaftClientReply reply = local.groupManagement(GroupManagementRequest.newAdd(
                here, local.getId(), calls.incrementAndGet(), RaftGroup.valueOf(group.id(), self), true));
        if (!reply.isSuccess()) {
            throw new IOException("the group " + group.index() + " cannot be founded: " + reply.getException());
        }
    }

    /** Adds who is missing, and opens the group when nobody is. */
    private void gather(RatisGroup group) throws IOException {
        RaftServer.Division division = Objects.requireNonNull(group.division());
        List<RaftPeer> all = peers(group);
        boolean isComplete =
                all.stream().allMatch(peer -> division.getRaftConf().getPeer(peer.getId()) != null);
        if (isComplete) {
            group.proposeHere(new Command.Open()).join();
            return;
        }
        for (RaftPeer peer : all) {
            if (division.getRaftConf().getPeer(peer.getId()) == null) {
                invite(group, peer.getId());
            }
        }
        configure(group, all);
    }

    /** Makes a member begin with an empty log of the group, in which it does not vote until it has been added. */
    static void invite(RatisGroup group, RaftPeerId peer) throws IOException {
        GroupManagementApi api = group.client().getGroupManagementApi(peer);
        if (!api.list().getGroupIds().contains(group.id())) {
            api.add(RaftGroup.valueOf(group.id()), true);
        }
    }

    private void configure(RatisGroup group, List<RaftPeer> all) throws IOException {
        change(
                group,
                SetConfigurationRequest.Arguments.newBuilder()
                        .setServersInNewConf(all)
                        .build());
    }

    static void change(RatisGroup group, SetConfigurationRequest.Arguments arguments) throws IOException {
        RaftClientReply reply = group.configure(arguments);
        if (!reply.isSuccess()) {
            throw new IOException(
                    "the members of group " + group.index() + " cannot be changed: " + reply.getException());
        }
    }

    private List<RaftPeer> peers(RatisGroup group) {
        return preferring(group.index(), options.members());
    }

    /** Members of a group, of which another one should lead in each group. */
    static List<RaftPeer> preferring(int group, List<Member> members) {
        List<Member> sorted =
                members.stream().sorted(Comparator.comparing(Member::id)).toList();
        List<RaftPeer> peers = new ArrayList<>();
        for (int i = 0; i < sorted.size(); i++) {
            peers.add(RatisConfig.peer(sorted.get(i), i == group % sorted.size() ? 1 : 0));
        }
        return peers;
    }

    private boolean isAnnounced() {
        Member self = options.selfMember();
        return self == null
                || self.publicAddress() == null
                || self.publicAddress().equals(machines.directory(0).addresses().get(self.id()));
    }

    private void announce() {
        Member self = options.selfMember();
        if (self != null && self.publicAddress() != null && !isAnnounced()) {
            groups.getFirst()
                    .propose(new Command.Announce(self.id(), self.publicAddress()))
                    .join();
        }
    }

    private void note(ClusterStatus.Phase newPhase, @Nullable String newProblem) {
        if (watch.isDue(newPhase, newProblem, options.nanoClock().getAsLong())) {
            LOG.warn("cluster {}: {}", options.clusterId(), newProblem);
        }
        if (newProblem != null && newPhase == ClusterStatus.Phase.REFUSED && phase != newPhase) {
            options.events().refused(newProblem);
        }
        phase = newPhase;
        problem = newProblem;
    }
}
