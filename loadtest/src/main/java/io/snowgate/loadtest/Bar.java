package io.snowgate.loadtest;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * What Snowgate has to show in one setting.
 *
 * @param contestant Snowgate, or a variant of it
 * @param against whose figure is the measure, of several the lowest; nobody when the limit is absolute
 * @param limit the most that is good, or the least
 * @param isLeast whether it is the least
 */
record Bar(
        String scenario,
        Setting setting,
        Metric metric,
        String contestant,
        List<String> against,
        double limit,
        boolean isLeast) {

    private static final String MET = ": met";
    private static final double PERCENT = 100;

    Bar {
        against = List.copyOf(against);
    }

    static Bar ratio(String scenario, Setting setting, Metric metric, double limit, String... against) {
        return new Bar(scenario, setting, metric, Peer.SNOWGATE, List.of(against), limit, false);
    }

    static Bar absolute(String scenario, Setting setting, Metric metric, double limit) {
        return new Bar(scenario, setting, metric, Peer.SNOWGATE, List.of(), limit, false);
    }

    static Bar least(String scenario, Setting setting, Metric metric, double limit) {
        return new Bar(scenario, setting, metric, Peer.SNOWGATE, List.of(), limit, true);
    }

    boolean isOf(Measured measured) {
        return measured.scenario().equals(scenario) && measured.setting().equals(setting);
    }

    OptionalDouble value(Measured measured) {
        if (against.isEmpty()) {
            return measured.median(contestant, metric);
        }
        return against.stream()
                .map(peer -> measured.ratio(contestant, peer, metric))
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .max();
    }

    /** The contestant beside whom it is shown. */
    String row() {
        return against.size() == 1 ? against.getFirst() : contestant;
    }

    String verdict(double value) {
        String what = against.size() == 1 ? "" : metric.heading() + " " + show(value) + whose() + ", ";
        return what
                + (isLeast ? "at least " : "at most ")
                + show(limit)
                + (isLeast ? judgeLeast(value) : judge(value, limit));
    }

    private String whose() {
        return against.isEmpty() ? "" : " of the better of " + String.join(" and ", against);
    }

    private String show(double value) {
        return against.isEmpty() ? metric.show(value) : String.format(Locale.ROOT, "%.2f", value);
    }

    private String judgeLeast(double value) {
        return value >= limit ? MET : String.format(Locale.ROOT, ": missed by %.0f %%", (1 - value / limit) * PERCENT);
    }

    static String judge(double value, double limit) {
        if (value <= limit) {
            return MET;
        }
        return limit == 0
                ? ": missed"
                : String.format(Locale.ROOT, ": missed by %.0f %%", (value / limit - 1) * PERCENT);
    }
}
