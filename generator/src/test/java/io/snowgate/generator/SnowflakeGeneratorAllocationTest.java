package io.snowgate.generator;

import static io.snowgate.generator.SnowflakeLayout.TWITTER;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** No byte of heap per ID, issued or refused. */
final class SnowflakeGeneratorAllocationTest {

    private static final int ROUNDS = 50_000;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final HandClock clock = new HandClock(1_800_000_000_000L);
    private final SnowflakeGenerator strict = new SnowflakeGenerator(TWITTER, 1, clock, Duration.ZERO);
    private final SnowflakeGenerator ahead = new SnowflakeGenerator(TWITTER, 1, clock, Duration.ofDays(1));
    private final SnowflakeGenerator onSystemClock =
            new SnowflakeGenerator(TWITTER, 1, EpochClock.system(), Duration.ofDays(1));
    private final long[] ids = new long[16];

    @Test
    void allocatesNothingToIssue() {
        assertThat(allocatedBytes(() -> {
                    ahead.tryNextId();
                    ahead.nextId();
                    ahead.nextIds(ids);
                    onSystemClock.nextId();
                }))
                .isZero();
    }

    @Test
    void allocatesNothingToRefuse() {
        strict.tryClaim(4096);
        assertThat(strict.tryNextId()).isEqualTo(SnowflakeGenerator.EXHAUSTED);
        assertThat(allocatedBytes(() -> {
                    strict.tryNextId();
                    strict.mayIssue();
                    strict.millisUntil(1);
                }))
                .isZero();
    }

    /** Of the second time, since the first one may load classes. */
    private static long allocatedBytes(Runnable work) {
        repeat(work);
        long before = THREADS.getCurrentThreadAllocatedBytes();
        repeat(work);
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }

    private static void repeat(Runnable work) {
        for (int i = 0; i < ROUNDS; i++) {
            work.run();
        }
    }
}
