package io.snowgate.client;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A range that threads take values from, each one once, and the block that comes after it, once somebody has asked for
 * that. Taking a value is one fetch-and-add.
 */
final class Block {

    /** Everything has been taken. No value is 0. */
    static final long EXHAUSTED = 0;

    private static final VarHandle TAKEN = taken();

    private final long from;
    private final long size;
    private final long middle;

    @SuppressWarnings({"unused", "UnusedVariable"}) // by TAKEN
    private volatile long taken;

    private final AtomicReference<@Nullable CompletableFuture<Block>> successor = new AtomicReference<>();

    private Block(long from, long size) {
        this.from = from;
        this.size = size;
        this.middle = from + size / 2;
    }

    static Block of(Range range) {
        return new Block(range.from(), range.size());
    }

    /** One with nothing in it, to begin and to end with. */
    static Block empty() {
        return new Block(EXHAUSTED, 0);
    }

    /** The next value, or {@link #EXHAUSTED}. */
    long take() {
        long offset = (long) TAKEN.getAndAdd(this, 1L);
        return offset < size ? from + offset : EXHAUSTED;
    }

    /** The first of {@code count} values, or {@link #EXHAUSTED} when there are not as many. */
    long take(int count) {
        long offset;
        do {
            offset = (long) TAKEN.getAcquire(this);
            if (offset > size - count) {
                return EXHAUSTED;
            }
        } while (!TAKEN.compareAndSet(this, offset, offset + count));
        return from + offset;
    }

    /** Whether this value is the one at which the successor is to be asked for; true for one value of each block. */
    boolean isMiddle(long value) {
        return value == middle;
    }

    /** The same for a run. */
    boolean hasMiddle(long first, int count) {
        return first <= middle && middle - first < count;
    }

    boolean isExhausted() {
        return (long) TAKEN.getAcquire(this) >= size;
    }

    /** What comes after this: what was asked for before, unless that has failed, or else what {@code ask} begins. */
    CompletableFuture<Block> successor(Supplier<CompletableFuture<Block>> ask) {
        CompletableFuture<Block> known = successor.get();
        while (known == null || known.isCompletedExceptionally()) {
            CompletableFuture<Block> begun = new CompletableFuture<>();
            if (successor.compareAndSet(known, begun)) {
                Futures.pass(ask.get(), begun);
                return begun;
            }
            known = successor.get();
        }
        return known;
    }

    private static VarHandle taken() {
        try {
            return MethodHandles.lookup().findVarHandle(Block.class, "taken", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
