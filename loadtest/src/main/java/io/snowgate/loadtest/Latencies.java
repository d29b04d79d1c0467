package io.snowgate.loadtest;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

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

    /**
     * A log of h2load: start, status and duration of a request on each line, separated by tabs. What was under way
     * while the client stood still waited for the client, and is left out.
     */
    static Latencies read(Path log, List<Part.Pause> pauses) throws IOException {
        NavigableMap<Long, Part.Pause> byBegin = new TreeMap<>();
        pauses.forEach(pause -> byBegin.put(pause.begin(), pause));
        IntStream.Builder micros = IntStream.builder();
        try (BufferedReader lines = Files.newBufferedReader(log)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                long start = Long.parseLong(line.substring(0, line.indexOf('\t')));
                int duration = Integer.parseInt(line.substring(line.lastIndexOf('\t') + 1));
                Map.Entry<Long, Part.Pause> last = byBegin.floorEntry(start + duration);
                if (last == null || last.getValue().end() < start) {
                    micros.add(duration);
                }
            }
        }
        return of(micros.build().toArray());
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
