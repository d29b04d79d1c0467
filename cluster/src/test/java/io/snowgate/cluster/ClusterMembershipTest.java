package io.snowgate.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.snowgate.cluster.ClusterOptions.Times;
import io.snowgate.generator.SnowflakeLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Members that stop, lose their directory, come, go and lead in turn. */
class ClusterMembershipTest {

    private static final Duration AT_ONCE = Duration.ofSeconds(1);

    @TempDir
    private Path directory;

    @Test
    void aSingleMemberKeepsEverythingOverARestart() throws IOException {
        try (TestMembers members = TestMembers.start(directory, 1, options -> options)) {
            Cluster cluster = members.get("a");
            long first = join(cluster.timestamps().claim(10));
            Range range = range(cluster.sequences().claimStrict("s", 5, "k"));
            WorkerLease lease = (WorkerLease) join(cluster.leaseWorker(SnowflakeLayout.TWITTER, "host"));
            lease.release(lease.position());
            await().until(() -> !cluster.ticketKeys().isEmpty());
            byte[] material = cluster.ticketKeys().getFirst().material();
            members.stop("a");

            Cluster again = members.start("a");
            TestMembers.awaitReady(again);
            assertThat(join(again.timestamps().claim(1))).isGreaterThan(first + 9);
            assertThat(range(again.sequences().claimStrict("s", 5, "k"))).isEqualTo(range);
            assertThat(range(again.sequences().claimStrict("s", 1, null)).from())
                    .isEqualTo(6);
            WorkerLease next = (WorkerLease) join(again.leaseWorker(SnowflakeLayout.TWITTER, "host"));
            assertThat(next.workerId()).isEqualTo(lease.workerId());
            assertThat(next.firstPosition()).isPositive();
            assertThat(again.ticketKeys().getFirst().material()).isEqualTo(material);
        }
    }

    @Test
    void whoAsksAMemberThatWasClosedIsRefusedAtOnce() throws IOException {
        try (TestMembers members = TestMembers.start(directory, 1, options -> options)) {
            Cluster cluster = members.get("a");
            members.stop("a");

            assertThat(cluster.timestamps().claim(1)).succeedsWithin(AT_ONCE).isEqualTo(Timestamps.CLOSED);
            assertThat(cluster.sequences().claimStrict("s", 1, null))
                    .succeedsWithin(AT_ONCE)
                    .isInstanceOfSatisfying(
                            Refusal.class,
                            refusal -> assertThat(refusal.reason()).isEqualTo(Refusal.Reason.CLOSED));
        }
    }

    @Test
    void timestampsStayAboveTheOldBoundWhenTheClockComesBackAnHourSlow() throws IOException {
        long[] shift = {0};
        try (TestMembers members = TestMembers.start(
                directory,
                1,
                options -> options.withClocks(() -> System.currentTimeMillis() + shift[0], System::nanoTime))) {
            long before = join(members.get("a").timestamps().claim(10));
            members.stop("a");
            shift[0] = -3_600_000;
            TestMembers.awaitReady(members.start("a"));

            assertThat(join(members.get("a").timestamps().claim(1))).isGreaterThan(before + 9);
        }
    }

    @Test
    void clocksThatJumpNeitherRepeatNorLowerATimestamp() throws IOException {
        long[] shift = {0};
        try (TestMembers members = TestMembers.start(
                directory,
                1,
                options -> options.withClocks(() -> System.currentTimeMillis() + shift[0], System::nanoTime))) {
            long last = 0;
            for (long jump : new long[] {0, -500, 500, 3_600_000, -3_600_000, 10, -10, 0}) {
                shift[0] = jump;
                for (int i = 0; i < 20; i++) {
                    long first = join(members.get("a").timestamps().claim(7));
                    assertThat(first).as("after a jump to %d ms", jump).isGreaterThan(last);
                    last = first + 6;
                }
            }
        }
    }

    @Test
    void aMemberWithoutItsDirectoryDoesNotVoteUntilItIsRemovedAndAddedAgain() throws IOException {
        try (TestMembers members = TestMembers.start(directory, 3, options -> options)) {
            members.stop("c");
            delete(members.directoryOf("c"));
            Cluster wiped = members.start("c");

            await().atMost(TestMembers.PATIENCE).until(() -> wiped.status().phase() == ClusterStatus.Phase.REFUSED);
            assertThat(wiped.status().problem()).contains("has voted before").contains("remove");
            assertThat(join(members.get("a").admin().remove("c"))).isEmpty();
            await().atMost(TestMembers.PATIENCE).until(() -> wiped.status().phase() == ClusterStatus.Phase.JOINING);
            assertThat(members.get("a").status().members()).hasSize(2);

            assertForgotten("c", members);
            assertThat(join(members.get("a").admin().add(members.members().get(2))))
                    .isEmpty();
            TestMembers.awaitReady(wiped);
            assertThat(wiped.status().members()).hasSize(3);
            assertThat(range(wiped.sequences().claimStrict("after", 1, null)).from())
                    .isEqualTo(1);
        }
    }

    @Test
    void aLogThatIsSpoiltIsRefusedByWhatIsWrongWithIt() throws IOException {
        try (TestMembers members = TestMembers.start(directory, 1, options -> options.withGroups(1))) {
            for (int i = 0; i < 20; i++) {
                range(members.get("a").sequences().claimStrict("s", 1, null));
            }
            members.stop("a");
            flip(members.directoryOf("a"));

            assertThatThrownBy(() -> members.start("a"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("the log in " + members.directoryOf("a"))
                    .hasMessageContaining("hecksum")
                    .hasMessageContaining("add it again");
        }
    }

    /** A gateway that is told the members learns their addresses from the log, and has only those. */
    private static void assertForgotten(String id, TestMembers members) throws IOException {
        List<Member> told = members.members().stream()
                .map(member -> new Member(member.id(), member.peerAddress()))
                .toList();
        try (Cluster client = Cluster.client(ClusterOptions.ofClient("test", told))) {
            await().atMost(TestMembers.PATIENCE)
                    .until(() -> client.status().members().stream().anyMatch(one -> one.publicAddress() != null));
            assertThat(client.status().members())
                    .filteredOn(member -> member.id().equals(id))
                    .extracting(Member::publicAddress)
                    .containsOnlyNulls();
        }
    }

    /** A bit in the middle of what was written. */
    private static void flip(Path path) throws IOException {
        try (Stream<Path> files = Files.walk(path)) {
            Path log = files.filter(file -> file.getFileName().toString().startsWith("log_"))
                    .findFirst()
                    .orElseThrow();
            byte[] octets = Files.readAllBytes(log);
            int end = octets.length;
            while (octets[end - 1] == 0) {
                end--;
            }
            octets[end / 2] ^= 0x20;
            Files.write(log, octets);
        }
    }

    @Test
    void aMemberThatCannotWriteItsLogLeadsNoMoreAndAsksTheOthers() throws IOException {
        try (TestMembers members = TestMembers.start(directory, 3, options -> options)) {
            String leader =
                    Objects.requireNonNull(members.get("a").status().leader()).id();
            long last = join(members.get(leader).timestamps().claim(1));
            Cluster failing = members.get(leader);
            ((RatisCluster) failing).stopVoting("the disk is full");

            await().atMost(TestMembers.PATIENCE)
                    .until(() -> join(failing.timestamps().claim(1)) > 0);
            assertThat(join(failing.timestamps().claim(1))).isGreaterThan(last);
            assertThat(failing.timestamps().tryClaim(1)).isEqualTo(Timestamps.NOT_LEADER);
            assertThat(range(failing.sequences().claimStrict("s", 1, null)).from())
                    .isEqualTo(1);
            assertThat(failing.status().phase()).isEqualTo(ClusterStatus.Phase.REFUSED);
            assertThat(failing.status().problem()).isEqualTo("the disk is full");
            assertThat(Objects.requireNonNull(failing.status().leader()).id()).isNotEqualTo(leader);

            members.stop(leader);
            TestMembers.awaitReady(members.start(leader));
        }
    }

    @Test
    void aClusterOfOneGrowsToThreeWhileItServes() throws IOException {
        List<Member> all = TestMembers.freeMembers(3);
        try (Cluster a = Cluster.member(told(all.subList(0, 1), "a"))) {
            TestMembers.awaitReady(a);
            long last = join(a.timestamps().claim(1));
            try (Cluster b = Cluster.member(told(all.subList(0, 2), "b"))) {
                await().atMost(TestMembers.PATIENCE).until(() -> b.status().phase() == ClusterStatus.Phase.JOINING);
                assertThat(join(a.admin().add(all.get(1)))).isEmpty();
                TestMembers.awaitReady(b);
                try (Cluster c = Cluster.member(told(all, "c"))) {
                    assertThat(join(b.admin().add(all.get(2)))).isEmpty();
                    TestMembers.awaitReady(c);

                    assertThat(c.status().members()).isEqualTo(all);
                    assertThat(join(c.timestamps().claim(1))).isGreaterThan(last);
                }
            }
        }
    }

    @Test
    void noClusterBeginsWithTwoMembers() throws IOException {
        List<Member> two = TestMembers.freeMembers(2);
        try (Cluster a = Cluster.member(told(two, "a"));
                Cluster b = Cluster.member(told(two, "b"))) {
            for (Cluster cluster : List.of(a, b)) {
                await().atMost(TestMembers.PATIENCE)
                        .until(() -> cluster.status().phase() == ClusterStatus.Phase.REFUSED);
                assertThat(cluster.status().problem()).isEqualTo("a cluster begins with 1, 3 or 5 members: 2");
            }
        }
    }

    private ClusterOptions told(List<Member> members, String self) {
        return ClusterOptions.ofMember("test", members, self, directory.resolve(self));
    }

    @Test
    void leadershipMovesToWhomItIsGivenAndTimestampsGoOnRising() throws IOException {
        try (TestMembers members = TestMembers.start(directory, 3, options -> options.withGroups(1))) {
            long last = join(members.get("a").timestamps().claim(1));
            for (String next : List.of("b", "c", "a")) {
                assertThat(join(members.get("a").admin().transfer(0, next))).isEmpty();
                await().atMost(TestMembers.PATIENCE)
                        .until(() -> members.get(next).status().isLeader());
                for (Cluster cluster : members.all()) {
                    long first = join(cluster.timestamps().claim(3));
                    assertThat(first).as("led by %s", next).isGreaterThan(last);
                    last = first + 2;
                }
            }
        }
    }

    @Test
    void saysSoWhenWhoIsToLeadCannot() throws IOException {
        Times hurried = new Times(
                Duration.ofMillis(300),
                Duration.ofMillis(600),
                Duration.ofMillis(600),
                Duration.ofSeconds(1),
                Duration.ofMillis(400),
                Duration.ofSeconds(10),
                Duration.ofHours(6));
        try (TestMembers members =
                TestMembers.start(directory, 3, options -> options.withGroups(1).withTimes(hurried))) {
            members.stop("c");

            assertThat(join(members.get("a").admin().transfer(0, "c")))
                    .startsWith("member c does not take over group 0: ");
        }
    }

    @Test
    void tellsWhenLeadersChangeAndBoundsAreRaised() throws IOException {
        List<String> heard = new ArrayList<>();
        ClusterEvents events = new ClusterEvents() {
            @Override
            public void boundRaised(long millis) {
                note("bound");
            }

            @Override
            public void failedOver(long nanos) {
                note("failover");
            }

            @Override
            public void rangeReserved(String sequence, long values) {
                note("reserved " + sequence);
            }

            @Override
            public void rangeLost(String sequence, long values) {
                note("lost " + sequence);
            }

            private void note(String what) {
                synchronized (heard) {
                    heard.add(what);
                }
            }
        };
        try (TestMembers members = TestMembers.start(directory, 1, options -> options.withEvents(events))) {
            range(members.get("a").sequences().claim("s", 1));
        }
        assertThat(heard).contains("bound", "failover", "reserved s", "lost s");
    }

    private static void delete(Path path) throws IOException {
        try (Stream<Path> all = Files.walk(path)) {
            for (Path one : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(one);
            }
        }
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
