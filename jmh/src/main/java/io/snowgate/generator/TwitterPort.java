package io.snowgate.generator;

/**
 * What most people write, from the description of Twitter's: one lock around everything, and a loop over the clock when
 * the millisecond is used up. The clock is read within the lock; read before, it repeats IDs.
 */
final class TwitterPort {

    private static final long EPOCH_MILLIS = 1_288_834_974_657L;
    private static final int SEQUENCE_BITS = 12;
    private static final int TIME_SHIFT = 22;
    private static final long MAX_SEQUENCE = (1L << SEQUENCE_BITS) - 1;

    private final long workerId;
    private long lastMillis = -1;
    private long sequence;

    TwitterPort(long workerId) {
        this.workerId = workerId;
    }

    synchronized long nextId() {
        long now = System.currentTimeMillis();
        if (now < lastMillis) {
            throw new IllegalStateException("clock moved backwards by " + (lastMillis - now) + " ms");
        }
        if (now == lastMillis) {
            sequence = (sequence + 1) & MAX_SEQUENCE;
            now = sequence == 0 ? nextMilli() : now;
        } else {
            sequence = 0;
        }
        lastMillis = now;
        return ((now - EPOCH_MILLIS) << TIME_SHIFT) | (workerId << SEQUENCE_BITS) | sequence;
    }

    private long nextMilli() {
        long now;
        do {
            now = System.currentTimeMillis();
        } while (now <= lastMillis);
        return now;
    }

    static long millisOf(long id) {
        return (id >>> TIME_SHIFT) + EPOCH_MILLIS;
    }
}
