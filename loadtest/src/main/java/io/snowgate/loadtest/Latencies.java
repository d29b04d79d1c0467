package io.snowgate.loadtest;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;

/** Of many requests the time each took, sorted, in microseconds. */
final class Latencies {

    private static final double MICROS_PER_MILLI = 1e3;

    private final int[] sorted;

    private Latencies(int[] sorted) {
        this.sorted = sorted;
    }

    static Latencies of(int... micros) {
        int[] sorted = micros.clone();
        Arrays.sort(sorted);
        return new Latencies(sorted);
    }

    /** A log of h2load: start, status and duration of a request on each line, separated by tabs. */
    static Latencies read(Path log) throws IOException {
        try (BufferedReader lines = Files.newBufferedReader(log)) {
            return of(lines.lines()
                    .mapToInt(line -> Integer.parseInt(line.substring(line.lastIndexOf('\t') + 1)))
                    .toArray());
        }
    }

    boolean isEmpty() {
        return sorted.length == 0;
    }

    /** The time within which this share of the requests was answered. */
    double millis(double share) {
        int rank = (int) Math.ceil(share * sorted.length);
        return sorted[Math.max(1, rank) - 1] / MICROS_PER_MILLI;
    }

    void addTo(Map<Metric, Double> figures) {
        if (!isEmpty()) {
            figures.put(Metric.P50_MILLIS, millis(0.5));
            figures.put(Metric.P99_MILLIS, millis(0.99));
            figures.put(Metric.P999_MILLIS, millis(0.999));
        }
    }
}
