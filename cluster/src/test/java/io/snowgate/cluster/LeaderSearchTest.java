package io.snowgate.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.ratis.client.RaftClientRpc;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftGroupMemberId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.protocol.exceptions.GroupMismatchException;
import org.apache.ratis.protocol.exceptions.NotLeaderException;
import org.apache.ratis.protocol.exceptions.RaftException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Three members, of which c leads, as seen by a member that may believe otherwise. */
class LeaderSearchTest {

    private static final long PATIENCE_MILLIS = 2_000;
    private static final RaftGroupId GROUP = RaftGroupId.randomId();
    private static final List<RaftPeer> PEERS = List.of(peer("a"), peer("b"), peer("c"));

    private final ClientId here = ClientId.randomId();
    private final Fake rpc = new Fake();
    private @Nullable RaftPeerId named;
    private final LeaderSearch search = new LeaderSearch(rpc, PEERS, () -> named, Runnable::run);

    @Test
    void asksFirstWhomItsOwnLogNames() throws IOException {
        named = id("c");

        assertThat(ask()).isEqualTo("c");
        assertThat(rpc.asked).containsExactly("c");
    }

    @Test
    void goesWhereItIsPointed() throws IOException {
        rpc.answers.put("a", request -> elsewhere(request, "c"));

        assertThat(ask()).isEqualTo("c");
        assertThat(rpc.asked).containsExactly("a", "c");
    }

    @Test
    void doesNotStayWithALeaderThatHasLostItsLog() throws IOException {
        named = id("a");
        rpc.answers.put("a", request -> {
            throw new GroupMismatchException("group not found");
        });
        rpc.answers.put("b", request -> elsewhere(request, "a"));

        assertThatThrownBy(() -> search.ask(call(), 0)).hasMessageContaining("group not found");
        named = id("c");
        assertThat(ask()).isEqualTo("c");
        assertThat(rpc.renewed).isEmpty();
    }

    @Test
    void asksTheOthersWhenNobodyIsNamedAndOneDoesNotAnswer() throws IOException {
        rpc.answers.put("a", request -> {
            throw new IOException("no answer");
        });
        rpc.answers.put("b", request -> elsewhere(request, null));

        assertThat(ask()).isEqualTo("c");
        assertThat(rpc.asked).containsExactly("a", "b", "c");
        assertThat(rpc.renewed).containsExactly("a");
    }

    @Test
    void remembersWhoAnswered() throws IOException {
        assertThat(search.leader()).isNull();
        rpc.answers.put("a", request -> elsewhere(request, "c"));
        ask();
        ask();

        assertThat(rpc.asked).containsExactly("a", "c", "c");
        assertThat(search.leader()).isEqualTo(id("c"));
    }

    @Test
    void allAttemptsAreTheSameCall() throws IOException {
        rpc.answers.put("a", request -> {
            throw new IOException("no answer");
        });
        rpc.answers.put("b", request -> elsewhere(request, "c"));
        ask();

        assertThat(rpc.calls).hasSize(3).containsOnly(7L);
    }

    @Test
    void asksOnceAndAnotherOneTheNextTime() throws IOException {
        rpc.answers.put("a", request -> elsewhere(request, "c"));

        assertThat(search.askOnce(call()).isSuccess()).isFalse();
        assertThat(search.leader()).as("pointed at, but it has not answered").isNull();
        assertThat(search.askOnce(call()).isSuccess()).isTrue();
        assertThat(search.leader()).isEqualTo(id("c"));
        assertThat(rpc.asked).containsExactly("a", "c");
    }

    @Test
    void doesNotCallHimLeaderWhoDoesNotAnswerAnyMore() throws IOException {
        rpc.answers.put("a", request -> elsewhere(request, "c"));
        ask();
        rpc.answers.put("c", request -> {
            throw new IOException("no answer");
        });

        assertThatThrownBy(() -> search.askOnce(call())).hasMessage("no answer");
        assertThat(search.leader()).isNull();
    }

    private String ask() throws IOException {
        return search.ask(call(), PATIENCE_MILLIS).getServerId().toString();
    }

    private LeaderSearch.Call call() {
        return member -> RaftClientRequest.newBuilder()
                .setClientId(here)
                .setServerId(member)
                .setGroupId(GROUP)
                .setCallId(7)
                .setMessage(Message.EMPTY)
                .setType(RaftClientRequest.writeRequestType())
                .build();
    }

    private static RaftClientReply elsewhere(RaftClientRequest request, @Nullable String leader) {
        RaftGroupMemberId member = RaftGroupMemberId.valueOf(request.getServerId(), GROUP);
        RaftException why = new NotLeaderException(member, leader == null ? null : peer(leader), PEERS);
        return RaftClientReply.newBuilder()
                .setRequest(request)
                .setException(why)
                .build();
    }

    private static RaftPeerId id(String id) {
        return RaftPeerId.valueOf(id);
    }

    private static RaftPeer peer(String id) {
        return RaftPeer.newBuilder().setId(id).setAddress("127.0.0.1:1").build();
    }

    /** What a member does with a request. */
    private interface Answer {
        RaftClientReply to(RaftClientRequest request) throws IOException;
    }

    /** Everybody is the leader unless told otherwise. */
    private static final class Fake implements RaftClientRpc {

        private final Map<String, Answer> answers = new HashMap<>();
        private final List<String> asked = new ArrayList<>();
        private final List<Long> calls = new ArrayList<>();
        private final List<String> renewed = new ArrayList<>();

        @Override
        public RaftClientReply sendRequest(RaftClientRequest request) throws IOException {
            String member = request.getServerId().toString();
            asked.add(member);
            calls.add(request.getCallId());
            Answer answer = answers.get(member);
            return answer == null
                    ? RaftClientReply.newBuilder()
                            .setRequest(request)
                            .setSuccess()
                            .build()
                    : answer.to(request);
        }

        @Override
        public boolean handleException(RaftPeerId member, Throwable why, boolean reconnects) {
            renewed.add(member.toString());
            return true;
        }

        @Override
        public void addRaftPeers(Collection<RaftPeer> peers) {}

        @Override
        public void close() {}
    }
}
