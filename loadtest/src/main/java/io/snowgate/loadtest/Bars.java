package io.snowgate.loadtest;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The bars that Snowgate has set itself, all of them. */
final class Bars {

    private static final String NGINX = "nginx";
    private static final String H2O = "h2o";
    private static final Setting HTTPS = Setting.https(1, 64);
    private static final Setting PLAIN = new Setting(false, 1, 64, "");
    private static final Setting HTTP2 = Setting.https(2, 64);

    private static final List<Bar> ALL = List.of(
            new Bar("state", HTTPS, Metric.CPU_MICROS, List.of(H2O), 0.95),
            new Bar("state", HTTPS, Metric.CPU_MICROS, List.of(NGINX), 0.76),
            new Bar("state", PLAIN, Metric.CPU_MICROS, List.of(H2O), 1.0),
            new Bar("state", HTTP2, Metric.CPU_MICROS, List.of(H2O), 1.4),
            new Bar("state", HTTP2, Metric.CPU_MICROS, List.of(NGINX), 1.0),
            new Bar("state", HTTP2, Metric.CPU_MICROS, List.of("haproxy"), 1.0),
            new Bar("state", HTTP2, Metric.CPU_MICROS, List.of("vertx"), 1.0),
            new Bar("id", HTTPS, Metric.CPU_MICROS, List.of("go"), 0.65),
            new Bar("id", HTTPS, Metric.CPU_MICROS, List.of(H2O, NGINX), 1.0));

    private Bars() {}

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
