package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.ResourceLeakDetector;
import io.snowgate.generator.EpochClock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A million IDs over eight connections at the same time. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class SnowflakeIT {

    private static final int CONNECTIONS = 8;
    private static final int LISTS = 125;
    private static final int LIST_LENGTH = 1_000;
    /** Between two lists, so that short answers and long ones take turns. */
    private static final int SINGLES_PER_LIST = 2;

    private static final int IDS_OF_ONE = LISTS * (LIST_LENGTH + SINGLES_PER_LIST);

    private final ResourceLeakDetector.Level level = ResourceLeakDetector.getLevel();

    /** Paranoid detection takes a stack trace at each write, three million of them here. */
    @BeforeEach
    void trackFewBuffers() {
        ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.SIMPLE);
    }

    @AfterEach
    void trackAsBefore() {
        ResourceLeakDetector.setLevel(level);
    }

    @Test
    void aMillionIdsAreDistinctAndRiseOnEachConnection() throws Exception {
        try (TestGateway gateway = TestGateway.start()) {
            assertDistinct(collect(gateway));
        }
    }

    @Test
    void aMillionIdsAreDistinctAndRiseWhileTheClockJumpsBackAndForth() throws Exception {
        long seed = new Random().nextLong();
        JumpingClock clock = new JumpingClock(seed);
        try (TestGateway gateway = TestGateway.start(clock)) {
            assertDistinct(collect(gateway));
        } catch (AssertionError | ExecutionException e) {
            throw new AssertionError("seed " + seed, e);
        }
    }

    private static List<long[]> collect(TestGateway gateway) throws ExecutionException, InterruptedException {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<long[]>> connections = new ArrayList<>();
            for (int i = 0; i < CONNECTIONS; i++) {
                connections.add(threads.submit(() -> collectOnOneConnection(gateway.trust(), gateway.port())));
            }
            List<long[]> ids = new ArrayList<>();
            for (Future<long[]> connection : connections) {
                ids.add(connection.get());
            }
            return ids;
        }
    }

    private static long[] collectOnOneConnection(SSLContext trust, int port) throws IOException {
        LongStream.Builder ids = LongStream.builder();
        try (KeepAliveClient client = new KeepAliveClient(trust, port)) {
            for (int list = 0; list < LISTS; list++) {
                for (int single = 0; single < SINGLES_PER_LIST; single++) {
                    ids.add(Long.parseLong(issued(client, "/api/snowflake")));
                }
                issued(client, "/api/snowflake?n=" + LIST_LENGTH)
                        .lines()
                        .mapToLong(Long::parseLong)
                        .forEach(ids::add);
            }
        }
        long[] all = ids.build().toArray();
        assertRising(all);
        return all;
    }

    /** Asks again while the clock does not allow it. */
    private static String issued(KeepAliveClient client, String path) throws IOException {
        KeepAliveClient.Answer answer = client.get(path);
        while (answer.status() == 503) {
            assertThat(answer.headers()).containsKey("retry-after");
            answer = client.get(path);
        }
        assertThat(answer.status()).isEqualTo(200);
        return answer.body();
    }

    private static void assertRising(long[] ids) {
        assertThat(ids).hasSize(IDS_OF_ONE);
        for (int i = 1; i < ids.length; i++) {
            if (ids[i] <= ids[i - 1]) {
                throw new AssertionError(ids[i] + " came after " + ids[i - 1]);
            }
        }
    }

    private static void assertDistinct(List<long[]> connections) {
        long[] sorted =
                connections.stream().flatMapToLong(Arrays::stream).sorted().toArray();
        assertThat(sorted).hasSizeGreaterThan(1_000_000);
        for (int i = 1; i < sorted.length; i++) {
            if (sorted[i] == sorted[i - 1]) {
                throw new AssertionError(sorted[i] + " was issued twice");
            }
        }
    }

    /** The clock of this machine, which jumps every few readings to somewhere up to 80 ms before or after it. */
    private static final class JumpingClock implements EpochClock {

        private static final int FARTHEST_MILLIS = 80;
        private static final int READINGS_BETWEEN_JUMPS = 16;

        private final int[] offsets;
        private final AtomicInteger readings = new AtomicInteger();

        JumpingClock(long seed) {
            offsets = new Random(seed)
                    .ints(1 << 12, -FARTHEST_MILLIS, FARTHEST_MILLIS + 1)
                    .toArray();
        }

        @Override
        public long epochMillis() {
            int jump = (readings.getAndIncrement() & Integer.MAX_VALUE) / READINGS_BETWEEN_JUMPS;
            return System.currentTimeMillis() + offsets[jump % offsets.length];
        }
    }
}
