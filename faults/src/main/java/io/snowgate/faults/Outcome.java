package io.snowgate.faults;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * What one fault led to.
 *
 * @param operations how many there were
 * @param values how many values were answered
 * @param failures how many operations had no answer, by reason
 * @param silencesNanos of each time the longest without a timestamp, rising
 * @param lost values of sequences that nobody got
 * @param notes what came about, counted
 * @param wrong violations and disappointments
 */
record Outcome(
        Fault fault,
        int operations,
        long values,
        Map<String, Long> failures,
        List<Long> silencesNanos,
        Map<Kind, Gaps> lost,
        Map<String, Integer> notes,
        List<String> wrong) {

    private static final double NANOS_PER_MILLI = 1e6;

    static final List<String> HEAD = List.of(
            "fault",
            "times",
            "operations",
            "values",
            "failed",
            "of them, gateway down",
            "no timestamps, p50 ms",
            "max ms",
            "missing, strict/keyed/fast",
            "notes",
            "violations");

    static Outcome of(Fault fault, Lab lab) {
        List<Operation> history = lab.history().operations();
        Checker checker = new Checker(history);
        List<String> wrong = new ArrayList<>(checker.violations());
        wrong.addAll(lab.disappointments());
        return new Outcome(
                fault,
                history.size(),
                history.stream().mapToLong(Operation::size).sum(),
                history.stream()
                        .filter(one -> !one.isAnswered())
                        .collect(Collectors.groupingBy(Operation::failure, Collectors.counting())),
                silences(history, lab.strikes()),
                checker.gaps(),
                lab.notes(),
                wrong);
    }

    private static List<Long> silences(List<Operation> history, List<Strike> strikes) {
        List<Long> answered = history.stream()
                .filter(one -> one.kind() == Kind.TIMESTAMP && one.isAnswered())
                .map(Operation::endNanos)
                .sorted()
                .toList();
        return strikes.stream()
                .map(strike -> strike.silenceNanos(answered))
                .filter(OptionalLong::isPresent)
                .map(OptionalLong::getAsLong)
                .sorted()
                .toList();
    }

    boolean isGood() {
        return wrong.isEmpty();
    }

    List<String> row() {
        return Arrays.asList(
                fault.name(),
                Integer.toString(silencesNanos.size()),
                Integer.toString(operations),
                Long.toString(values),
                Long.toString(
                        failures.values().stream().mapToLong(Long::longValue).sum()),
                Long.toString(
                        failures.getOrDefault(Operation.CUT, 0L) + failures.getOrDefault(Operation.NEVER_SENT, 0L)),
                millis(silencesNanos.size() / 2),
                millis(silencesNanos.size() - 1),
                missing(Kind.STRICT) + "/" + missing(Kind.KEYED) + "/" + missing(Kind.FAST),
                notes.entrySet().stream()
                        .map(note -> note.getKey() + " " + note.getValue())
                        .collect(Collectors.joining(", ")),
                Integer.toString(wrong.size()));
    }

    /** One line, for whoever waits for the others. */
    @Override
    public String toString() {
        return fault.name() + ": " + operations + " operations, at most " + millis(silencesNanos.size() - 1)
                + " ms without timestamps, " + wrong.size() + " violations";
    }

    private String millis(int place) {
        return silencesNanos.isEmpty()
                ? "–"
                : String.format(Locale.ROOT, "%.0f", silencesNanos.get(place) / NANOS_PER_MILLI);
    }

    private String missing(Kind kind) {
        Gaps gaps = lost.get(kind);
        return gaps == null ? "–" : Long.toString(gaps.missing());
    }
}
