package io.snowgate.loadtest;

import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;

/** What every client can tell of a turn under load. */
final class Figures {

    private Figures() {}

    /**
     * To be added to.
     *
     * @param client its name
     * @param answered requests
     * @throws Failure when there were none
     */
    static Map<Metric, Double> of(String client, long answered, double seconds, long errors, Target target, CpuUse use)
            throws IOException, Failure {
        if (answered == 0) {
            throw new Failure(client + " got no answer");
        }
        Map<Metric, Double> figures = new EnumMap<>(Metric.class);
        figures.put(Metric.REQUESTS_PER_SECOND, answered / seconds);
        figures.put(Metric.CPU_MICROS, use.serverMicros() / answered);
        figures.put(Metric.RSS_MIB, target.rssMib());
        figures.put(Metric.ERRORS, (double) errors);
        use.addTo(figures);
        return figures;
    }
}
