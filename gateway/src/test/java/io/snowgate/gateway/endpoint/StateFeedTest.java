package io.snowgate.gateway.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.channel.embedded.EmbeddedChannel;
import io.snowgate.gateway.http.Jitter;
import io.snowgate.gateway.http.TestOutlet;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StateFeedTest {

    private static final int MANY = 2_000;
    private static final Duration HEARTBEAT = Duration.ofSeconds(15);
    private static final Pattern RETRY = Pattern.compile("retry: (\\d+)\n\n");
    private static final String LONG = "x".repeat(1_000);

    private final long seed = new Random().nextLong();
    private final Random random = new Random(seed);
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final StateFeed feed = new StateFeed(new Streams(MANY, HEARTBEAT, new Jitter(() -> random), registry));
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final List<TestOutlet> outlets = new ArrayList<>();

    @BeforeEach
    void holdTheClock() {
        channel.freezeTime();
    }

    @AfterEach
    void close() {
        outlets.forEach(TestOutlet::leave);
        StateEvent last = feed.retainNewest();
        feed.close();
        channel.finishAndReleaseAll();
        if (last != null) {
            last.release();
            assertThat(last.tryRetain()).as("nobody holds the newest version").isFalse();
        }
    }

    @Test
    void givesEveryVersionToAllHoweverManyThereAre() {
        publish(1);
        subscribeMany();
        publish(2);
        assertThat(outlets).allSatisfy(outlet -> assertThat(outlet.taken()).isEqualTo(event(2)));
        publish(3);
        assertThat(outlets).allSatisfy(outlet -> assertThat(outlet.taken()).isEqualTo(event(3)));
        assertThat(count("snowgate.stream.events.skipped")).isZero();
    }

    @Test
    void letsOthersHaveTheirTurnWithinAPass() {
        publish(1);
        subscribeMany();
        feed.publish(2, "id2", json(2), null);
        List<Integer> served = new ArrayList<>();
        channel.eventLoop().execute(() -> served.add(countOf(event(2))));
        channel.runPendingTasks();
        assertThat(served.getFirst()).isBetween(1, MANY - 1);
        assertThat(countOf(event(2)) + served.getFirst()).isEqualTo(MANY);
    }

    @Test
    void leavesNobodyOutWhenManyLeaveAndVersionsComeWithinAPass() {
        publish(1);
        subscribeMany();
        feed.publish(2, "id2", json(2), null);
        channel.eventLoop().execute(() -> {
            for (int i = 0; i < MANY / 2; i++) {
                outlets.remove(random.nextInt(outlets.size())).leave();
            }
            feed.publish(3, "id3", json(3), null);
        });
        run();
        assertThat(outlets)
                .as("seed %d", seed)
                .hasSize(MANY / 2)
                .allSatisfy(outlet -> assertThat(outlet.taken()).endsWith(event(3)));
    }

    @Test
    void skipsToTheNewestForWhoeverWasBusy() {
        publish(1);
        TestOutlet slow = subscribe(false, null);
        slow.stopReading();
        publish(2);
        assertThat(slow.taken()).isEqualTo(event(2));
        for (int version = 3; version <= 9; version++) {
            publish(version);
        }
        assertThat(slow.taken()).isEmpty();
        slow.goOnReading();
        assertThat(slow.taken()).isEqualTo(event(9));
        assertThat(count("snowgate.stream.events.skipped")).isEqualTo(6);
    }

    @Test
    void holdsNoVersionForWhoeverIsBusy() {
        publish(1);
        TestOutlet slow = subscribe(false, null);
        slow.stopReading();
        publish(2);
        StateEvent second = Objects.requireNonNull(feed.retainNewest());
        second.release();
        publish(3);
        assertThat(second.tryRetain()).isFalse();
    }

    @Test
    void sendsNothingToWhoeverHasTheVersionEvenWhenItComesLater() {
        TestOutlet early = subscribe(false, "id1");
        publish(1);
        assertThat(early.taken()).isEmpty();
        assertThat(first(false, "id1")).isEmpty();
        TestOutlet late = outlets.getLast();
        publish(2);
        assertThat(early.taken()).isEqualTo(event(2));
        assertThat(late.taken()).isEqualTo(event(2));
    }

    @Test
    void sendsPatchesToThoseWhoAskAndTheWholeToTheOthers() {
        publish(1);
        TestOutlet patched = subscribe(true, null);
        TestOutlet whole = subscribe(false, null);
        publishPatched(2, "[2]");
        assertThat(patched.taken()).isEqualTo(patch(2, "[2]"));
        assertThat(whole.taken()).isEqualTo(event(2));
        publish(3);
        assertThat(patched.taken()).as("no patch leads here").isEqualTo(event(3));
    }

    @Test
    void resumesByPatchesFromAVersionThatIsKnown() {
        publish(1);
        publishPatched(2, "[2]");
        publishPatched(3, "[3]");
        assertThat(first(true, "id1")).isEqualTo(patch(2, "[2]") + patch(3, "[3]"));
        assertThat(first(true, "id2")).isEqualTo(patch(3, "[3]"));
        assertThat(first(true, "id3")).isEmpty();
        assertThat(first(true, "id0")).isEqualTo(event(3));
        assertThat(first(false, "id1")).isEqualTo(event(3));
    }

    @Test
    void sendsPatchesOneByOneToWhoeverWasBusyForAShortWhile() {
        publish(1);
        TestOutlet slow = subscribe(true, null);
        slow.stopReading();
        publishPatched(2, "[2]");
        publishPatched(3, "[3]");
        publishPatched(4, "[4]");
        assertThat(slow.taken()).isEqualTo(patch(2, "[2]"));
        slow.goOnReading();
        assertThat(slow.taken()).isEqualTo(patch(3, "[3]") + patch(4, "[4]"));
    }

    @Test
    void sendsTheWholeWhereAllPatchesTogetherWouldBeLonger() {
        publish(1);
        for (int version = 2; version <= 5; version++) {
            publishPatched(version, "[\"" + "p".repeat(300) + "\"]");
        }
        assertThat(first(true, "id1")).isEqualTo(event(5));
        assertThat(first(true, "id4")).startsWith("event: patch\nid: id5\n");
    }

    @Test
    void spreadsTheTimesToComeBack() {
        Set<Long> retries = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            subscribe(false, null);
            retries.add(retry);
        }
        assertThat(retries)
                .as("seed %d", seed)
                .hasSizeGreaterThan(50)
                .allMatch(millis -> millis >= 1_000 && millis <= 5_000);
    }

    @Test
    void beatsWhileNothingChangesButNotForWhoeverIsBusyOrAfterTheLastHasLeft() {
        TestOutlet idle = subscribe(false, null);
        TestOutlet busy = subscribe(false, null);
        busy.stopReading();
        publish(1);
        busy.taken();
        idle.taken();
        for (int i = 0; i < 3; i++) {
            pass(HEARTBEAT);
            assertThat(idle.taken()).isEqualTo(": hb\n\n");
            assertThat(busy.taken()).isEmpty();
        }
        idle.leave();
        busy.leave();
        assertThat(channel.runScheduledPendingTasks())
                .as("nothing is left to do")
                .isEqualTo(-1);
    }

    @Test
    void countsThoseWhoAreThere() {
        subscribe(false, null);
        subscribe(false, null);
        assertThat(registry.get("snowgate.streams.open").gauge().value()).isEqualTo(2);
        outlets.removeFirst().leave();
        assertThat(registry.get("snowgate.streams.open").gauge().value()).isEqualTo(1);
    }

    private long retry;

    private TestOutlet subscribe(boolean patches, @Nullable String lastEventId) {
        first(patches, lastEventId);
        return outlets.getLast();
    }

    /** What a new subscriber gets at once, behind its {@code retry:}. */
    private String first(boolean patches, @Nullable String lastEventId) {
        assertThat(feed.streams().tryEnter()).isTrue();
        TestOutlet outlet = TestOutlet.open(channel, new StateSubscriber(feed, patches, lastEventId));
        outlets.add(outlet);
        String text = outlet.taken();
        Matcher matcher = RETRY.matcher(text);
        assertThat(matcher.lookingAt()).as(text).isTrue();
        retry = Long.parseLong(matcher.group(1));
        return text.substring(matcher.end());
    }

    private void subscribeMany() {
        for (int i = 0; i < MANY; i++) {
            subscribe(false, null);
        }
    }

    private void publish(long version) {
        feed.publish(version, "id" + version, json(version), null);
        run();
    }

    private void publishPatched(long version, String patch) {
        feed.publish(version, "id" + version, json(version), patch.getBytes(StandardCharsets.US_ASCII));
        run();
    }

    private int countOf(String text) {
        return (int)
                outlets.stream().filter(outlet -> outlet.taken().endsWith(text)).count();
    }

    private void pass(Duration time) {
        channel.advanceTimeBy(time.toMillis(), TimeUnit.MILLISECONDS);
        run();
    }

    private void run() {
        for (int i = 0; i < MANY; i++) {
            channel.runPendingTasks();
        }
    }

    private double count(String counter) {
        return registry.get(counter).counter().count();
    }

    private static byte[] json(long version) {
        return text(version).getBytes(StandardCharsets.US_ASCII);
    }

    private static String text(long version) {
        return "[" + version + ",\"" + LONG + "\"]";
    }

    private static String event(long version) {
        return "event: state\nid: id" + version + "\ndata: " + text(version) + "\n\n";
    }

    private static String patch(long version, String patch) {
        return "event: patch\nid: id" + version + "\ndata: " + patch + "\n\n";
    }
}
