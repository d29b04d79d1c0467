package io.snowgate.cluster;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
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
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.server.raftlog.RaftLog;
import org.apache.ratis.util.JavaUtils;
import org.apache.ratis.util.LifeCycle;
import org.jspecify.annotations.Nullable;

/**
 * One Raft group as this gateway reaches it: in this process when it leads, otherwise by a client that looks for the
 * leader, on threads that may wait.
 */
final class RatisGroup implements GroupLog, Handover.Log {

    private final int index;
    private final RaftGroupId id;
    private final RaftClient client;
    private final @Nullable RaftServer server;
    private final ExecutorService threads;
    private final long timeoutMillis;
    private final long attemptMillis;
    private final ClientId here = ClientId.randomId();
    private final AtomicLong calls = new AtomicLong();

    RatisGroup(
            int index,
            RaftGroupId id,
            RaftClient client,
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
        byte[] octets = CommandCodec.encode(command);
        if (leadingTerm() < 0) {
            return remotely(() -> client.io().send(AllocatorStateMachine.messageOf(octets)));
        }
        return proposeHere(octets)
                .thenCompose(reply -> reply.reason() == Refusal.Reason.NOT_LEADER
                        ? remotely(() -> client.io().send(AllocatorStateMachine.messageOf(octets)))
                        : CompletableFuture.completedFuture(reply));
    }

    /** Only if this member leads; what hangs is given up soon, and may be proposed again. */
    CompletableFuture<Reply> proposeHere(Command command) {
        return limited(proposeHere(CommandCodec.encode(command)), attemptMillis);
    }

    private CompletableFuture<Reply> proposeHere(byte[] octets) {
        RaftServer local = server;
        if (local == null) {
            return CompletableFuture.completedFuture(Reply.refused(Refusal.Reason.NOT_LEADER, "not a member"));
        }
        RaftClientRequest request = RaftClientRequest.newBuilder()
                .setClientId(here)
                .setServerId(local.getId())
                .setGroupId(id)
                .setCallId(calls.incrementAndGet())
                .setMessage(AllocatorStateMachine.messageOf(octets))
                .setType(RaftClientRequest.writeRequestType())
                .build();
        try {
            return limited(local.submitClientRequestAsync(request).thenApply(RatisGroup::replyOf), timeoutMillis);
        } catch (IOException e) {
            return CompletableFuture.completedFuture(Reply.refused(Refusal.Reason.NOT_LEADER, describe(e)));
        }
    }

    @Override
    public CompletableFuture<Reply> ask(Query query) {
        Message message = AllocatorStateMachine.messageOf(Query.encode(query));
        return query instanceof Query.Claim
                ? limited(remotely(() -> client.io().sendReadOnlyNonLinearizable(message)), attemptMillis)
                : remotely(() -> client.io().sendReadOnly(message));
    }

    /** {@link Directory} of the leader. */
    CompletableFuture<Directory> directory() {
        CompletableFuture<Directory> answer = new CompletableFuture<>();
        threads.execute(() -> {
            try {
                Message query = AllocatorStateMachine.messageOf(Query.encode(new Query.Known()));
                RaftClientReply reply = client.io().sendReadOnly(query);
                answer.complete(Directory.parse(octetsOf(reply)));
            } catch (IOException | RuntimeException e) {
                answer.completeExceptionally(e);
            }
        });
        return answer;
    }

    private CompletableFuture<Reply> remotely(Call call) {
        CompletableFuture<Reply> answer = new CompletableFuture<>();
        threads.execute(() -> {
            try {
                answer.complete(replyOf(call.send()));
            } catch (IOException | RuntimeException e) {
                answer.complete(Reply.refused(Refusal.Reason.UNAVAILABLE, describe(e)));
            }
        });
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
        boolean isDeposed = reply.getNotLeaderException() != null || reply.getLeaderNotReadyException() != null;
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

    private static String describe(Throwable failure) {
        Throwable cause = JavaUtils.unwrapCompletionException(failure);
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }

    @Override
    public long lastTerm() {
        TermIndex last = last();
        return last == null ? -1 : last.getTerm();
    }

    @Override
    public long lastIndex() {
        TermIndex last = last();
        return last == null ? -1 : last.getIndex();
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
