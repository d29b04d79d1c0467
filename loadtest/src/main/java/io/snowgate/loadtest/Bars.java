package io.snowgate.loadtest;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The bars that Snowgate has set itself, those within one setting. */
final class Bars {

    private static final String NGINX = "nginx";
    private static final String H2O = "h2o";
    private static final String STATE = "state";
    private static final String DELTA = "state-delta";
    private static final String ID = "id";
    private static final Setting HTTPS = Setting.https(1, 64);
    private static final Setting PLAIN = new Setting(false, 1, 64, "");
    private static final Setting HTTP2 = Setting.https(2, 64);
    private static final String FULL_BODY = RequestScenario.OWN_FULL_BODY;
    private static final String TIMESTAMP = TimestampScenario.NAME;
    private static final Setting HUNDRED_PLAIN = TimestampScenario.PLAIN.of(TimestampScenario.HUNDRED);
    private static final String EPICEPOCH = "epicepoch";
    private static final double MOST_MIB = 400e6 / (1 << 20);

    private static final List<Bar> ALL = List.of(
            Bar.ratio(STATE, HTTPS, Metric.CPU_MICROS, 0.95, H2O),
            Bar.ratio(STATE, HTTPS, Metric.CPU_MICROS, 0.76, NGINX),
            Bar.ratio(STATE, PLAIN, Metric.CPU_MICROS, 1.0, H2O),
            Bar.ratio(STATE, HTTP2, Metric.CPU_MICROS, 1.4, H2O),
            Bar.ratio(STATE, HTTP2, Metric.CPU_MICROS, 1.0, NGINX),
            Bar.ratio(STATE, HTTP2, Metric.CPU_MICROS, 1.0, "haproxy"),
            Bar.ratio(STATE, HTTP2, Metric.CPU_MICROS, 1.0, "vertx"),
            Bar.ratio("state-304", HTTPS, Metric.CPU_MICROS, 0.85, FULL_BODY),
            Bar.ratio(DELTA, HTTPS.of(Asking.SINCE), Metric.CPU_MICROS, 0.85, FULL_BODY),
            Bar.ratio(DELTA, HTTPS.of(Asking.DICTIONARY), Metric.CPU_MICROS, 0.85, FULL_BODY),
            Bar.ratio(ID, HTTPS, Metric.CPU_MICROS, 0.65, "go"),
            Bar.ratio(ID, HTTPS, Metric.CPU_MICROS, 1.0, H2O, NGINX),
            Bar.ratio(BurstScenario.NAME, BurstScenario.HTTPS, Metric.CPU_MICROS, 0.8, NGINX),
            Bar.absolute(BurstScenario.NAME, BurstScenario.HTTPS, Metric.ERRORS, 0),
            Bar.ratio(HandshakeScenario.NAME, HandshakeScenario.FULLY, Metric.CPU_MICROS_PER_HANDSHAKE, 0.75, NGINX),
            Bar.ratio(
                    HandshakeScenario.NAME,
                    HandshakeScenario.RESUMED,
                    Metric.CPU_MICROS_PER_HANDSHAKE,
                    0.6,
                    HandshakeScenario.OWN_FULL),
            Bar.ratio(LatencyScenario.NAME, LatencyScenario.HTTPS, Metric.P99_MILLIS, 1.2, H2O, NGINX),
            Bar.absolute(LatencyScenario.NAME, LatencyScenario.HTTPS, Metric.P999_MILLIS, 10),
            Bar.absolute(IdleScenario.NAME, IdleScenario.HELD, Metric.KB_PER_CONNECTION, 20),
            Bar.absolute(IdleScenario.NAME, IdleScenario.HELD, Metric.RSS_MIB, MOST_MIB),
            Bar.absolute(ColdStartScenario.NAME, ColdStartScenario.HTTPS, Metric.FIRST_ANSWER_MILLIS, 1_000),
            new Bar(
                    ColdStartScenario.NAME,
                    ColdStartScenario.HTTPS,
                    Metric.FIRST_ANSWER_MILLIS,
                    ColdStartScenario.WITHOUT_CACHE,
                    List.of(),
                    2_000,
                    false),
            Bar.ratio(TIMESTAMP, TimestampScenario.PLAIN, Metric.CPU_MICROS, 0.35, EPICEPOCH),
            Bar.absolute(TIMESTAMP, TimestampScenario.PLAIN, Metric.P99_MILLIS, 5),
            Bar.ratio(TIMESTAMP, HUNDRED_PLAIN, Metric.CPU_MICROS, 0.25, EPICEPOCH),
            Bar.absolute(TIMESTAMP, HUNDRED_PLAIN, Metric.P99_MILLIS, 5),
            Bar.least(TIMESTAMP, HUNDRED_PLAIN, Metric.VALUES_PER_SECOND, 3_000_000),
            overTls(TimestampScenario.HTTPS),
            overTls(TimestampScenario.HTTPS.of(TimestampScenario.HUNDRED)),
            overTls(TimestampScenario.HTTP2),
            overTls(TimestampScenario.HTTP2.of(TimestampScenario.HUNDRED)),
            Bar.ratio(SequenceScenario.NAME, SequenceScenario.ONE_FAST, Metric.MICROS_PER_VALUE, 1.0, "rrseq"));

    private Bars() {}

    private static Bar overTls(Setting setting) {
        return Bar.ratio(TIMESTAMP, setting, Metric.CPU_MICROS, 1.4, TimestampScenario.OWN_PLAIN);
    }

    static List<Bar> of(Measured measured) {
        return ALL.stream().filter(bar -> bar.isOf(measured)).toList();
    }

    /** The peers that matter to a bar there. */
    static Set<String> names(String scenario, Setting setting) {
        Set<String> names = new HashSet<>(Set.of(Peer.SNOWGATE));
        of(new Measured(scenario, setting)).forEach(bar -> names.addAll(bar.against()));
        return names;
    }
}
