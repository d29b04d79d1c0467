package io.snowgate.generator;

import cn.hutool.core.lang.Snowflake;
import com.github.f4b6a3.tsid.Tsid;
import com.github.f4b6a3.tsid.TsidFactory;
import com.github.yitter.contract.IdGeneratorException;
import com.github.yitter.contract.IdGeneratorOptions;
import com.github.yitter.idgen.DefaultIdGenerator;
import io.hypersistence.tsid.TSID;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import me.ahoo.cosid.snowflake.MillisecondSnowflakeId;
import org.agrona.concurrent.SnowflakeIdGenerator;

/**
 * What nanoseconds per ID do not tell, a line for each library:
 *
 * <ul>
 *   <li><b>duplicates</b> among a million IDs from four threads;
 *   <li><b>burst</b>: how long 100,000 IDs take one thread, and how far the last one is ahead of the clock then: 24 ms
 *       and 0 for whoever keeps to it;
 *   <li><b>latency</b> of two threads that take 50,000 IDs a second each, far below saturation.
 * </ul>
 *
 * <pre>./jmh/run report</pre>
 */
final class RivalsReport {

    private static final int THREADS = 4;
    private static final int IDS_PER_THREAD = 250_000;
    private static final int BURST = 100_000;
    private static final int PACED_THREADS = 2;
    private static final int PACED_IDS = 100_000;
    private static final int WARM_UP = 300_000;
    private static final long PACE_NANOS = 20_000;
    private static final double NANOS_PER_MILLI = 1e6;

    private RivalsReport() {}

    private record Rival(String name, LongSupplier nextId, LongUnaryOperator millisOf) {}

    private interface Work {
        void run(int thread) throws InterruptedException;
    }

    /** All of them, or those that are named. */
    static void main(String[] names) throws IdGeneratorException {
        List<String> wanted = List.of(names);
        System.out.printf(
                "%-20s %10s %9s %9s %9s %9s %9s %9s%n",
                "library", "duplicates", "burst ms", "ahead ms", "p50 ns", "p99 ns", "p99.9 ns", "max ns");
        for (Rival rival : rivals()) {
            if (wanted.isEmpty() || wanted.contains(rival.name)) {
                report(rival);
            }
        }
    }

    private static List<Rival> rivals() throws IdGeneratorException {
        SnowflakeLayout layout = SnowflakeLayout.TWITTER;
        SnowflakeGenerator strict = new SnowflakeGenerator(layout, 1, EpochClock.system(), Duration.ZERO);
        SnowflakeGenerator ahead =
                new SnowflakeGenerator(layout, 2, EpochClock.system(), Duration.ofMillis(layout.maxTick()));
        MillisecondSnowflakeId cosId = new MillisecondSnowflakeId(1);
        Snowflake hutool = new Snowflake(1);
        IdGeneratorOptions options = new IdGeneratorOptions((short) 1);
        DefaultIdGenerator yitter = new DefaultIdGenerator(options);
        int yitterShift = options.WorkerIdBitLength + options.SeqBitLength;
        TsidFactory tsidCreator = new TsidFactory(1);
        TSID.Factory hypersistence = new TSID.Factory(1);
        SnowflakeIdGenerator agrona = new SnowflakeIdGenerator(1);
        TwitterPort port = new TwitterPort(1);
        TickDriven ticking = new TickDriven(1);
        return List.of(
                new Rival("snowgateStrict", strict::nextId, layout::epochMillisOf),
                new Rival("snowgateAhead", ahead::nextId, layout::epochMillisOf),
                new Rival("cosId", cosId::generate, id -> (id >>> 22) + cosId.getEpoch()),
                new Rival("hutool", hutool::nextId, hutool::getGenerateDateTime),
                new Rival("yitter", yitter::newLong, id -> (id >>> yitterShift) + options.BaseTime),
                new Rival(
                        "tsidCreator",
                        () -> tsidCreator.create().toLong(),
                        id -> Tsid.from(id).getUnixMilliseconds()),
                new Rival(
                        "hypersistenceTsid",
                        () -> hypersistence.generate().toLong(),
                        id -> TSID.from(id).getUnixMilliseconds()),
                new Rival("agrona", agrona::nextId, id -> (id >>> 22) + agrona.timestampOffsetMs()),
                new Rival("twitterPort", port::nextId, TwitterPort::millisOf),
                new Rival("tickDriven", ticking::nextId, TickDriven::millisOf));
    }

    private static void report(Rival rival) {
        long[] warmUp = new long[WARM_UP];
        Arrays.setAll(warmUp, i -> rival.nextId.getAsLong());
        int duplicates = duplicates(rival);
        awaitClock(rival);
        long began = System.nanoTime();
        long last = 0;
        for (int i = 0; i < BURST; i++) {
            last = rival.nextId.getAsLong();
        }
        double burstMillis = (System.nanoTime() - began) / NANOS_PER_MILLI;
        long aheadMillis = rival.millisOf.applyAsLong(last) - System.currentTimeMillis();
        awaitClock(rival);
        long[] latencies = latencies(rival);
        System.out.printf(
                "%-20s %10d %9.1f %9d %9d %9d %9d %9d%n",
                rival.name,
                duplicates,
                burstMillis,
                aheadMillis,
                latencies[latencies.length / 2],
                latencies[(int) (latencies.length * 0.99)],
                latencies[(int) (latencies.length * 0.999)],
                latencies[latencies.length - 1]);
    }

    private static int duplicates(Rival rival) {
        long[] ids = new long[THREADS * IDS_PER_THREAD];
        inParallel(THREADS, thread -> {
            for (int i = 0; i < IDS_PER_THREAD; i++) {
                ids[thread * IDS_PER_THREAD + i] = rival.nextId.getAsLong();
            }
        });
        Arrays.sort(ids);
        int duplicates = 0;
        for (int i = 1; i < ids.length; i++) {
            duplicates += ids[i] == ids[i - 1] ? 1 : 0;
        }
        return duplicates;
    }

    /** Whoever ran ahead begins the next measurement on time. */
    private static void awaitClock(Rival rival) {
        long millis = rival.millisOf.applyAsLong(rival.nextId.getAsLong());
        while (System.currentTimeMillis() <= millis) {
            Thread.onSpinWait();
        }
    }

    private static long[] latencies(Rival rival) {
        long[] nanos = new long[PACED_THREADS * PACED_IDS];
        inParallel(PACED_THREADS, thread -> {
            long next = System.nanoTime();
            for (int i = 0; i < PACED_IDS; i++) {
                awaitNanos(next);
                long began = System.nanoTime();
                long id = rival.nextId.getAsLong();
                nanos[thread * PACED_IDS + i] = id == 0 ? 0 : System.nanoTime() - began;
                next += PACE_NANOS;
            }
        });
        Arrays.sort(nanos);
        return nanos;
    }

    private static void awaitNanos(long nanos) {
        while (System.nanoTime() - nanos < 0) {
            Thread.onSpinWait();
        }
    }

    private static void inParallel(int threads, Work work) {
        CountDownLatch start = new CountDownLatch(threads);
        CompletableFuture<?>[] done = new CompletableFuture<?>[threads];
        for (int i = 0; i < threads; i++) {
            int thread = i;
            done[i] = CompletableFuture.runAsync(() -> together(start, work, thread), task -> new Thread(task).start());
        }
        CompletableFuture.allOf(done).join();
    }

    private static void together(CountDownLatch start, Work work, int thread) {
        try {
            start.countDown();
            start.await();
            work.run(thread);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }
}
