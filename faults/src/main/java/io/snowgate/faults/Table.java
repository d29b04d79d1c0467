package io.snowgate.faults;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Rows of text as Markdown, of which columns line up on a terminal as well. */
final class Table {

    private Table() {}

    static String of(List<String> head, List<List<String>> rows) {
        int[] widths = IntStream.range(0, head.size())
                .map(column -> Math.max(
                        head.get(column).length(),
                        rows.stream()
                                .mapToInt(row -> row.get(column).length())
                                .max()
                                .orElse(0)))
                .toArray();
        StringBuilder text = new StringBuilder(line(head, widths));
        text.append(IntStream.of(widths)
                .mapToObj(width -> "-".repeat(width + 2))
                .collect(Collectors.joining("|", "|", "|\n")));
        rows.forEach(row -> text.append(line(row, widths)));
        return text.toString();
    }

    private static String line(List<String> row, int[] widths) {
        return IntStream.range(0, row.size())
                .mapToObj(column -> row.get(column)
                        + " ".repeat(widths[column] - row.get(column).length()))
                .collect(Collectors.joining(" | ", "| ", " |\n"));
    }
}
