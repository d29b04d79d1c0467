package io.snowgate.gateway.endpoint;

import io.snowgate.generator.TextForm;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** {@link TextForm}s by the name they have on the command line and in a query: {@code decimal}, {@code base62}. */
public final class TextForms {

    private static final String ALLOWED =
            Arrays.stream(TextForm.values()).map(TextForms::name).collect(Collectors.joining(", "));

    private TextForms() {}

    /**
     * The form of that name.
     *
     * @throws IllegalArgumentException for any other; the message says which are allowed
     */
    public static TextForm named(String name) {
        for (TextForm form : TextForm.values()) {
            if (name(form).equals(name)) {
                return form;
            }
        }
        throw new IllegalArgumentException("form must be one of " + ALLOWED + ": " + name);
    }

    private static String name(TextForm form) {
        return form.name().toLowerCase(Locale.ROOT);
    }
}
