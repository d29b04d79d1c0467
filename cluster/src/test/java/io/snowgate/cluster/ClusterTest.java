package io.snowgate.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.snowgate.generator.SnowflakeGenerator;
import io.snowgate.generator.SnowflakeLayout;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three members in one process, over real sockets and real logs. */
class ClusterTest {

    private static final SnowflakeLayout THREE_BITS = new SnowflakeLayout(41, 0, 2, 12, 1_288_834_974_657L);

    @TempDir
    private static Path directory;

    private static TestMembers members;

    @BeforeAll
    static void start() throws IOException {
        members = TestMembers.start(directory, 3, options -> options);
    }

    @AfterAll
    static void stop() {
        members.close();
    }

    @Test
    void timestampsRiseWhoeverIsAsked() {
        long last = 0;
        for (int i = 0; i < 300; i++) {
            int count = 1 + i % 7;
            long first = join(members.all().get(i % 3).timestamps().claim(count));

            assertThat(first).isGreaterThan(last);
            last = first + count - 1;
        }
        assertThat(HybridTimestamp.physicalMillis(last)).isCloseTo(System.currentTimeMillis(), within(5_000));
        assertThat(HybridTimestamp.epochIndex(last)).isPositive();
    }

    @Test
    void onlyTheLeaderAnswersFromMemory() {
        await().until(() -> leader().timestamps().tryClaim(1) > 0);
        long before = leader().timestamps().tryClaim(10);

        assertThat(before).isPositive();
        assertThat(leader().timestamps().tryClaim(1)).isGreaterThanOrEqualTo(before + 10);
        assertThat(follower().timestamps().tryClaim(1)).isEqualTo(Timestamps.NOT_LEADER);
        assertThat(join(follower().timestamps().claimHere(1))).isEqualTo(Timestamps.NOT_LEADER);
    }

    @Test
    void everybodyKnowsEverybodysAddressAndWhoLeads() {
        for (Cluster cluster : members.all()) {
            await().until(() -> cluster.status().members().stream().allMatch(member -> member.publicAddress() != null));
            assertThat(cluster.status().members()).extracting(Member::id).containsExactly("a", "b", "c");
            assertThat(cluster.status().leader()).isNotNull();
        }
    }

    @Test
    void leadersAreSpreadOverTheMembers() {
        await().atMost(TestMembers.PATIENCE)
                .until(() -> members.get("a").status().groups().stream()
                                .map(ClusterStatus.Group::leader)
                                .distinct()
                                .count()
                        == 3);
    }

    @Test
    void reservedRangesOfThreeGatewaysNeverOverlap() {
        Set<Long> seen = new HashSet<>();
        for (int i = 0; i < 3_000; i++) {
            Range range = range(members.all().get(i % 3).sequences().claim("fast", 1 + i % 50));
            for (long value = range.from(); value < range.to(); value++) {
                assertThat(seen.add(value)).as("value %d", value).isTrue();
            }
        }
        SequenceReport report = join(members.get("b").sequences().report("fast"));
        assertThat(report.reserved()).isEqualTo(report.next() - 1).isGreaterThanOrEqualTo(seen.size());
    }

    @Test
    void strictClaimsLeaveNoGapAndRiseWhoeverIsAsked() {
        long next = 1;
        for (int i = 0; i < 30; i++) {
            Range range = range(members.all().get(i % 3).sequences().claimStrict("strict", 2, null));

            assertThat(range).isEqualTo(new Range(next, next + 2));
            next += 2;
        }
    }

    @Test
    void aStrictValueTakesOneEntryOfTheLog() {
        String name = IntStream.range(0, 100)
                .mapToObj(i -> "entries-" + i)
                .filter(one -> ReservedSequences.groupOf(one, 3) == 1)
                .findFirst()
                .orElseThrow();
        await().atMost(TestMembers.PATIENCE)
                .until(() ->
                        "b".equals(members.get("b").status().groups().get(1).leader()));
        range(members.get("b").sequences().claimStrict(name, 1, null));
        long before = members.get("b").status().groups().get(1).appliedIndex();

        for (int i = 0; i < 10; i++) {
            range(members.get("b").sequences().claimStrict(name, 1, null));
        }

        assertThat(members.get("b").status().groups().get(1).appliedIndex()).isEqualTo(before + 10);
    }

    @Test
    void aRepeatedRequestGetsTheSameRangeFromAnotherMember() {
        Range first = range(members.get("a").sequences().claimStrict("keyed", 5, "order-7"));

        assertThat(range(members.get("b").sequences().claimStrict("keyed", 5, "order-7")))
                .isEqualTo(first);
        assertThat(join(members.get("c").sequences().claimStrict("keyed", 6, "order-7")))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.reason()).isEqualTo(Refusal.Reason.KEY_REUSED));
    }

    @Test
    void sequencesAreSetForwardOnly() {
        range(members.get("a").sequences().claimStrict("set", 10, null));

        assertThat(range(members.get("b").sequences().resetForward("set", 1_000)))
                .isEqualTo(new Range(11, 1_000));
        assertThat(range(members.get("c").sequences().claimStrict("set", 1, null)))
                .isEqualTo(new Range(1_000, 1_001));
        assertThat(join(members.get("c").sequences().resetForward("set", 5))).isInstanceOf(Refusal.class);
    }

    @Test
    void unusedAndMalformedNamesAreNamedRefusals() {
        assertThat(join(members.get("a").sequences().report("nobody")).refusal())
                .isNotNull();
        assertThat(join(members.get("a").sequences().claim("a b", 1)))
                .isInstanceOfSatisfying(Refusal.class, refusal -> {
                    assertThat(refusal.reason()).isEqualTo(Refusal.Reason.MALFORMED);
                    assertThat(refusal.message()).contains("a b");
                });
    }

    @Test
    void workerIdsAreLeasedOnceAndTheNextHolderBeginsAboveTheOneBefore() {
        List<WorkerLease> leases = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            leases.add(lease(members.all().get(i % 3), "host-" + i));
        }
        assertThat(leases).extracting(WorkerLease::workerId).doesNotHaveDuplicates();
        assertThat(join(members.get("a").leaseWorker(THREE_BITS, "late")))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> assertThat(refusal.reason()).isEqualTo(Refusal.Reason.ALL_WORKERS_LEASED));

        WorkerLease given = leases.getFirst();
        SnowflakeGenerator generator = SnowflakeGenerator.builder(THREE_BITS, given.workerId())
                .firstPosition(given.firstPosition())
                .bound(given)
                .build();
        assertThat(generator.tryClaim(1)).isPositive();
        long next = generator.close();
        given.release(next);
        assertThat(given.position()).isZero();

        WorkerLease taken = lease(members.get("c"), "late");
        assertThat(taken.workerId()).isEqualTo(given.workerId());
        assertThat(taken.epoch()).isGreaterThan(given.epoch());
        assertThat(taken.firstPosition()).isGreaterThanOrEqualTo(next);
        leases.forEach(WorkerLease::close);
        taken.close();
    }

    @Test
    void everybodyHasTheSameTicketKeys() {
        await().atMost(TestMembers.PATIENCE)
                .until(() ->
                        members.all().stream().noneMatch(one -> one.ticketKeys().isEmpty()));
        byte[] material = members.get("a").ticketKeys().getFirst().material();

        assertThat(members.get("b").ticketKeys().getFirst().material()).isEqualTo(material);
        assertThat(members.get("c").ticketKeys().getFirst().material()).isEqualTo(material);
    }

    @Test
    void aClientGetsWhatMembersGet() throws IOException {
        try (Cluster client = Cluster.client(ClusterOptions.ofClient("test", members.members()))) {
            long first = join(client.timestamps().claim(3));
            assertThat(first).isPositive();
            assertThat(join(members.get("b").timestamps().claim(1))).isGreaterThan(first + 2);
            assertThat(range(client.sequences().claim("client", 5)).from()).isEqualTo(1);
            assertThat(range(client.sequences().claimStrict("client2", 5, null)))
                    .isEqualTo(new Range(1, 6));
            await().atMost(TestMembers.PATIENCE)
                    .until(() -> !client.ticketKeys().isEmpty());
            assertThat(client.status().leader()).isNotNull();
        }
    }

    @Test
    void membersThatAreNotOnLoopbackNeedCertificates() {
        List<Member> far = List.of(new Member("a", "192.0.2.1:7000"));
        ClusterOptions member = ClusterOptions.ofMember("test", far, "a", directory);

        for (ThrowingCallable start : List.<ThrowingCallable>of(
                () -> Cluster.member(member),
                () -> Cluster.client(ClusterOptions.ofClient("test", far)),
                member::checked)) {
            assertThatThrownBy(start)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("192.0.2.1:7000")
                    .hasMessageContaining("certificates");
        }
    }

    @Test
    void certificatesMayBeToldLast() {
        List<Member> far = List.of(new Member("a", "192.0.2.1:7000"));
        ClusterTls tls = new ClusterTls(Path.of("a.crt"), Path.of("a.key"), Path.of("ca.crt"));
        ClusterOptions told =
                ClusterOptions.ofMember("test", far, "a", directory).withTls(tls);

        assertThat(told.checked().tls()).isEqualTo(tls);
        assertThatThrownBy(() -> Cluster.member(told))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("a.crt");
    }

    @Test
    void moreThanSixMembersAreRefused() {
        List<Member> seven = IntStream.rangeClosed(1, 7)
                .mapToObj(i -> new Member("m" + i, "127.0.0.1:" + (7_000 + i)))
                .toList();

        assertThatThrownBy(() -> ClusterOptions.ofClient("test", seven))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a cluster must have 1, 3 or 5 members, and 6 at most while they change: 7");
        assertThat(ClusterOptions.ofClient("test", seven.subList(0, 6)).members())
                .hasSize(6);
    }

    @Test
    void aDirectoryOfAnotherMemberIsRefused() {
        assertThatThrownBy(() -> Cluster.member(
                        ClusterOptions.ofMember("test", members.members(), "a", members.directoryOf("b"))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("member=b");
    }

    private static org.assertj.core.data.Offset<Long> within(long millis) {
        return org.assertj.core.data.Offset.offset(millis);
    }

    private static Cluster leader() {
        return members.all().stream()
                .filter(one -> one.status().isLeader())
                .findFirst()
                .orElseThrow();
    }

    private static Cluster follower() {
        return members.all().stream()
                .filter(one -> !one.status().isLeader())
                .findFirst()
                .orElseThrow();
    }

    private static WorkerLease lease(Cluster cluster, String holder) {
        LeaseResult result = join(cluster.leaseWorker(THREE_BITS, holder));
        assertThat(result).isInstanceOf(WorkerLease.class);
        return (WorkerLease) result;
    }

    private static Range range(CompletionStage<SequenceResult> stage) {
        SequenceResult result = join(stage);
        assertThat(result).isInstanceOf(Range.class);
        return (Range) result;
    }

    private static <T> T join(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }
}
