package io.snowgate.gateway;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import io.snowgate.gateway.source.RedisProcess;
import io.snowgate.gateway.source.StateSources;
import io.snowgate.gateway.state.StateDocument;
import io.snowgate.gateway.state.StateOptions;
import io.snowgate.gateway.state.StatePublisher;
import io.snowgate.gateway.wire.FieldBlock;
import io.snowgate.generator.EpochClock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Case G 86: a Redis that is killed and started again each second. Leak detection is paranoid in tests. */
@Timeout(300)
class SourceFlapIT {

    private static final int WARM_UP_FLAPS = 3;
    private static final List<String> NOT_OURS =
            List.of("process reaper", "ForkJoinPool", "VirtualThread", "MasterPoller", "awaitility", "snowgate-encode");
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

    @Test
    void aStoreThatFlapsEachSecondLeaksNoThreadSocketOrBuffer() throws Exception {
        flap(10);
    }

    @Test
    @Tag("slow")
    void aStoreThatFlapsForTwoMinutesLeaksNoThreadSocketOrBuffer() throws Exception {
        flap(120);
    }

    private static void flap(int flaps) throws Exception {
        long directBefore = UnpooledByteBufAllocator.DEFAULT.metric().usedDirectMemory();
        try (LogOf leaks = new LogOf(ResourceLeakDetector.class);
                RedisProcess redis = RedisProcess.started();
                StatePublisher publisher = publisher("redis://127.0.0.1:" + redis.port() + "/k")) {
            publisher.start();
            flap(redis, publisher, WARM_UP_FLAPS);
            List<String> threads = threads();
            long descriptors = descriptors();

            flap(redis, publisher, flaps);
            System.gc(); // what leaked is reported with what is allocated after it
            flap(redis, publisher, 2);
            assertThat(leaks.lines()).isEmpty();
            await().untilAsserted(() -> assertThat(others(threads()))
                    .hasSizeLessThanOrEqualTo(others(threads).size()));
            assertThat(threads().size() - others(threads()).size())
                    .as("of the driver")
                    .isLessThanOrEqualTo(3);
            await().untilAsserted(
                            () -> assertThat(descriptors()).as("descriptors").isLessThanOrEqualTo(descriptors + 2));
        }
        await().untilAsserted(() -> assertThat(sourceThreads()).isEmpty());
        await().untilAsserted(() -> assertThat(
                        UnpooledByteBufAllocator.DEFAULT.metric().usedDirectMemory())
                .isEqualTo(directBefore));
    }

    private static void flap(RedisProcess redis, StatePublisher publisher, int flaps) throws Exception {
        for (int i = 0; i < flaps; i++) {
            String next = "{\"v\":" + i + "}";
            redis.set("k", next);
            await().pollInterval(ofMillis(10)).atMost(ofSeconds(3)).until(() -> next.equals(content(publisher)));
            redis.kill();
            await().pollInterval(ofMillis(10)).until(() -> publisher.status().failure() != null);
            redis.restart();
        }
    }

    private static StatePublisher publisher(String source) {
        return new StatePublisher(
                StateSources.of(source, 1_000, EpochClock.system()),
                StateOptions.usual(ofMillis(100), ofSeconds(10), 1_000),
                FieldBlock.NONE,
                EpochClock.system(),
                System::nanoTime);
    }

    private static String content(StatePublisher publisher) {
        StateDocument document = publisher.current();
        return document == null ? "" : new String(document.copyBytes(), StandardCharsets.UTF_8);
    }

    /** Without those that all states share, those the JDK keeps for everybody, and the one that waits for the test. */
    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> NOT_OURS.stream().noneMatch(name::startsWith))
                .sorted()
                .toList();
    }

    private static List<String> others(List<String> threads) {
        return threads.stream()
                .filter(name -> !name.startsWith("snowgate-redis-"))
                .toList();
    }

    private static Stream<String> sourceThreads() {
        return threads().stream().filter(name -> name.startsWith("snowgate-") || name.startsWith("lettuce"));
    }

    private static long descriptors() throws IOException {
        try (Stream<Path> open = Files.isDirectory(DESCRIPTORS) ? Files.list(DESCRIPTORS) : Stream.empty()) {
            return open.count();
        }
    }
}
