package io.snowgate.gateway.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.snowgate.cluster.Cluster;
import io.snowgate.cluster.ClusterAdmin;
import io.snowgate.cluster.ClusterStatus;
import io.snowgate.cluster.LeaseResult;
import io.snowgate.cluster.Member;
import io.snowgate.cluster.Sequences;
import io.snowgate.cluster.TicketKey;
import io.snowgate.cluster.Timestamps;
import io.snowgate.gateway.endpoint.Asked.Answer;
import io.snowgate.generator.SnowflakeLayout;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a member says that does not lead, or not yet: every fault of a cluster that the endpoint can meet, by hand. */
class TimestampFollowerTest {

    private static final long GIVEN = 443_852_055_297_916_932L;
    private static final List<Member> MEMBERS = List.of(
            new Member("a", "127.0.1.1:7001", "https://a.example:8443"),
            new Member("b", "127.0.1.2:7001", "https://b.example:8443"),
            new Member("c", "127.0.1.3:7001"));

    @Test
    void forwardsToTheLeaderAndAnswersLater() {
        Answer answer = Asked.of("/timestamp?format=text")
                .to(endpoint(Follower.FORWARD, new Fake("b", "a", Timestamps.NOT_LEADER, GIVEN, -99)));
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text()).isEqualTo("443852055297916932");
    }

    @Test
    void sendsTheClientToTheLeaderWithItsQuery() {
        Fake follower = new Fake("b", "a", Timestamps.NOT_LEADER, -99, -99);
        Answer answer = Asked.of("/timestamp?n=5&format=hex").to(endpoint(Follower.REDIRECT, follower));
        assertThat(answer.status()).isEqualTo(307);
        assertThat(answer.field("location")).isEqualTo("https://a.example:8443/timestamp?n=5&format=hex");
        assertThat(Asked.of("/timestamp")
                        .to(endpoint(Follower.REDIRECT, follower))
                        .field("location"))
                .isEqualTo("https://a.example:8443/timestamp");
    }

    @Test
    void sendsNobodyAwayWhileItDoesNotKnowWhereTo() {
        Fake withoutAddress = new Fake("b", "c", Timestamps.NOT_LEADER, -99, -99);
        Fake withoutLeader = new Fake("b", null, Timestamps.NOT_LEADER, -99, -99);
        for (Fake follower : List.of(withoutAddress, withoutLeader)) {
            Answer answer = Asked.of("/timestamp").to(endpoint(Follower.REDIRECT, follower));
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.field("retry-after")).isEqualTo("1");
        }
    }

    @Test
    void rejectsInTheWordsThatClientsOfEpicEpochTryAgainAt() {
        Answer answer = Asked.of("/timestamp?n=2")
                .to(endpoint(Follower.REJECT, new Fake("b", "a", Timestamps.NOT_LEADER, -99, -99)));
        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.type()).startsWith("text/plain");
        assertThat(answer.text()).isEqualTo("node (2) is not the leader (1)");
        Answer nobody = Asked.of("/timestamp")
                .to(endpoint(Follower.REJECT, new Fake("b", null, Timestamps.NOT_LEADER, -99, -99)));
        assertThat(nobody.text()).isEqualTo("node (2) is not the leader (0)");
    }

    @Test
    void usesIdsThatAreNumbersAsTheyAre() {
        List<Member> numbered = List.of(new Member("17", "127.0.1.1:1"), new Member("4", "127.0.1.2:1"));
        Answer answer = Asked.of("/timestamp")
                .to(endpoint(Follower.REJECT, new Fake("17", "4", numbered, Timestamps.NOT_LEADER, -99, -99)));
        assertThat(answer.text()).isEqualTo("node (17) is not the leader (4)");
    }

    @Test
    void rejectsInTheWordsOfEpicEpochInEveryOtherCaseToo() {
        TimestampEndpoint endpoint =
                endpoint(Follower.REJECT, new Fake("a", "a", Timestamps.NOT_READY, -99, Timestamps.UNAVAILABLE));
        Answer unready = Asked.of("/timestamp").to(endpoint);
        assertThat(unready.status()).isEqualTo(500);
        assertThat(unready.text()).isEqualTo("raft leadership not ready");
        Answer bad = Asked.of("/timestamp?n=0").to(endpoint);
        assertThat(bad.status()).isEqualTo(400);
        assertThat(bad.text()).isEqualTo("invalid n param, must be a number >= 1 if provided");
    }

    @ParameterizedTest
    @EnumSource
    void waitsUntilItsLeaseIsConfirmed(Follower follower) {
        Fake leader = new Fake("a", "a", Timestamps.NOT_READY, GIVEN, GIVEN);
        assertThat(Asked.of("/timestamp?format=text")
                        .to(endpoint(follower, leader))
                        .text())
                .isEqualTo("443852055297916932");
    }

    @Test
    void saysWhenToTryAgainWhenNobodyAnswers() {
        for (long why : new long[] {Timestamps.UNAVAILABLE, Timestamps.NOT_LEADER, Timestamps.TOO_FAR_AHEAD}) {
            Answer answer = Asked.of("/timestamp")
                    .to(endpoint(Follower.FORWARD, new Fake("b", "a", Timestamps.NOT_LEADER, why, -99)));
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.field("retry-after")).isEqualTo("1");
        }
        Answer closed =
                Asked.of("/timestamp").to(endpoint(Follower.FORWARD, new Fake("a", "a", Timestamps.CLOSED, -99, -99)));
        assertThat(closed.status()).isEqualTo(503);
        assertThat(closed.text()).contains("being stopped");
    }

    private static TimestampEndpoint endpoint(Follower follower, Cluster cluster) {
        return new TimestampEndpoint(cluster, follower, new SimpleMeterRegistry());
    }

    /** Gives what it is told to: now, by asking on, and by asking only itself. */
    private record Fake(String self, @Nullable String leader, List<Member> members, long now, long anywhere, long here)
            implements Cluster, Timestamps {

        Fake(String self, @Nullable String leader, long now, long anywhere, long here) {
            this(self, leader, MEMBERS, now, anywhere, here);
        }

        @Override
        public long tryClaim(int count) {
            return now;
        }

        @Override
        public CompletionStage<Long> claim(int count) {
            return CompletableFuture.completedFuture(anywhere);
        }

        @Override
        public CompletionStage<Long> claimHere(int count) {
            return CompletableFuture.completedFuture(here);
        }

        @Override
        public boolean isLeader() {
            return self.equals(leader);
        }

        @Override
        public Timestamps timestamps() {
            return this;
        }

        @Override
        public ClusterStatus status() {
            Member leads = members.stream()
                    .filter(member -> member.id().equals(leader))
                    .findFirst()
                    .orElse(null);
            return new ClusterStatus(self, leads, members, ClusterStatus.Phase.READY, null, List.of());
        }

        @Override
        public Sequences sequences() {
            throw new UnsupportedOperationException();
        }

        @Override
        public CompletionStage<LeaseResult> leaseWorker(SnowflakeLayout layout, String holder) {
            throw new UnsupportedOperationException();
        }

        @Override
        public List<TicketKey> ticketKeys() {
            return List.of();
        }

        @Override
        public ClusterAdmin admin() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {}
    }
}
