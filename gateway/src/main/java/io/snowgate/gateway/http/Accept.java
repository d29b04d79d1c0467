package io.snowgate.gateway.http;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a client would rather have (<a href="https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1">RFC 9110, 12.5.1</a>). */
public final class Accept {

    private static final int MAX_RANGES = 32;

    private Accept() {}

    /**
     * The type that {@code accept} names and ranks highest, {@code usual} where it ranks none above that. Ranges with a
     * {@code *} decide nothing: whoever sends one takes what is usual.
     */
    public static String preferred(@Nullable CharSequence accept, String usual, String... others) {
        if (accept == null) {
            return usual;
        }
        String[] ranges = accept.toString().split(",", MAX_RANGES);
        String best = usual;
        double highest = quality(ranges, usual);
        for (String other : others) {
            double quality = quality(ranges, other);
            if (quality > highest) {
                best = other;
                highest = quality;
            }
        }
        return best;
    }

    private static double quality(String[] ranges, String type) {
        for (String range : ranges) {
            String[] parts = range.split(";", MAX_RANGES);
            if (parts[0].trim().toLowerCase(Locale.ROOT).equals(type)) {
                return quality(parts);
            }
        }
        return 0;
    }

    private static double quality(String[] parts) {
        for (int i = 1; i < parts.length; i++) {
            String parameter = parts[i].trim();
            if (parameter.startsWith("q=") || parameter.startsWith("Q=")) {
                return number(parameter.substring(2));
            }
        }
        return 1;
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException notANumber) {
            return 0;
        }
    }
}
