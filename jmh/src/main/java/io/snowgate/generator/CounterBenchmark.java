package io.snowgate.generator;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
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
 * How should threads that share a counter take turns? {@link #counter} is {@link MonotonicCounter}; the others are the
 * ways not taken, reduced to what differs: claim one value at or above a floor and below a limit that are both far away.
 *
 * <p>The yardstick is {@link #fetchAndAddUnlimited}, which knows neither floor nor limit: no shared counter is cheaper.
 *
 * <pre>
 * ./jmh/run Counter -t 1
 * ./jmh/run Counter -t 2
 * ./jmh/run Counter -t 8
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
public class CounterBenchmark {

    private static final long REFUSED = -1;
    private static final int MARGIN = 1_024;
    private static final int LONGEST_BACK_OFF = 64;

    private final long floor = 1;
    private final long limit = Long.MAX_VALUE / 2;

    private final MonotonicCounter counter = new MonotonicCounter();
    private final Padded plain = new Padded();
    private final Padded added = new Padded();
    private final Padded patient = new Padded();
    private final Padded clocked = new Padded();
    private final ReentrantLock lock = new ReentrantLock();
    private long locked;
    private long guarded;

    /** Alone on its cache lines. */
    @SuppressWarnings("unused")
    private static final class Padded extends AtomicLong {
        private static final long serialVersionUID = 1;
        private long p1;
        private long p2;
        private long p3;
        private long p4;
        private long p5;
        private long p6;
        private long p7;
        private long p8;
        private long p9;
        private long p10;
        private long p11;
        private long p12;
        private long p13;
        private long p14;
        private long p15;
    }

    @Benchmark
    public long fetchAndAddUnlimited() {
        return added.getAndIncrement();
    }

    /** With a reading of the clock in between, as every ID has it: the line goes to and fro at each claim. */
    @Benchmark
    public long fetchAndAddAndClock() {
        return System.currentTimeMillis() + clocked.getAndIncrement();
    }

    @Benchmark
    public long reentrantLockAndClock() {
        lock.lock();
        try {
            locked = Math.max(locked + 1, System.currentTimeMillis());
            return locked;
        } finally {
            lock.unlock();
        }
    }

    @Benchmark
    public long counter() {
        return counter.claim(1, floor, limit);
    }

    /** Tries again at once. */
    @Benchmark
    public long compareAndSet() {
        long free;
        long first;
        do {
            free = plain.getAcquire();
            first = Math.max(free, floor);
            if (first >= limit) {
                return REFUSED;
            }
        } while (!plain.weakCompareAndSetRelease(free, first + 1));
        return first;
    }

    /** Waits longer after each failure, so that the winner can go on from its own cache. */
    @Benchmark
    public long compareAndSetWithBackOff() {
        for (int wait = 1; ; wait = Math.min(2 * wait, LONGEST_BACK_OFF)) {
            long free = patient.getAcquire();
            long first = Math.max(free, floor);
            if (first >= limit) {
                return REFUSED;
            }
            if (patient.weakCompareAndSetRelease(free, first + 1)) {
                return first;
            }
            for (int i = 0; i < wait; i++) {
                Thread.onSpinWait();
            }
        }
    }

    /** Adds first and looks afterwards, as long as the limit is far away: what went past it is lost. */
    @Benchmark
    public long fetchAndAdd() {
        long free = added.getAcquire();
        if (free < floor || limit - free < MARGIN) {
            return compareAndSet();
        }
        long first = added.getAndAdd(1);
        return first < limit ? first : REFUSED;
    }

    @Benchmark
    public long reentrantLock() {
        lock.lock();
        try {
            long first = Math.max(locked, floor);
            locked = first + 1;
            return first < limit ? first : REFUSED;
        } finally {
            lock.unlock();
        }
    }

    @Benchmark
    public synchronized long synchronizedMethod() {
        long first = Math.max(guarded, floor);
        guarded = first + 1;
        return first < limit ? first : REFUSED;
    }
}
