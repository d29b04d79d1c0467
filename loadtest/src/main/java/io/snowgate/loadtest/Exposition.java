package io.snowgate.loadtest;

import java.util.OptionalDouble;

/** Figures in the text that Prometheus reads. */
final class Exposition {

    private Exposition() {}

    /** Of a name without labels. */
    static OptionalDouble value(String text, String name) {
        return text.lines()
                .filter(line -> line.startsWith(name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
                .findFirst();
    }
}
