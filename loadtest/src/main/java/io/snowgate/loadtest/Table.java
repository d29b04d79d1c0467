package io.snowgate.loadtest;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** A measurement as text: a line for each contestant, medians, and how Snowgate stands beside it. */
final class Table {

    private static final String NONE = "–";
    private static final List<Metric> COMPARED = List.of(
            Metric.KB_PER_CONNECTION,
            Metric.FIRST_ANSWER_MILLIS,
            Metric.CPU_MICROS_PER_HANDSHAKE,
            Metric.MICROS_PER_VALUE,
            Metric.CPU_MICROS,
            Metric.RSS_MIB);

    private final Measured measured;
    private final List<Metric> metrics;
    private final Metric compared;

    Table(Measured measured) {
        this.measured = measured;
        this.metrics = Arrays.stream(Metric.values()).filter(measured::has).toList();
        this.compared = measured.scenario().equals(LatencyScenario.NAME)
                ? Metric.P99_MILLIS
                : COMPARED.stream().filter(measured::has).findFirst().orElse(Metric.CPU_MICROS);
    }

    String title() {
        return measured.scenario() + ", " + measured.setting();
    }

    List<String> notes() {
        return measured.notes();
    }

    String text() {
        List<List<String>> rows = measured.contestants().isEmpty() ? List.of() : rows();
        StringBuilder text = new StringBuilder(title()).append('\n');
        for (List<String> row : rows) {
            text.append("  ");
            for (int column = 0; column < row.size(); column++) {
                text.append(padded(rows, row, column)).append("  ");
            }
            text.replace(text.length() - 2, text.length(), "\n");
        }
        notes().forEach(note -> text.append("  ").append(note).append('\n'));
        return text.toString();
    }

    /** The first and last column are words. */
    private static String padded(List<List<String>> rows, List<String> row, int column) {
        String cell = row.get(column);
        int width =
                rows.stream().mapToInt(one -> one.get(column).length()).max().orElse(0);
        boolean words = column == 0 || column == row.size() - 1;
        return column == row.size() - 1
                ? cell
                : words ? cell + " ".repeat(width - cell.length()) : " ".repeat(width - cell.length()) + cell;
    }

    static String markdown(Results results) {
        StringBuilder text = new StringBuilder();
        for (Measured measured : results.measured()) {
            text.append(new Table(measured).markdown()).append('\n');
        }
        new Findings(results.measured())
                .lines()
                .forEach(line -> text.append(line).append("\n\n"));
        return text.append(results.caption()).append('\n').toString();
    }

    private String markdown() {
        StringBuilder text = new StringBuilder("### ").append(title()).append("\n\n");
        if (!measured.contestants().isEmpty()) {
            List<List<String>> rows = rows();
            text.append(line(rows.getFirst())).append("|---|");
            text.append("--:|".repeat(rows.getFirst().size() - 2)).append("---|\n");
            rows.stream().skip(1).forEach(row -> text.append(line(row)));
        }
        notes().forEach(note -> text.append("\n").append(note).append('\n'));
        return text.toString();
    }

    private static String line(List<String> row) {
        return "| " + String.join(" | ", row) + " |\n";
    }

    private List<List<String>> rows() {
        List<List<String>> rows = new ArrayList<>();
        List<String> head = new ArrayList<>(List.of(""));
        metrics.forEach(metric -> head.add(metric.heading()));
        head.addAll(List.of("turns", "Snowgate/it, " + compared.heading().split("[ /]", 2)[0], "bar"));
        rows.add(head);
        measured.contestants().forEach(contestant -> rows.add(row(contestant)));
        return rows;
    }

    private List<String> row(String contestant) {
        List<String> row = new ArrayList<>(List.of(contestant));
        for (Metric metric : metrics) {
            row.add(show(measured.median(contestant, metric), metric));
        }
        row.add(Integer.toString(measured.of(contestant).size()));
        OptionalDouble ratio = contestant.equals(Peer.SNOWGATE)
                ? OptionalDouble.empty()
                : measured.ratio(Peer.SNOWGATE, contestant, compared);
        row.add(ratio.isPresent() ? String.format(Locale.ROOT, "%.2f", ratio.getAsDouble()) : NONE);
        row.add(bar(contestant));
        return row;
    }

    private static String show(OptionalDouble value, Metric metric) {
        return value.isPresent() ? metric.show(value.getAsDouble()) : NONE;
    }

    private String bar(String contestant) {
        return String.join(
                "; ",
                Bars.of(measured).stream()
                        .filter(bar -> bar.row().equals(contestant))
                        .filter(bar -> bar.value(measured).isPresent())
                        .map(bar -> bar.verdict(bar.value(measured).getAsDouble()))
                        .toList());
    }
}
