package io.snowgate.loadtest;

import java.util.Arrays;
import java.util.Collection;
import java.util.OptionalDouble;

/** Of an even number the mean of the two in the middle; of none none. */
final class Median {

    private Median() {}

    static OptionalDouble of(Collection<Double> values) {
        if (values.isEmpty()) {
            return OptionalDouble.empty();
        }
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return OptionalDouble.of(middle(sorted));
    }

    private static double middle(double[] sorted) {
        int half = sorted.length / 2;
        return sorted.length % 2 == 1
                ? sorted[half]
                : Arrays.stream(sorted, half - 1, half + 1).sum() / 2;
    }
}
