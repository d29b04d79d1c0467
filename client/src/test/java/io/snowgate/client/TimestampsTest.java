package io.snowgate.client;

import static io.snowgate.client.ScriptedGateway.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.snowgate.client.ScriptedGateway.Asked;
import io.snowgate.client.ScriptedGateway.Deed;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TimestampsTest {

    private static final long FIRST = 1_700_000_000_000L << Timestamps.LOGICAL_BITS;
    private static final Duration LONG = Duration.ofSeconds(30);

    private ScriptedGateway leader;
    private ScriptedGateway follower;

    @BeforeEach
    void start() throws IOException {
        leader = new ScriptedGateway().from(FIRST);
        leader.leads(leader);
        follower = new ScriptedGateway().from(FIRST + 1_000_000).leads(leader);
    }

    @AfterEach
    void stop() {
        leader.close();
        follower.close();
    }

    @Test
    void givesTimestamps() {
        try (SnowgateClient client = client(leader)) {
            Timestamps timestamps = client.timestamps();
            assertThat(timestamps.next()).isEqualTo(FIRST);
            assertThat(timestamps.next(10_000)).isEqualTo(new Range(FIRST + 1, FIRST + 10_001));
            assertThat(timestamps.nextAsync().join()).isEqualTo(FIRST + 10_001);
            assertThat(timestamps.stream().limit(2)).containsExactly(FIRST + 10_002, FIRST + 10_003);
        }
        assertThat(Timestamps.physicalMillis(FIRST + 7)).isEqualTo(1_700_000_000_000L);
        assertThat(Timestamps.logical(FIRST + 7)).isEqualTo(7);
        assertThat(Timestamps.time(FIRST + 7)).isEqualTo(Instant.ofEpochMilli(1_700_000_000_000L));
    }

    @Test
    void takesNothingAheadOfACall() {
        try (SnowgateClient client = client(leader)) {
            long unused = client.timestamps().next();
            leader.from(FIRST + 500);
            assertThat(client.timestamps().next()).isEqualTo(FIRST + 500);
        }
    }

    @Test
    void sendsCallsThatComeMeanwhileAsOneRequestAfterTheyHaveBegun() {
        CountDownLatch release = new CountDownLatch(1);
        leader.next(held(leader, release));
        try (SnowgateClient client = client(leader)) {
            CompletableFuture<Range> underWay = client.timestamps().nextAsync(1);
            await().until(() -> leader.asked().size() == 1);
            List<CompletableFuture<Range>> meanwhile = new ArrayList<>();
            for (int count = 1; count <= 50; count++) {
                meanwhile.add(client.timestamps().nextAsync(count));
            }
            release.countDown();

            assertThat(underWay.join()).isEqualTo(new Range(FIRST, FIRST + 1));
            long next = FIRST + 1;
            for (CompletableFuture<Range> call : meanwhile) {
                assertThat(call.join().from()).isEqualTo(next);
                next = call.join().to();
            }
        }
        assertThat(leader.asked()).extracting(Asked::target).containsExactly("/timestamp?n=1", "/timestamp?n=1275");
    }

    @Test
    void sendsNoMoreThanFitIntoOneRequest() {
        CountDownLatch release = new CountDownLatch(1);
        leader.next(held(leader, release));
        try (SnowgateClient client = client(leader)) {
            List<CompletableFuture<Range>> calls = new ArrayList<>();
            for (int count : new int[] {1, 6_000, 4_000, 1, 10_000}) {
                calls.add(client.timestamps().nextAsync(count));
            }
            release.countDown();
            calls.forEach(CompletableFuture::join);
        }
        assertThat(leader.asked())
                .extracting(Asked::target)
                .containsExactly("/timestamp?n=1", "/timestamp?n=10000", "/timestamp?n=1", "/timestamp?n=10000");
    }

    @Test
    void doesNotAskForWhatWasCancelledMeanwhile() {
        CountDownLatch release = new CountDownLatch(1);
        leader.next(held(leader, release));
        try (SnowgateClient client = client(leader)) {
            CompletableFuture<Range> underWay = client.timestamps().nextAsync(1);
            CompletableFuture<Range> cancelled = client.timestamps().nextAsync(7);
            CompletableFuture<Range> kept = client.timestamps().nextAsync(2);
            cancelled.cancel(true);
            release.countDown();
            assertThat(underWay.join().size() + kept.join().size()).isEqualTo(3);
        }
        assertThat(leader.asked()).extracting(Asked::target).containsExactly("/timestamp?n=1", "/timestamp?n=2");
    }

    @Test
    void asksWhoLeadsWhenOneSaysThatItDoesNot() throws IOException {
        Deed rejects = says(409, "node (2) is not the leader (1)");
        follower.always(rejects);
        try (ScriptedGateway another = new ScriptedGateway().leads(leader).always(rejects);
                SnowgateClient client = client(follower, another)) {
            assertThat(client.timestamps().next()).isEqualTo(FIRST);
            assertThat(client.timestamps().next()).isEqualTo(FIRST + 1);
            assertThat(follower.asked().size() + another.asked().size()).isEqualTo(1);
        }
    }

    @Test
    void findsTheLeaderAmongTheAddressesItWasGivenWhenNobodyListensWhereMembersSayTheyAre() throws IOException {
        String nowhere = "http://localhost:" + freePort();
        try (ScriptedGateway another = new ScriptedGateway()) {
            for (ScriptedGateway gateway : List.of(leader, follower, another)) {
                gateway.leads(nowhere);
            }
            follower.always(says(409, "node (2) is not the leader (1)"));
            another.always(says(307, "", "Location", nowhere + "/timestamp?n=1"));
            for (int i = 0; i < 20; i++) {
                try (SnowgateClient client = client(follower, another, leader)) {
                    assertThat(client.timestamps().next()).isEqualTo(FIRST + 2L * i);
                    assertThat(client.timestamps().next()).isEqualTo(FIRST + 2L * i + 1);
                }
            }
        }
    }

    @Test
    void doesNotForgetWhomItKnowsWhenOneCannotSayWhoTheMembersAre() throws IOException {
        try (ScriptedGateway other = new ScriptedGateway().from(FIRST + 500);
                SnowgateClient client = SnowgateClient.builder()
                        .address(follower.address())
                        .timeout(Duration.ofSeconds(5))
                        .build()) {
            follower.always(says(409, "node (2) is not the leader (1)"))
                    .members("{\"leader\":{\"http\":\"" + leader.address() + "\"},\"members\":[{\"http\":\""
                            + leader.address() + "\"},{\"http\":\"" + other.address() + "\"}]}");
            assertThat(client.timestamps().next()).isEqualTo(FIRST);

            follower.close();
            leader.always(says(409, "node (1) is not the leader (3)")).members(null);
            assertThat(client.timestamps().next()).isEqualTo(FIRST + 500);
        }
    }

    @Test
    void givesUpInTimeWhenNobodySaysWhoLeads() {
        follower.always(says(409, "node (2) is not the leader (1)")).silentOnMembers();
        try (SnowgateClient client = SnowgateClient.builder()
                .address(follower.address())
                .timeout(Duration.ofMillis(500))
                .attemptTimeout(LONG)
                .build()) {
            assertThat(client.timestamps().nextAsync())
                    .failsWithin(Duration.ofSeconds(5))
                    .withThrowableOfType(ExecutionException.class)
                    .withMessageContaining("node (2) is not the leader (1)");
        }
    }

    @Test
    void asksAgainUntilThereIsALeader() {
        Deed nobodyLeads = says(409, "node (1) is not the leader (0)");
        for (int i = 0; i < 10; i++) {
            leader.next(nobodyLeads);
        }
        try (SnowgateClient client = client(leader)) {
            assertThat(client.timestamps().next()).isEqualTo(FIRST);
        }
        assertThat(leader.askedForMembers()).isGreaterThanOrEqualTo(10);
    }

    @Test
    void goesWhereItIsSent() {
        follower.always(says(307, "", "Location", leader.address() + "/timestamp?n=1"));
        try (SnowgateClient client = client(follower)) {
            assertThat(client.timestamps().next()).isEqualTo(FIRST);
            assertThat(client.timestamps().next()).isEqualTo(FIRST + 1);
        }
        assertThat(follower.asked()).hasSize(1);
    }

    @Test
    void goesOverToTheLeaderAlsoWhenAFollowerAnswers() {
        try (SnowgateClient client = client(follower)) {
            await().untilAsserted(() -> assertThat(client.timestamps().next()).isLessThan(FIRST + 1_000_000));
        }
    }

    @Test
    void staysWhereItIsWhenTheLeaderCannotBeReachedFromHere() {
        leader.close();
        try (SnowgateClient client = client(follower)) {
            for (int i = 0; i < 200; i++) {
                assertThat(client.timestamps().next()).isEqualTo(FIRST + 1_000_000 + i);
            }
        }
        assertThat(follower.askedForMembers()).isEqualTo(1);
    }

    @Test
    void staysWhereItIsWhenSomebodyElseAnswersAtTheAddressOfTheLeader() {
        leader.members(null);
        try (SnowgateClient client = client(follower)) {
            await().during(Duration.ofMillis(300))
                    .until(() -> client.timestamps().next() >= FIRST + 1_000_000);
        }
        assertThat(leader.askedForMembers()).isEqualTo(1);
        assertThat(leader.asked()).isEmpty();
    }

    @Test
    void goesToTheOtherOneWhenTheLeaderDies() {
        try (SnowgateClient client = client(leader, follower)) {
            await().untilAsserted(() -> assertThat(client.timestamps().next()).isLessThan(FIRST + 1_000_000));
            leader.close();
            assertThat(client.timestamps().next()).isGreaterThanOrEqualTo(FIRST + 1_000_000);
        }
    }

    @Test
    void failsOnlyThoseCallsThatHaveNoMoreTime() {
        CountDownLatch release = new CountDownLatch(1);
        leader.next(held(leader, release)).next(ScriptedGateway.isSilent());
        try (SnowgateClient client = SnowgateClient.builder()
                .address(leader.address())
                .timeout(Duration.ofSeconds(3))
                .attemptTimeout(Duration.ofSeconds(3))
                .build()) {
            CompletableFuture<Range> first = client.timestamps().nextAsync(1);
            CompletableFuture<Range> old = client.timestamps().nextAsync(1);
            await().pollDelay(Duration.ofSeconds(1)).until(() -> true);
            CompletableFuture<Range> young = client.timestamps().nextAsync(1);
            release.countDown();
            assertThat(first).succeedsWithin(LONG);
            assertThat(young).succeedsWithin(LONG);
            assertThat(old).failsWithin(LONG);
        }
        assertThat(leader.asked())
                .extracting(Asked::target)
                .containsExactly("/timestamp?n=1", "/timestamp?n=2", "/timestamp?n=1");
    }

    @Test
    void failsAllThatWaitWhenItIsClosed() {
        leader.always(ScriptedGateway.isSilent());
        SnowgateClient client = client(leader);
        List<CompletableFuture<Range>> calls = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            calls.add(client.timestamps().nextAsync(6_000));
        }
        client.close();
        assertThat(calls).allSatisfy(call -> assertThat(call).failsWithin(LONG));
        assertThatThrownBy(() -> client.timestamps().next()).hasMessageContaining("closed");
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static Deed held(ScriptedGateway gateway, CountDownLatch release) {
        return exchange -> {
            try {
                release.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            gateway.behave(exchange);
        };
    }

    private static SnowgateClient client(ScriptedGateway... gateways) {
        SnowgateClient.Builder builder = SnowgateClient.builder().timeout(LONG);
        for (ScriptedGateway gateway : gateways) {
            builder.address(gateway.address());
        }
        return builder.build();
    }
}
