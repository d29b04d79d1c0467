package io.snowgate.faults;

import java.util.ArrayList;
import java.util.List;

/**
 * Consecutive values of one answer.
 *
 * @param first the lowest
 * @param last the highest, which belongs to it
 */
record Run(long first, long last) {

    /** Values in the order in which they were answered, as few runs as possible. */
    static List<Run> of(List<Long> values) {
        List<Run> runs = new ArrayList<>();
        for (long value : values) {
            Run before = runs.isEmpty() ? null : runs.getLast();
            if (before != null && before.last + 1 == value) {
                runs.set(runs.size() - 1, new Run(before.first, value));
            } else {
                runs.add(new Run(value, value));
            }
        }
        return runs;
    }

    /** Reads what {@link #toString} writes. */
    static Run parse(String text) {
        int dash = text.indexOf('-');
        return new Run(Long.parseLong(text.substring(0, dash)), Long.parseLong(text.substring(dash + 1)));
    }

    long size() {
        return last - first + 1;
    }

    @Override
    public String toString() {
        return first + "-" + last;
    }
}
