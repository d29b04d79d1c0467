package io.snowgate.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three processes, of which the leader is killed and suspended. One caller asks one after the other, so all must rise. */
class ClusterFailoverIT {

    /** A channel that is refused tries again after 1, 2.6, 5.2, 9.3, 16 and 27 s, so here about 8 s later. */
    private static final long ALONE_MILLIS = 17_000;

    @TempDir
    private Path directory;

    private final Map<String, MemberProcess> running = new TreeMap<>();
    private List<Member> members = List.of();
    private long last;
    private final List<String[]> ranges = new ArrayList<>();

    @BeforeEach
    void start() throws IOException {
        members = TestMembers.freeMembers(3);
        for (Member member : members) {
            start(member.id());
        }
        for (MemberProcess process : running.values()) {
            await().atMost(TestMembers.PATIENCE)
                    .until(() -> process.ask("phase").equals("READY"));
        }
        await().atMost(TestMembers.PATIENCE).until(() -> claim("a") && claim("b") && claim("c"));
    }

    @AfterEach
    void stop() {
        running.values().forEach(MemberProcess::close);
    }

    @Test
    void timestampsFlowAgainAndRiseWhenTheLeaderIsKilled() throws Exception {
        for (int round = 0; round < 6; round++) {
            String leader = leader();
            for (int i = 0; i < 20; i++) {
                claim(leader);
                reserve("r", i % 2 == 0 ? "fast" : "strict");
            }
            kill(leader);
            long killedNanos = System.nanoTime();
            String survivor = running.keySet().iterator().next();
            await().atMost(TestMembers.PATIENCE).until(() -> claim(survivor));
            long gapMillis = (System.nanoTime() - killedNanos) / 1_000_000;
            System.out.println("failover gap " + gapMillis + " ms");
            assertThat(gapMillis).isLessThan(5_000);
            for (int i = 0; i < 20; i++) {
                claim(survivor);
                reserve("r", i % 2 == 0 ? "fast" : "strict");
            }
            start(leader);
            await().atMost(TestMembers.PATIENCE).until(() -> claim(leader) && hasCaughtUp(leader, survivor));
        }
        requireDisjoint();
    }

    @Test
    void aLeaderThatWasSuspendedAnswersNothingOldWhenItWakes() throws Exception {
        MemberProcess leader = get(leader());
        claim(leader.id());
        leader.signal("STOP");
        String other = anyBut(leader.id());
        await().atMost(TestMembers.PATIENCE).until(() -> claim(other));
        leader.signal("CONT");
        for (int i = 0; i < 200; i++) {
            long first = Long.parseLong(leader.ask("try 1"));
            assertThat(first < 0 || first > last).as("%d after %d", first, last).isTrue();
            last = Math.max(last, first);
            claim(other);
        }
    }

    @Test
    void nothingFallsWhenAllAreKilledAtOnce() throws Exception {
        for (int round = 0; round < 2; round++) {
            claim(leader());
            reserve("all", "strict");
            for (MemberProcess process : running.values()) {
                process.kill();
            }
            for (Member member : members) {
                start(member.id());
            }
            await().atMost(TestMembers.PATIENCE).until(() -> claim("b"));
            reserve("all", "strict");
        }
        requireDisjoint();
    }

    @Test
    void nobodyHandsOutAnythingWithoutAMajority() throws Exception {
        claim("a");
        kill("b");
        kill("c");
        await().atMost(TestMembers.PATIENCE).until(() -> Long.parseLong(get("a").ask("try 1")) < 0);
        assertThat(get("a").ask("claim 1")).startsWith("-");
        assertThat(get("a").ask("strict s 1")).startsWith("refused");
    }

    @Test
    void whoAloneMayLeadDoesSoAsSoonAsItHasAnotherVote() throws Exception {
        String leader = leader();
        String behind = anyBut(leader);
        kill(behind);
        for (int i = 0; i < 20; i++) {
            claim(leader);
            reserve("r", "strict");
        }
        String newest = anyBut(leader);
        await().atMost(TestMembers.PATIENCE).until(() -> hasCaughtUp(newest, leader));
        kill(leader);
        Thread.sleep(ALONE_MILLIS);
        start(behind);
        get(behind).ask("phase");
        long backNanos = System.nanoTime();
        await().atMost(TestMembers.PATIENCE).until(() -> claim(newest));
        assertThat(System.nanoTime() - backNanos).isLessThan(4_500_000_000L);
    }

    private String anyBut(String id) {
        return running.keySet().stream()
                .filter(other -> !other.equals(id))
                .findFirst()
                .orElseThrow();
    }

    private boolean hasCaughtUp(String id, String other) throws IOException {
        return Long.parseLong(get(id).ask("applied"))
                >= Long.parseLong(get(other).ask("applied")) - 20;
    }

    private MemberProcess get(String id) {
        return Objects.requireNonNull(running.get(id), id);
    }

    private void kill(String id) throws InterruptedException {
        get(id).kill();
        running.remove(id);
    }

    private void start(String id) throws IOException {
        running.put(id, MemberProcess.start(id, directory, members));
    }

    private String leader() {
        MemberProcess any = running.values().iterator().next();
        await().atMost(TestMembers.PATIENCE).until(() -> running.containsKey(any.ask("leader")));
        try {
            return any.ask("leader");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private boolean claim(String id) throws IOException {
        MemberProcess process = get(id);
        long first = Long.parseLong(process.ask("claim 3"));
        if (first < 0) {
            return false;
        }
        assertThat(first).as("from %s", id).isGreaterThan(last);
        last = first + 2;
        return true;
    }

    private void reserve(String name, String order) throws IOException {
        for (MemberProcess process : running.values()) {
            String answer = process.ask(order + " " + name + " 7");
            if (!answer.startsWith("refused")) {
                ranges.add(answer.split(" "));
            }
        }
    }

    private void requireDisjoint() {
        TreeMap<Long, Long> sorted = new TreeMap<>();
        for (String[] range : ranges) {
            assertThat(sorted.put(Long.valueOf(range[0]), Long.valueOf(range[1])))
                    .isNull();
        }
        assertThat(sorted).isNotEmpty();
        long end = 0;
        for (Map.Entry<Long, Long> range : sorted.entrySet()) {
            assertThat(range.getKey()).isGreaterThanOrEqualTo(end);
            end = range.getValue();
        }
    }
}
