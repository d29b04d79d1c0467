package io.snowgate.generator;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does an ID cost, and how much of that is ours?
 *
 * <p>Two yardsticks. The floor is {@link #atomicLong}: no counter that several threads share is cheaper. The ceiling is
 * the layout's own: 4,096 IDs a millisecond, so that {@link #nextId}, which keeps to the clock, cannot take less than
 * 244.14 ns however many threads ask, and should not take more. In between, {@link #tryNextId} is the mechanism alone
 * (a clock that costs nothing, a limit that is never reached), and {@link #clock} what a reading of the real one adds.
 *
 * <pre>
 * ./jmh/run SnowflakeGenerator             on one thread
 * ./jmh/run SnowflakeGenerator -t 8        on eight, which share one generator
 * ./jmh/run SnowflakeGenerator -prof gc    with the bytes allocated per ID
 * </pre>
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
        value = 2,
        jvmArgsAppend = {"--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class SnowflakeGeneratorBenchmark {

    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.TWITTER;
    private static final Duration NO_LIMIT = Duration.ofMillis(LAYOUT.maxTick());

    private final AtomicLong floor = new AtomicLong();
    private final EpochClock systemClock = EpochClock.system();
    private final SnowflakeGenerator strict = new SnowflakeGenerator(LAYOUT, 1, systemClock, Duration.ZERO);
    private final SnowflakeGenerator unlimited = new SnowflakeGenerator(LAYOUT, 1, LAYOUT::epochMillis, NO_LIMIT);

    @Benchmark
    public long atomicLong() {
        return floor.getAndIncrement();
    }

    @Benchmark
    public long clock() {
        return systemClock.epochMillis();
    }

    @Benchmark
    public long nextId() {
        return strict.nextId();
    }

    @Benchmark
    public long tryNextId() {
        return unlimited.tryNextId();
    }
}
