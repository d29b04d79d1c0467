package io.snowgate.cluster;

import java.io.File;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.ratis.io.MD5Hash;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftGroupMemberId;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.server.storage.FileInfo;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.statemachine.StateMachineStorage;
import org.apache.ratis.statemachine.TransactionContext;
import org.apache.ratis.statemachine.impl.BaseStateMachine;
import org.apache.ratis.statemachine.impl.SimpleStateMachineStorage;
import org.apache.ratis.statemachine.impl.SingleFileSnapshotInfo;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;
import org.apache.ratis.util.LifeCycle;
import org.apache.ratis.util.MD5FileUtil;
import org.jspecify.annotations.Nullable;

/**
 * The {@link AllocatorState} of one group, driven by Ratis: it applies entries one after the other, takes snapshots and
 * answers queries, under one lock. What agents read is published after each entry with a release store.
 */
final class AllocatorStateMachine extends BaseStateMachine {

    /** Who hears of what happens in a group. Must not wait. */
    interface Listener {

        /** Something that agents look at may have changed. */
        void applied();

        /** Nothing can be put into the log of this member any more, until it starts again. */
        void logFailed(Throwable cause);

        /** The group has this leader now. */
        void leaderChanged(String leader);

        /** Answers {@link Query.Claim}. */
        CompletableFuture<Reply> claim(int count);
    }

    private final int maxSequences;
    private final Listener listener;
    private final SimpleStateMachineStorage storage = new SimpleStateMachineStorage();
    private final AtomicReference<ReplicatedBound> bound = new AtomicReference<>(ReplicatedBound.NONE);
    private final AtomicReference<Directory> directory = new AtomicReference<>(Directory.EMPTY);
    private AllocatorState state;

    AllocatorStateMachine(int maxSequences, Listener listener) {
        this.maxSequences = maxSequences;
        this.listener = listener;
        this.state = new AllocatorState(maxSequences);
    }

    ReplicatedBound bound() {
        return bound.getAcquire();
    }

    Directory directory() {
        return directory.getAcquire();
    }

    @Override
    public void initialize(RaftServer server, RaftGroupId groupId, RaftStorage raftStorage) throws IOException {
        super.initialize(server, groupId, raftStorage);
        getLifeCycle().startAndTransition(() -> {
            storage.init(raftStorage);
            load(storage.getLatestSnapshot());
        });
    }

    @Override
    public void pause() {
        getLifeCycle().transition(LifeCycle.State.PAUSING);
        getLifeCycle().transition(LifeCycle.State.PAUSED);
    }

    @Override
    public void reinitialize() throws IOException {
        load(storage.loadLatestSnapshot());
        if (getLifeCycleState() == LifeCycle.State.PAUSED) {
            getLifeCycle().transition(LifeCycle.State.STARTING);
            getLifeCycle().transition(LifeCycle.State.RUNNING);
        }
    }

    @Override
    public StateMachineStorage getStateMachineStorage() {
        return storage;
    }

    private synchronized void load(@Nullable SingleFileSnapshotInfo snapshot) throws IOException {
        if (snapshot == null) {
            return;
        }
        File file = snapshot.getFile().getPath().toFile();
        state = SnapshotFile.read(file.toPath(), maxSequences);
        setLastAppliedTermIndex(SimpleStateMachineStorage.getTermIndexFromSnapshotFile(file));
        publish();
    }

    @Override
    public synchronized long takeSnapshot() throws IOException {
        TermIndex last = getLastAppliedTermIndex();
        File file = storage.getSnapshotFile(last.getTerm(), last.getIndex());
        SnapshotFile.write(file.toPath(), state);
        MD5Hash md5 = MD5FileUtil.computeAndSaveMd5ForFile(file);
        storage.updateLatestSnapshot(new SingleFileSnapshotInfo(new FileInfo(file.toPath(), md5), last));
        return last.getIndex();
    }

    /** Refuses on the leader what every member would refuse, before it gets into the log. */
    @Override
    public TransactionContext startTransaction(RaftClientRequest request) throws IOException {
        TransactionContext transaction = super.startTransaction(request);
        if (CommandCodec.decode(request.getMessage().getContent().toByteArray()) == null) {
            transaction.setException(new IOException("not a command of this version"));
        }
        return transaction;
    }

    @Override
    public CompletableFuture<Message> applyTransaction(TransactionContext transaction) {
        LogEntryProto entry = transaction.getLogEntry();
        byte[] octets = entry.getStateMachineLogEntry().getLogData().toByteArray();
        Reply reply = apply(entry.getTerm(), entry.getIndex(), CommandCodec.decode(octets));
        listener.applied();
        return CompletableFuture.completedFuture(messageOf(ReplyCodec.encode(reply)));
    }

    private synchronized Reply apply(long term, long index, @Nullable Command command) {
        Reply reply = state.apply(term, command);
        updateLastAppliedTermIndex(term, index);
        publish();
        return reply;
    }

    private void publish() {
        ReplicatedBound before = bound.getPlain();
        if (state.bound() < before.bound()) {
            throw new IllegalStateException("the bound fell from " + before.bound() + " to " + state.bound());
        }
        bound.setRelease(new ReplicatedBound(state.bound(), state.boundTerm(), state.leaseNanos(), state.heldLeases()));
        directory.setRelease(state.directory());
    }

    @Override
    public CompletableFuture<Message> query(Message request) {
        Query query = Query.decode(request.getContent().toByteArray());
        if (query instanceof Query.Claim claim) {
            return listener.claim(claim.count()).thenApply(reply -> messageOf(ReplyCodec.encode(reply)));
        }
        return CompletableFuture.completedFuture(messageOf(answer(query)));
    }

    private byte[] answer(@Nullable Query query) {
        if (query instanceof Query.Known) {
            return directory().toBytes();
        }
        return ReplyCodec.encode(
                query instanceof Query.Report report
                        ? report(report.name())
                        : Reply.refused(Refusal.Reason.MALFORMED, "not a query of this version"));
    }

    private synchronized Reply report(String name) {
        return state.report(name);
    }

    @Override
    public void notifyLeaderChanged(RaftGroupMemberId member, RaftPeerId leader) {
        listener.leaderChanged(leader.toString());
    }

    @Override
    public void notifyLogFailed(Throwable cause, @Nullable LogEntryProto failedEntry) {
        listener.logFailed(cause);
    }

    @Override
    public void notifyLeaderReady() {
        listener.applied();
    }

    static Message messageOf(byte[] octets) {
        ByteString content = UnsafeByteOperations.unsafeWrap(octets);
        return Message.valueOf(content);
    }
}
