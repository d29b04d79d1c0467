package io.snowgate.loadtest;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** What only several measurements together say, with the bars that Snowgate has set itself there. */
final class Findings {

    private static final String STATE = "state";
    private static final double MOST_MICROS_OF_TLS = 2.0;
    private static final double MOST_GROWTH = 1.3;
    private static final double MOST_GAP_MILLIS = 2_000;
    private static final double MICROS_PER_MILLI = 1e3;
    private static final int FEW = 64;
    private static final int MANY = 10_000;

    private final List<Measured> all;

    Findings(List<Measured> all) {
        this.all = all;
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        tls(FEW).ifPresent(lines::add);
        growth().ifPresent(lines::add);
        failover().ifPresent(lines::add);
        return lines;
    }

    private Optional<String> tls(int connections) {
        Optional<Measured> https = find(new Setting(true, 1, connections, ""));
        Optional<Measured> http = find(new Setting(false, 1, connections, ""));
        if (https.isEmpty() || http.isEmpty()) {
            return Optional.empty();
        }
        List<String> each = new ArrayList<>();
        for (String contestant : https.get().contestants()) {
            OptionalDouble more = difference(https.get(), http.get(), contestant);
            if (more.isPresent()) {
                String bar = contestant.equals(Peer.SNOWGATE)
                        ? String.format(
                                Locale.ROOT,
                                " (at most %.1f%s)",
                                MOST_MICROS_OF_TLS,
                                Bar.judge(more.getAsDouble(), MOST_MICROS_OF_TLS))
                        : "";
                each.add(String.format(Locale.ROOT, "%s %.2f%s", contestant, more.getAsDouble(), bar));
            }
        }
        return Optional.of("What TLS adds to a request, CPU µs: " + String.join(", ", each));
    }

    private static OptionalDouble difference(Measured one, Measured other, String contestant) {
        OptionalDouble more = one.median(contestant, Metric.CPU_MICROS);
        OptionalDouble less = other.median(contestant, Metric.CPU_MICROS);
        return more.isPresent() && less.isPresent()
                ? OptionalDouble.of(more.getAsDouble() - less.getAsDouble())
                : OptionalDouble.empty();
    }

    private Optional<String> growth() {
        OptionalDouble few = cpu(FEW);
        OptionalDouble many = cpu(MANY);
        if (few.isEmpty() || many.isEmpty()) {
            return Optional.empty();
        }
        double growth = many.getAsDouble() / few.getAsDouble();
        return Optional.of(String.format(
                Locale.ROOT,
                "Snowgate's CPU of a request at %,d connections is %.2f of that at %d, at most %.1f%s",
                MANY,
                growth,
                FEW,
                MOST_GROWTH,
                Bar.judge(growth, MOST_GROWTH)));
    }

    private OptionalDouble cpu(int connections) {
        Optional<Measured> found = find(Setting.https(1, connections));
        return found.isPresent() ? found.get().median(Peer.SNOWGATE, Metric.CPU_MICROS) : OptionalDouble.empty();
    }

    private Optional<String> failover() {
        List<Turn> kills = all.stream()
                .filter(one -> one.scenario().equals(FailoverScenario.NAME))
                .flatMap(one -> one.of(Peer.SNOWGATE).stream())
                .toList();
        return kills.isEmpty() ? Optional.empty() : Optional.of(failover(kills));
    }

    private static String failover(List<Turn> kills) {
        Latencies gaps = of(kills, Metric.GAP_MILLIS);
        Latencies own = of(kills, Metric.OWN_GAP_MILLIS);
        double p99 = gaps.millis(0.99);
        return String.format(
                Locale.ROOT,
                "Without a timestamp after the leader was killed, %d times: p50 %.0f ms, p99 %.0f ms (at most %.0f%s),"
                        + " longest %.0f ms; by Snowgate's own metric p50 %.0f ms, longest %.0f ms",
                kills.size(),
                gaps.millis(0.5),
                p99,
                MOST_GAP_MILLIS,
                Bar.judge(p99, MOST_GAP_MILLIS),
                gaps.millis(1),
                own.millis(0.5),
                own.millis(1));
    }

    private static Latencies of(List<Turn> turns, Metric metric) {
        return Latencies.of(turns.stream()
                .mapToInt(turn -> (int) (turn.get(metric).orElse(0) * MICROS_PER_MILLI))
                .toArray());
    }

    private Optional<Measured> find(Setting setting) {
        return all.stream()
                .filter(one -> one.scenario().equals(STATE) && one.setting().equals(setting))
                .findFirst();
    }
}
