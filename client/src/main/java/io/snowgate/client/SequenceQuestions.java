package io.snowgate.client;

import java.util.function.Supplier;

/** Makes the questions for values of one sequence. */
final class SequenceQuestions {

    private static final String NAME = "[A-Za-z0-9._-]{1,128}";

    private final String name;
    private final String path;
    private final Supplier<String> keys;
    private final boolean isStrict;

    private SequenceQuestions(String name, boolean isStrict, Supplier<String> keys) {
        if (!name.matches(NAME)) {
            throw new IllegalArgumentException("the name must be 1..128 of A-Z, a-z, 0-9, '.', '_' and '-': " + name);
        }
        this.name = name;
        this.path = "/sequence/" + name + (isStrict ? "?order=strict&n=" : "?n=");
        this.isStrict = isStrict;
        this.keys = keys;
    }

    static SequenceQuestions fast(String name) {
        return new SequenceQuestions(name, false, () -> "");
    }

    /** Each question has a key of its own, so that all its attempts get the same range. */
    static SequenceQuestions strict(String name, Supplier<String> keys) {
        return new SequenceQuestions(name, true, keys);
    }

    String name() {
        return name;
    }

    Question<Range> next(int count) {
        Counts.require(count, Sequence.MAX_COUNT);
        return new Question<>(
                path + count,
                true,
                isStrict ? keys.get() : null,
                "application/json",
                body -> Answers.range(body, count));
    }
}
