package io.snowgate.gateway.http;

import org.jspecify.annotations.Nullable;

/** What a client would rather have (<a href="https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1">RFC 9110, 12.5.1</a>). */
public final class Accept {

    private Accept() {}

    /** True when {@code accept} names {@code application/json} and ranks it above {@code text/plain}. */
    public static boolean prefersJson(@Nullable CharSequence accept) {
        if (accept == null) {
            return false;
        }
        double json = 0;
        double text = 0;
        for (String range : accept.toString().split(",", MAX_RANGES)) {
            String[] parts = range.split(";", MAX_RANGES);
            switch (parts[0].trim().toLowerCase(java.util.Locale.ROOT)) {
                case "application/json" -> json = quality(parts);
                case "text/plain" -> text = quality(parts);
                default -> {}
            }
        }
        return json > text;
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

    private static final int MAX_RANGES = 32;
}
