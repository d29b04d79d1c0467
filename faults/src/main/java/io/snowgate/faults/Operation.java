package io.snowgate.faults;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One request, and what became of it as its client saw it.
 *
 * @param gateway who was asked
 * @param beginNanos before it was sent, on the clock of {@link System#nanoTime}
 * @param endNanos after the whole answer was there
 * @param count how many values were asked for
 * @param failure why there are none; empty when there are
 * @param runs the values
 */
record Operation(Kind kind, String gateway, long beginNanos, long endNanos, int count, String failure, List<Run> runs) {

    /** How the failure begins where there was a good answer, but not to what was asked. */
    static final String UNREADABLE = "unreadable";

    /** The failure of a request that did not get as far as to a gateway, and so did nothing. */
    static final String NEVER_SENT = "refused";

    /** The failure of a request whose connection was cut. */
    static final String CUT = "down";

    private static final String COLUMN = "\t";
    private static final int MOST_SHOWN = 200;
    private static final int COLUMNS = 7;

    static Operation answered(Kind kind, String gateway, long beginNanos, long endNanos, int count, List<Run> runs) {
        return new Operation(kind, gateway, beginNanos, endNanos, count, "", runs);
    }

    static Operation failed(Kind kind, String gateway, long beginNanos, long endNanos, int count, String failure) {
        return new Operation(kind, gateway, beginNanos, endNanos, count, failure, List.of());
    }

    boolean isAnswered() {
        return failure.isEmpty();
    }

    boolean isNeverSent() {
        return failure.equals(NEVER_SENT);
    }

    boolean isUnreadable() {
        return failure.startsWith(UNREADABLE);
    }

    /** The beginning of a text, fit for a failure. */
    static String inOneColumn(String text) {
        String printable = text.strip().replaceAll("[^!-~]+", " ");
        return printable.substring(0, Math.min(printable.length(), MOST_SHOWN));
    }

    long size() {
        return runs.stream().mapToLong(Run::size).sum();
    }

    long lowest() {
        return runs.stream().mapToLong(Run::first).min().orElse(Long.MAX_VALUE);
    }

    long highest() {
        return runs.stream().mapToLong(Run::last).max().orElse(Long.MIN_VALUE);
    }

    /** One line of a history. */
    String toLine() {
        return String.join(
                COLUMN,
                kind.name(),
                gateway,
                Long.toString(beginNanos),
                Long.toString(endNanos),
                Integer.toString(count),
                failure,
                runs.stream().map(Run::toString).collect(Collectors.joining(",")));
    }

    /** Reads what {@link #toLine} writes. */
    static Operation parse(String line) {
        String[] columns = line.split(COLUMN, -1);
        if (columns.length != COLUMNS) {
            throw new IllegalArgumentException("an operation has " + COLUMNS + " columns: " + line);
        }
        List<Run> runs = columns[6].isEmpty()
                ? List.of()
                : Stream.of(columns[6].split(",")).map(Run::parse).toList();
        return new Operation(
                Kind.valueOf(columns[0]),
                columns[1],
                Long.parseLong(columns[2]),
                Long.parseLong(columns[3]),
                Integer.parseInt(columns[4]),
                columns[5],
                runs);
    }
}
