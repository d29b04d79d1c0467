package io.snowgate.generator;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The other way round, from its description: nobody reads the clock for an ID. A thread wakes up each millisecond, takes
 * the time and begins the sequence anew; whoever finds it used up waits for that thread. How late it wakes is what this
 * costs.
 */
final class TickDriven implements AutoCloseable {

    private static final long EPOCH_MILLIS = 1_288_834_974_657L;
    private static final int SEQUENCE_BITS = 12;
    private static final int TIME_SHIFT = 22;
    private static final long IDS_PER_MILLI = 1L << SEQUENCE_BITS;
    private static final long TICK_NANOS = 1_000_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition ticked = lock.newCondition();
    private final Thread ticker = new Thread(this::tick, "ticker");
    private final long workerId;
    private long millis = System.currentTimeMillis();
    private long sequence;
    private volatile boolean isClosed;

    TickDriven(long workerId) {
        this.workerId = workerId;
        ticker.setDaemon(true);
        ticker.start();
    }

    long nextId() {
        lock.lock();
        try {
            while (sequence == IDS_PER_MILLI) {
                ticked.awaitUninterruptibly();
            }
            return ((millis - EPOCH_MILLIS) << TIME_SHIFT) | (workerId << SEQUENCE_BITS) | sequence++;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        isClosed = true;
        LockSupport.unpark(ticker);
    }

    static long millisOf(long id) {
        return (id >>> TIME_SHIFT) + EPOCH_MILLIS;
    }

    private void tick() {
        while (!isClosed) {
            LockSupport.parkNanos(TICK_NANOS);
            advance(System.currentTimeMillis());
        }
    }

    private void advance(long now) {
        lock.lock();
        try {
            if (now > millis) {
                millis = now;
                sequence = 0;
                ticked.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }
}
