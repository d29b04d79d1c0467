package io.snowgate.loadtest;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Scanner;

/**
 * The line that our script makes wrk print at its end.
 *
 * @param errors answers with a status of 400 or more, and errors of sockets
 */
record WrkReport(long requests, double seconds, double p50Millis, double p99Millis, double p999Millis, long errors) {

    static final String SCRIPT = """
            done = function(summary, latency, requests)
              local e = summary.errors
              print(string.format("figures %d %d %d %d %d %d", summary.requests, summary.duration,
                latency:percentile(50), latency:percentile(99), latency:percentile(99.9),
                e.status + e.connect + e.read + e.write + e.timeout))
            end
            """;

    private static final String LABEL = "figures ";
    private static final double MICROS_PER_SECOND = 1e6;
    private static final double MICROS_PER_MILLI = 1e3;

    static Optional<WrkReport> parse(List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith(LABEL))
                .findFirst()
                .map(line -> read(new Scanner(line.substring(LABEL.length())).useLocale(Locale.ROOT)));
    }

    private static WrkReport read(Scanner figures) {
        return new WrkReport(
                figures.nextLong(),
                figures.nextLong() / MICROS_PER_SECOND,
                figures.nextLong() / MICROS_PER_MILLI,
                figures.nextLong() / MICROS_PER_MILLI,
                figures.nextLong() / MICROS_PER_MILLI,
                figures.nextLong());
    }
}
