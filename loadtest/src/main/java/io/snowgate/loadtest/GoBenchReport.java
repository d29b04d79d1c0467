package io.snowgate.loadtest;

import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a benchmark of Go prints: {@code BenchmarkName-2  4210  285432 ns/op}. */
final class GoBenchReport {

    private static final Pattern LINE = Pattern.compile("Benchmark\\S*\\s+\\d+\\s+([\\d.]+) ns/op.*");
    private static final double NANOS_PER_MICRO = 1e3;

    private GoBenchReport() {}

    static OptionalDouble microsPerOperation(List<String> lines) {
        return lines.stream()
                .map(LINE::matcher)
                .filter(Matcher::matches)
                .mapToDouble(line -> Double.parseDouble(line.group(1)) / NANOS_PER_MICRO)
                .findFirst();
    }
}
