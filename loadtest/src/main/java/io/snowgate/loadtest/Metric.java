package io.snowgate.loadtest;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What is read off a turn: its name in results, its column in tables. */
enum Metric {
    REQUESTS_PER_SECOND("requestsPerSecond", "requests/s", 0),
    CPU_MICROS("cpuMicrosPerRequest", "CPU µs/request", 2),
    LEADER_CPU_MICROS("leaderCpuMicrosPerRequest", "of it the leader's", 2),
    VALUES_PER_SECOND("valuesPerSecond", "values/s", 0),
    MICROS_PER_VALUE("microsPerValue", "µs/value", 2),
    GAP_MILLIS("gapMillis", "ms without an answer", 0),
    OWN_GAP_MILLIS("gapMillisByItsMetric", "ms by its metric", 0),
    HANDSHAKES_PER_SECOND("handshakesPerSecond", "handshakes/s", 0),
    CPU_MICROS_PER_HANDSHAKE("cpuMicrosPerHandshake", "CPU µs/handshake", 0),
    FIRST_ANSWER_MILLIS("firstAnswerMillis", "ms to first answer", 0),
    KB_PER_CONNECTION("kbPerConnection", "kB/connection", 1),
    P50_MILLIS("p50Millis", "p50 ms", 2),
    P99_MILLIS("p99Millis", "p99 ms", 2),
    P999_MILLIS("p999Millis", "p99.9 ms", 2),
    EVENTS_PER_SECOND("eventsPerSecond", "events/s", 0),
    RSS_MIB("rssMiB", "RSS MiB", 0),
    ERRORS("errors", "errors", 0),
    SERVER_BUSY_PERCENT("serverBusyPercent", "server busy %", 0),
    OTHER_PERCENT("otherCpuPercent", "other CPU %", 1);

    private final String key;
    private final String heading;
    private final int decimals;

    Metric(String key, String heading, int decimals) {
        this.key = key;
        this.heading = heading;
        this.decimals = decimals;
    }

    static Optional<Metric> byKey(String key) {
        return Arrays.stream(values()).filter(metric -> metric.key.equals(key)).findFirst();
    }

    String key() {
        return key;
    }

    String heading() {
        return heading;
    }

    String show(double value) {
        return String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }
}
