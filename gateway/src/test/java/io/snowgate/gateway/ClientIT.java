package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowgate.client.Sequence;
import io.snowgate.client.SnowgateClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The client library against three real gateways, the leader of which dies. Members tell addresses that nobody listens
 * at, because they all serve at 127.0.0.1: so the client also has to find its way without them.
 */
@EnabledOnOs(OS.LINUX)
class ClientIT {

    private static final Duration START = Duration.ofSeconds(60);
    private static final Duration GOES_ON = Duration.ofSeconds(30);
    private static final int ENOUGH = 200;

    @TempDir
    private Path directory;

    /** Values from one source: each comes once, and where it promises to rise in real time, it does. */
    private static final class Recorded {

        private final LongSupplier source;
        private final boolean isOrdered;
        private final AtomicLong highest = new AtomicLong();
        private final AtomicLong count = new AtomicLong();
        private final Set<Long> all = ConcurrentHashMap.newKeySet();

        Recorded(LongSupplier source, boolean isOrdered) {
            this.source = source;
            this.isOrdered = isOrdered;
        }

        void take() {
            long before = highest.get();
            long value = source.getAsLong();
            if (isOrdered) {
                assertThat(value).isGreaterThan(before);
            }
            assertThat(all.add(value)).as("%d for the first time", value).isTrue();
            highest.accumulateAndGet(value, Math::max);
            count.incrementAndGet();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"forward", "redirect", "reject"})
    void repeatsNothingKeepsTheOrderAndFailsNobodyWhenTheLeaderIsKilled(String follower) throws Exception {
        try (ThreeGateways gateways = ThreeGateways.serving(directory, "--timestamp-follower", follower);
                SnowgateClient client = client(gateways);
                ExecutorService threads = Executors.newCachedThreadPool()) {
            String leader = awaitLeader(gateways);
            List<Recorded> all = List.of(
                    new Recorded(client.timestamps()::next, true),
                    new Recorded(client.strictSequence("strict")::next, true),
                    new Recorded(client.sequence("direct")::next, false),
                    new Recorded(client.sequence("buffered", 16)::next, false));
            AtomicBoolean isOver = new AtomicBoolean();
            List<Future<?>> running = new ArrayList<>();
            for (Recorded recorded : all) {
                for (int i = 0; i < 2; i++) {
                    running.add(threads.submit(() -> {
                        while (!isOver.get()) {
                            recorded.take();
                        }
                    }));
                }
            }

            try {
                awaitMore(all, running);
                gateways.kill(leader);
                awaitMore(all, running);
            } finally {
                isOver.set(true);
            }
            for (Future<?> one : running) {
                one.get();
            }
        }
    }

    @Test
    void givesTheSameValuesOverTlsAndFromManyBuffers() throws Exception {
        try (TestGateway gateway = TestGateway.start(
                        "--data-dir", TestGateway.newDataDir(directory).toString());
                SnowgateClient client = SnowgateClient.builder()
                        .address("https://localhost:" + gateway.port())
                        .sslContext(gateway.trust())
                        .timeout(START)
                        .build()) {
            Set<Long> all = ConcurrentHashMap.newKeySet();
            for (int bufferSize : new int[] {0, 1, 2, 1024}) {
                Sequence orders = client.sequence("orders", bufferSize);
                orders.stream()
                        .limit(3_000)
                        .forEach(value -> assertThat(all.add(value)).isTrue());
            }
            assertThat(client.timestamps().next(10_000).size()).isEqualTo(10_000);
            assertThat(client.ids().next(1_000)).isSorted().doesNotHaveDuplicates();
        }
    }

    /** Until each has taken enough since now, or one has failed. */
    private static void awaitMore(List<Recorded> all, List<Future<?>> running) {
        List<Long> begun = all.stream().map(recorded -> recorded.count.get()).toList();
        await().atMost(GOES_ON)
                .until(() -> running.stream().anyMatch(Future::isDone)
                        || all.stream()
                                .allMatch(
                                        recorded -> recorded.count.get() - begun.get(all.indexOf(recorded)) >= ENOUGH));
    }

    private static SnowgateClient client(ThreeGateways gateways) throws Exception {
        SnowgateClient.Builder builder = SnowgateClient.builder().timeout(GOES_ON);
        for (String id : gateways.running()) {
            builder.address("http://127.0.0.1:" + gateways.process(id).plainPort());
        }
        return builder.build();
    }

    private static String awaitLeader(ThreeGateways gateways) {
        return Objects.requireNonNull(await().atMost(START).until(gateways::leader, Objects::nonNull));
    }
}
