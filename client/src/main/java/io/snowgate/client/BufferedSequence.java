package io.snowgate.client;

import io.snowgate.client.SnowgateException.Reason;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;

/**
 * A sequence with a buffer: values come from a {@link Block}, and who takes its middle value asks for the next one. Only
 * who finds a block used up waits for its successor.
 *
 * <pre>
 *   ├── taken ──┬── free ──┤├── successor, asked for at the middle ──┤
 *            middle
 * </pre>
 *
 * <p>A buffered {@link #next()} is one fetch-and-add. Blocks are asked for one at a time, each after the one before has
 * come: so their values rise as those of the gateway do.
 */
final class BufferedSequence implements Sequence {

    private static final VarHandle BLOCK = block();

    private final SequenceQuestions questions;
    private final Asker asker;
    private final int bufferSize;
    private volatile Block block = Block.empty();

    /** @param bufferSize how many values are asked for at a time */
    BufferedSequence(SequenceQuestions questions, Asker asker, int bufferSize) {
        this.questions = questions;
        this.asker = asker;
        this.bufferSize = bufferSize;
    }

    @Override
    public String name() {
        return questions.name();
    }

    @Override
    public long next() {
        Block current = block;
        long value = current.take();
        if (current.isMiddle(value)) {
            prefetch(current);
        }
        return value != Block.EXHAUSTED ? value : Asker.await(ask(1)).from();
    }

    @Override
    public Range next(int count) {
        return Asker.await(ask(count));
    }

    @Override
    public CompletableFuture<Long> nextAsync() {
        return nextAsync(1).thenApply(Range::from);
    }

    @Override
    public CompletableFuture<Range> nextAsync(int count) {
        return Asker.toCaller(ask(count));
    }

    private CompletableFuture<Range> ask(int count) {
        Counts.require(count, MAX_COUNT);
        CompletableFuture<Range> result = new CompletableFuture<>();
        pursue(new Wish(count, asker.deadlineNanos(), result), false);
        return result;
    }

    @Override
    public LongStream stream() {
        return LongStream.generate(this::next);
    }

    /** Forgets what is buffered. */
    void close() {
        block = Block.empty();
    }

    /** What somebody waits for. */
    private record Wish(int count, long deadlineNanos, CompletableFuture<Range> result) {

        long leftNanos() {
            return deadlineNanos - System.nanoTime();
        }
    }

    /**
     * Takes from the buffer, waits for it to be filled, or goes past it.
     *
     * @param hasFailed whether it had to be filled once already, and could not
     */
    private void pursue(Wish wish, boolean hasFailed) {
        Block current = block;
        while (!wish.result.isDone() && !take(current, wish)) {
            if (!current.isExhausted() || wish.count > bufferSize) {
                goPast(wish);
                return;
            }
            if (wish.leftNanos() <= 0) {
                wish.result.completeExceptionally(tooMany());
                return;
            }
            CompletableFuture<Block> successor = current.successor(() -> fill(wish.deadlineNanos));
            if (!successor.isDone() || successor.isCompletedExceptionally()) {
                waitFor(successor, current, wish, hasFailed);
                return;
            }
            current = advance(current, successor.join());
        }
    }

    private boolean take(Block current, Wish wish) {
        long first = current.take(wish.count);
        if (first == Block.EXHAUSTED) {
            return false;
        }
        wish.result.complete(new Range(first, first + wish.count));
        if (current.hasMiddle(first, wish.count)) {
            Futures.ELSEWHERE.execute(() -> prefetch(current));
        }
        return true;
    }

    private void goPast(Wish wish) {
        Futures.pass(asker.ask(questions.next(wish.count), wish.deadlineNanos), wish.result);
    }

    /** On the thread that answers come from: takes, but does not ask. */
    private void waitFor(CompletableFuture<Block> successor, Block current, Wish wish, boolean hasFailed) {
        Futures.whenDone(successor, (fresh, failure) -> {
            if (failure != null) {
                retry(wish, hasFailed, Futures.bare(failure));
            } else if (!wish.result.isDone() && !take(advance(current, fresh), wish)) {
                Futures.ELSEWHERE.execute(() -> pursue(wish, hasFailed));
            }
        });
    }

    /** Whoever had it filled came earlier, and so gives up earlier: once more then, with the time that is left. */
    private void retry(Wish wish, boolean hasFailed, Throwable failure) {
        if (hasFailed || !mayTryAgain(failure, wish)) {
            wish.result.completeExceptionally(failure);
        } else {
            Futures.ELSEWHERE.execute(() -> pursue(wish, true));
        }
    }

    private SnowgateException tooMany() {
        return new SnowgateException(
                Reason.UNAVAILABLE, "others took all that came of " + name() + " within " + asker.timeout());
    }

    private static boolean mayTryAgain(Throwable failure, Wish wish) {
        return failure instanceof SnowgateException refusal
                && refusal.reason() == Reason.UNAVAILABLE
                && wish.leftNanos() > 0;
    }

    private Block advance(Block from, Block to) {
        BLOCK.compareAndSet(this, from, to);
        return block;
    }

    /** What becomes of it is seen by who needs it. */
    private void prefetch(Block current) {
        CompletableFuture<Block> unused = current.successor(() -> fill(asker.deadlineNanos()));
    }

    private CompletableFuture<Block> fill(long deadlineNanos) {
        return asker.ask(questions.next(bufferSize), deadlineNanos).thenApply(Block::of);
    }

    private static VarHandle block() {
        try {
            return MethodHandles.lookup().findVarHandle(BufferedSequence.class, "block", Block.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
