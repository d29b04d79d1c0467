package io.snowgate.faults;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a client asks for, and how its answer is read.
 *
 * @param count how many values at once
 * @param path what stands in the request line
 */
record Question(Kind kind, int count, String path) {

    private static final Pattern RANGE = Pattern.compile("\"from\":(\\d+),\"to\":(\\d+)");

    static List<Question> all() {
        return List.of(
                new Question(Kind.TIMESTAMP, 5, "/timestamp?format=text&n=5"),
                new Question(Kind.STRICT, 3, "/sequence/strict?order=strict&n=3"),
                new Question(Kind.KEYED, 2, "/sequence/keyed?n=2"),
                new Question(Kind.FAST, 7, "/sequence/fast?n=7"),
                new Question(Kind.ID, 10, "/api/snowflake?format=text&n=10"));
    }

    /** The values in an answer; an exception when it has none or not as many as asked for. */
    List<Run> read(String body) {
        List<Run> runs = kind == Kind.TIMESTAMP || kind == Kind.ID ? lines(body) : List.of(range(body));
        long size = runs.stream().mapToLong(Run::size).sum();
        if (size != count) {
            throw new IllegalArgumentException(size + " values instead of " + count + ": " + body);
        }
        return runs;
    }

    private static List<Run> lines(String body) {
        return Run.of(Stream.of(body.strip().split("\\s+")).map(Long::valueOf).toList());
    }

    private static Run range(String body) {
        Matcher range = RANGE.matcher(body);
        if (!range.find()) {
            throw new IllegalArgumentException("no range: " + body);
        }
        return new Run(Long.parseLong(range.group(1)), Long.parseLong(range.group(2)) - 1);
    }
}
