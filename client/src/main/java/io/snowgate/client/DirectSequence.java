package io.snowgate.client;

import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;

/** A sequence without a buffer: each call is a request of its own. */
final class DirectSequence implements Sequence {

    private final SequenceQuestions questions;
    private final Asker asker;

    DirectSequence(SequenceQuestions questions, Asker asker) {
        this.questions = questions;
        this.asker = asker;
    }

    @Override
    public String name() {
        return questions.name();
    }

    @Override
    public long next() {
        return next(1).from();
    }

    @Override
    public Range next(int count) {
        return Asker.await(asker.ask(questions.next(count)));
    }

    @Override
    public CompletableFuture<Long> nextAsync() {
        return nextAsync(1).thenApply(Range::from);
    }

    @Override
    public CompletableFuture<Range> nextAsync(int count) {
        return Asker.toCaller(asker.ask(questions.next(count)));
    }

    @Override
    public LongStream stream() {
        return LongStream.generate(this::next);
    }
}
