package io.snowgate.cluster;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.ratis.client.RaftClient;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.protocol.SetConfigurationRequest;
import org.apache.ratis.protocol.TransferLeadershipRequest;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.server.raftlog.RaftLog;
import org.apache.ratis.util.JavaUtils;
import org.apache.ratis.util.LifeCycle;
import org.jspecify.annotations.Nullable;

/**
 * One Raft group as this gateway reaches it: in this process when it leads, otherwise by looking for the leader, on threads
 * that may wait.
 */
final class RatisGroup implements GroupLog, Handover.Log {

    /** What is said of a cluster that has been closed, to whoever asks it afterwards. */
    static final String CLOSED = "the cluster has been closed here";

    private final int index;
    private final RaftGroupId id;
    private final RaftClient client;
    private final @Nullable RaftServer server;
    private final ExecutorService threads;
    private final long timeoutMillis;
    private final long attemptMillis;
    private final long claimMillis;
    private final LeaderSearch search;
    private final ClientId here = ClientId.randomId();
    private final AtomicLong calls = new AtomicLong();

    RatisGroup(
            int index,
            RaftGroupId id,
            RaftClient client,
            List<RaftPeer> peers,
            @Nullable RaftServer server,
            ExecutorService threads,
            ClusterOptions.Times times) {
        this.index = index;
        this.id = id;
        this.client = client;
        this.server = server;
        this.threads = threads;
        this.timeoutMillis = times.request().toMillis();
        this.attemptMillis = Math.min(timeoutMillis, 2 * times.electionMax().toMillis());
        this.claimMillis = Math.min(timeoutMillis, times.electionMax().toMillis());
        this.search = new LeaderSearch(client.getClientRpc(), peers, this::namedLeader, threads);
    }

    int index() {
        return index;
    }

    RaftGroupId id() {
        return id;
    }

    RaftClient client() {
        return client;
    }

    /** Who leads as this member's own log has it; null when it does not. */
    private @Nullable RaftPeerId namedLeader() {
        RaftServer.Division division = division();
        return division == null ? null : division.getInfo().getLeaderId();
    }

    /** Who leads as far as is known here, or null. */
    @Nullable
    RaftPeerId leader() {
        return search.leader();
    }

    /** Whether this process has a log of this group, be it running or not. */
    boolean isHere() {
        return server != null && asStream(server.getGroupIds()).anyMatch(id::equals);
    }

    private static Stream<RaftGroupId> asStream(Iterable<RaftGroupId> ids) {
        return StreamSupport.stream(ids.spliterator(), false);
    }

    /** What runs of this group in this process, or null. */
    RaftServer.@Nullable Division division() {
        if (server == null) {
            return null;
        }
        try {
            RaftServer.Division division = server.getDivision(id);
            return division.getInfo().getLifeCycleState() == LifeCycle.State.RUNNING ? division : null;
        } catch (IOException notHereYet) {
            return null;
        }
    }

    /** The term in which this member leads and has applied an entry of its own, or -1. */
    long leadingTerm() {
        RaftServer.Division division = division();
        if (division == null) {
            return -1;
        }
        long term = division.getInfo().getCurrentTerm();
        boolean isLeading = division.getInfo().isLeader() && division.getInfo().isLeaderReady();
        return isLeading && division.getInfo().getCurrentTerm() == term ? term : -1;
    }

    /** Whether this member takes part, and knows nobody who leads. */
    boolean isLeaderless() {
        return division() != null && namedLeader() == null;
    }

    /** The members of the group but this one, as its own log has them. */
    List<RaftPeer> others() {
        RaftServer.Division division = division();
        return division == null
                ? List.of()
                : division.getRaftConf().getCurrentPeers().stream()
                        .filter(peer -> !peer.getId().equals(division.getId()))
                        .toList();
    }

    boolean isLeader() {
        RaftServer.Division division = division();
        return division != null && division.getInfo().isLeader();
    }

    /** How long this follower has heard nothing from a leader that it knows; -1 when it knows none. */
    long silenceNanos() {
        RaftServer.Division division = division();
        if (division == null || division.getInfo().getLeaderId() == null) {
            return -1;
        }
        long millis = division.getInfo()
                .getRoleInfoProto()
                .getFollowerInfo()
                .getLeaderInfo()
                .getLastRpcElapsedTimeMs();
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }

    @Override
    public CompletableFuture<Reply> propose(Command command) {
        LeaderSearch.Call call = call(CommandCodec.encode(command));
        return leadingTerm() < 0
                ? remotely(() -> search.ask(call, timeoutMillis))
                : submit(call)
                        .thenCompose(reply -> reply.reason() == Refusal.Reason.NOT_LEADER
                                ? remotely(() -> search.ask(call, timeoutMillis))
                                : CompletableFuture.completedFuture(reply));
    }

    private LeaderSearch.Call call(byte[] octets) {
        Message message = AllocatorStateMachine.messageOf(octets);
        return call(message, RaftClientRequest.writeRequestType(), attemptMillis);
    }

    private LeaderSearch.Call call(Message message, RaftClientRequest.Type type, long millis) {
        long number = calls.incrementAndGet();
        return member -> RaftClientRequest.newBuilder()
                .setClientId(here)
                .setServerId(member)
                .setGroupId(id)
                .setCallId(number)
                .setMessage(message)
                .setType(type)
                .setTimeoutMs(millis)
                .build();
    }

    /** Only if this member leads; what hangs is given up soon, and may be proposed again. */
    CompletableFuture<Reply> proposeHere(Command command) {
        return limited(submit(call(CommandCodec.encode(command))), attemptMillis);
    }

    private CompletableFuture<Reply> submit(LeaderSearch.Call call) {
        RaftServer local = server;
        if (local == null) {
            return CompletableFuture.completedFuture(Reply.refused(Refusal.Reason.NOT_LEADER, "not a member"));
        }
        try {
            return limited(
                    local.submitClientRequestAsync(call.to(local.getId())).thenApply(RatisGroup::replyOf),
                    timeoutMillis);
        } catch (IOException e) {
            return CompletableFuture.completedFuture(Reply.refused(Refusal.Reason.NOT_LEADER, describe(e)));
        }
    }

    @Override
    public CompletableFuture<Reply> ask(Query query) {
        Message message = AllocatorStateMachine.messageOf(Query.encode(query));
        if (query instanceof Query.Claim) {
            LeaderSearch.Call claim = call(message, RaftClientRequest.readRequestType(true), claimMillis);
            return limited(remotely(() -> search.askOnce(claim)), claimMillis);
        }
        LeaderSearch.Call call = call(message, RaftClientRequest.readRequestType(), attemptMillis);
        return remotely(() -> search.ask(call, timeoutMillis));
    }

    /** Changes who votes. Blocks. */
    RaftClientReply configure(SetConfigurationRequest.Arguments arguments) throws IOException {
        search.learn(arguments.getServersInNewConf());
        long number = calls.incrementAndGet();
        return search.ask(member -> new SetConfigurationRequest(here, member, id, number, arguments), timeoutMillis);
    }

    /** Has another member lead. Blocks. */
    RaftClientReply transfer(RaftPeerId to, long millis) throws IOException {
        long number = calls.incrementAndGet();
        return search.ask(member -> new TransferLeadershipRequest(here, member, id, number, to, millis), timeoutMillis);
    }

    /** {@link Directory} of the leader. */
    CompletableFuture<Directory> directory() {
        CompletableFuture<Directory> answer = new CompletableFuture<>();
        threads.execute(() -> {
            try {
                Message query = AllocatorStateMachine.messageOf(Query.encode(new Query.Known()));
                LeaderSearch.Call call = call(query, RaftClientRequest.readRequestType(), attemptMillis);
                answer.complete(Directory.parse(octetsOf(search.ask(call, timeoutMillis))));
            } catch (IOException | RuntimeException e) {
                answer.completeExceptionally(e);
            }
        });
        return answer;
    }

    private CompletableFuture<Reply> remotely(Call call) {
        CompletableFuture<Reply> answer = new CompletableFuture<>();
        try {
            threads.execute(() -> {
                try {
                    answer.complete(replyOf(call.send()));
                } catch (IOException | RuntimeException e) {
                    answer.complete(Reply.refused(Refusal.Reason.UNAVAILABLE, describe(e)));
                }
            });
        } catch (RejectedExecutionException closed) {
            answer.complete(Reply.refused(Refusal.Reason.CLOSED, CLOSED));
        }
        return limited(answer, timeoutMillis);
    }

    private static CompletableFuture<Reply> limited(CompletableFuture<Reply> answer, long millis) {
        return answer.exceptionally(failure -> Reply.refused(Refusal.Reason.UNAVAILABLE, describe(failure)))
                .completeOnTimeout(
                        Reply.refused(Refusal.Reason.TIMEOUT, "no answer within " + millis + " ms"),
                        millis,
                        TimeUnit.MILLISECONDS);
    }

    private static Reply replyOf(RaftClientReply reply) {
        if (reply.isSuccess()) {
            return ReplyCodec.decode(octetsOf(reply));
        }
        boolean isDeposed = reply.getNotLeaderException() != null
                || reply.getLeaderNotReadyException() != null
                || reply.getLeaderSteppingDownException() != null;
        return Reply.refused(
                isDeposed ? Refusal.Reason.NOT_LEADER : Refusal.Reason.UNAVAILABLE,
                String.valueOf(
                        reply.getException() == null
                                ? reply
                                : reply.getException().getMessage()));
    }

    private static byte[] octetsOf(RaftClientReply reply) {
        return reply.getMessage().getContent().toByteArray();
    }

    static String describe(Throwable failure) {
        Throwable cause = JavaUtils.unwrapCompletionException(failure);
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }

    /** The last entry of the log, or null. */
    @Nullable
    TermIndex last() {
        RaftLog log = log();
        return log == null ? null : log.getLastEntryTermIndex();
    }

    @Override
    public long termAt(long at) {
        RaftLog log = log();
        TermIndex entry = log == null || at < 0 ? null : log.getTermIndex(at);
        return entry == null ? -1 : entry.getTerm();
    }

    private @Nullable RaftLog log() {
        RaftServer.Division division = division();
        return division == null ? null : division.getRaftLog();
    }

    /** What may be waited for. */
    private interface Call {
        RaftClientReply send() throws IOException;
    }
}
