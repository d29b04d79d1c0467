package io.snowgate.generator;

import cn.hutool.core.lang.Snowflake;
import com.github.f4b6a3.tsid.TsidFactory;
import com.github.yitter.contract.IdGeneratorException;
import com.github.yitter.contract.IdGeneratorOptions;
import com.github.yitter.idgen.DefaultIdGenerator;
import io.hypersistence.tsid.TSID;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import me.ahoo.cosid.snowflake.MillisecondSnowflakeId;
import org.agrona.concurrent.SnowflakeIdGenerator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does an ID cost here and elsewhere, when several threads share one generator?
 *
 * <p>Each library comes with its own class and its own defaults. Two kinds must not be mixed up. Those that keep to the
 * clock end at 244.14 ns an ID, because there are 4,096 in a millisecond, and cannot be faster: {@link #snowgateStrict},
 * {@link #cosId}, {@link #hutool}, {@link #agrona}, {@link #twitterPort}, {@link #tickDriven}; ask them for CPU time
 * ({@link CpuTimeProfiler}). The others run ahead of it and show what their mechanism costs: {@link #snowgateAhead},
 * {@link #snowgateCachedClock}, {@link #snowgateBatch}, {@link #tsidCreator}, {@link #hypersistenceTsid}, and
 * {@link #yitter} for some time.
 *
 * <pre>
 * ./jmh/run Rivals -t 1 -prof gc -prof io.snowgate.generator.CpuTimeProfiler
 * ./jmh/run Rivals -t 2
 * ./jmh/run Rivals -t 4
 * ./jmh/run Rivals -t 8
 * </pre>
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
        value = 2,
        jvmArgsAppend = {"--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class RivalsBenchmark {

    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.TWITTER;
    private static final Duration NO_LIMIT = Duration.ofMillis(LAYOUT.maxTick());
    private static final int BATCH = 1_024;

    @State(Scope.Benchmark)
    public static class Strict {
        final SnowflakeGenerator generator = new SnowflakeGenerator(LAYOUT, 1, EpochClock.system(), Duration.ZERO);
    }

    @State(Scope.Benchmark)
    public static class Ahead {
        final SnowflakeGenerator generator = new SnowflakeGenerator(LAYOUT, 1, EpochClock.system(), NO_LIMIT);
    }

    @State(Scope.Thread)
    public static class Batch {
        final long[] ids = new long[BATCH];
    }

    @State(Scope.Benchmark)
    public static class CachedClock {

        private static final long UPDATE_NANOS = 500_000;

        final CachedEpochClock clock = new CachedEpochClock(EpochClock.system());
        final SnowflakeGenerator generator = new SnowflakeGenerator(LAYOUT, 1, clock, NO_LIMIT);
        private final Thread updater = start();
        private volatile boolean isOver;

        private Thread start() {
            Thread thread = new Thread(
                    () -> {
                        while (!isOver) {
                            clock.update();
                            LockSupport.parkNanos(UPDATE_NANOS);
                        }
                    },
                    "clock");
            thread.setDaemon(true);
            thread.start();
            return thread;
        }

        @TearDown
        public void stop() throws InterruptedException {
            isOver = true;
            updater.join();
        }
    }

    @State(Scope.Benchmark)
    public static class CosId {
        final MillisecondSnowflakeId generator = new MillisecondSnowflakeId(1);
    }

    @State(Scope.Benchmark)
    public static class Hutool {
        final Snowflake generator = new Snowflake(1);
    }

    @State(Scope.Benchmark)
    public static class Yitter {

        final DefaultIdGenerator generator;

        public Yitter() throws IdGeneratorException {
            this.generator = new DefaultIdGenerator(new IdGeneratorOptions((short) 1));
        }
    }

    @State(Scope.Benchmark)
    public static class TsidCreator {
        final TsidFactory generator = new TsidFactory(1);
    }

    @State(Scope.Benchmark)
    public static class HypersistenceTsid {
        final TSID.Factory generator = new TSID.Factory(1);
    }

    @State(Scope.Benchmark)
    public static class Agrona {
        final SnowflakeIdGenerator generator = new SnowflakeIdGenerator(1);
    }

    @State(Scope.Benchmark)
    public static class Port {
        final TwitterPort generator = new TwitterPort(1);
    }

    @State(Scope.Benchmark)
    public static class Ticking {

        final TickDriven generator = new TickDriven(1);

        @TearDown
        public void stop() {
            generator.close();
        }
    }

    @Benchmark
    public long snowgateStrict(Strict of) {
        return of.generator.nextId();
    }

    @Benchmark
    public long snowgateAhead(Ahead of) {
        return of.generator.nextId();
    }

    @Benchmark
    public long snowgateCachedClock(CachedClock of) {
        return of.generator.nextId();
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public long[] snowgateBatch(Ahead of, Batch batch) {
        of.generator.nextIds(batch.ids);
        return batch.ids;
    }

    @Benchmark
    public long cosId(CosId of) {
        return of.generator.generate();
    }

    @Benchmark
    public long hutool(Hutool of) {
        return of.generator.nextId();
    }

    @Benchmark
    public long yitter(Yitter of) {
        return of.generator.newLong();
    }

    @Benchmark
    public long tsidCreator(TsidCreator of) {
        return of.generator.create().toLong();
    }

    @Benchmark
    public long hypersistenceTsid(HypersistenceTsid of) {
        return of.generator.generate().toLong();
    }

    @Benchmark
    public long agrona(Agrona of) {
        return of.generator.nextId();
    }

    @Benchmark
    public long twitterPort(Port of) {
        return of.generator.nextId();
    }

    @Benchmark
    public long tickDriven(Ticking of) {
        return of.generator.nextId();
    }
}
