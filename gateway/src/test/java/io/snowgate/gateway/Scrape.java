package io.snowgate.gateway;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** What the management port says at one moment: each line of {@code /metrics} by its name and labels. */
record Scrape(Map<String, Double> samples) {

    static Scrape of(TestGateway gateway) throws IOException, InterruptedException {
        Map<String, Double> samples = new LinkedHashMap<>();
        gateway.admin("/metrics")
                .body()
                .lines()
                .filter(line -> !line.startsWith("#"))
                .forEach(line -> {
                    int space = line.lastIndexOf(' ');
                    samples.put(line.substring(0, space), Double.valueOf(line.substring(space + 1)));
                });
        return new Scrape(samples);
    }

    /** The value of one sample, 0 when it has not been counted yet. */
    double value(String nameAndLabels) {
        return samples.getOrDefault(nameAndLabels, 0.0);
    }
}
