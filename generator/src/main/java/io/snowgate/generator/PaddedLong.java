package io.snowgate.generator;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A long that threads share, alone on its cache lines: whoever writes it takes nothing else out of the caches of others,
 * and whoever reads it does not wait for a neighbour's writes. Two lines on each side, because processors fetch lines in
 * pairs. Any thread.
 */
@SuppressWarnings({"unused", "UnusedVariable"}) // the padding is there to be there
final class PaddedLong extends PaddedLongValue {

    private static final VarHandle VALUE = handle();

    private long r0;
    private long r1;
    private long r2;
    private long r3;
    private long r4;
    private long r5;
    private long r6;
    private long r7;
    private long r8;
    private long r9;
    private long r10;
    private long r11;
    private long r12;
    private long r13;
    private long r14;
    private long r15;

    PaddedLong(long initial) {
        VALUE.setRelease(this, initial);
    }

    long getAcquire() {
        return (long) VALUE.getAcquire(this);
    }

    void setRelease(long to) {
        VALUE.setRelease(this, to);
    }

    long getAndAdd(long delta) {
        return (long) VALUE.getAndAdd(this, delta);
    }

    long getAndSet(long to) {
        return (long) VALUE.getAndSet(this, to);
    }

    boolean compareAndSet(long from, long to) {
        return VALUE.compareAndSet(this, from, to);
    }

    /** Sets it to {@code atLeast} unless it is higher already. */
    void raise(long atLeast) {
        long seen = getAcquire();
        while (seen < atLeast && !compareAndSet(seen, atLeast)) {
            seen = getAcquire();
        }
    }

    private static VarHandle handle() {
        try {
            return MethodHandles.lookup().findVarHandle(PaddedLongValue.class, "value", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}

/** The JVM lays out the fields of a class behind those of its superclass, so padding comes in three classes. */
@SuppressWarnings({"unused", "UnusedVariable"})
abstract class PaddedLongFront {
    private long l0;
    private long l1;
    private long l2;
    private long l3;
    private long l4;
    private long l5;
    private long l6;
    private long l7;
    private long l8;
    private long l9;
    private long l10;
    private long l11;
    private long l12;
    private long l13;
    private long l14;
    private long l15;
}

@SuppressWarnings({"unused", "UnusedVariable"})
abstract class PaddedLongValue extends PaddedLongFront {
    long value;
}
