package io.snowgate.loadtest;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * What Snowgate has to show in one setting.
 *
 * @param against whose figure is the measure, of several the lowest; nobody when the limit is absolute
 * @param limit the most that is good
 */
record Bar(String scenario, Setting setting, Metric metric, List<String> against, double limit) {

    Bar {
        against = List.copyOf(against);
    }

    boolean isOf(Measured measured) {
        return measured.scenario().equals(scenario) && measured.setting().equals(setting);
    }

    OptionalDouble value(Measured measured) {
        if (against.isEmpty()) {
            return measured.median(Peer.SNOWGATE, metric);
        }
        return against.stream()
                .map(peer -> measured.ratio(Peer.SNOWGATE, peer, metric))
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .max();
    }

    String judge(double value) {
        String shown = against.isEmpty() ? metric.show(limit) : String.format(Locale.ROOT, "%.2f", limit);
        return value <= limit
                ? "at most " + shown + ": met"
                : String.format(Locale.ROOT, "at most %s: missed by %.0f %%", shown, (value / limit - 1) * 100);
    }
}
