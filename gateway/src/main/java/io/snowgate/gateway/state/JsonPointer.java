package io.snowgate.gateway.state;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** A JSON Pointer (RFC 6901) as the steps that it takes. */
final class JsonPointer {

    private static final Pattern POINTER = Pattern.compile("(?:/[^~/]*+(?:~[01][^~/]*+)*+)*+");
    private static final Pattern INDEX = Pattern.compile("0|[1-9][0-9]{0,8}");
    private static final String ALLOWED = "empty or a JSON Pointer such as /public/results";

    private JsonPointer() {}

    /** What {@code pointer} would have to be; empty when it is. */
    static Optional<String> complaint(String pointer) {
        return POINTER.matcher(pointer).matches() ? Optional.empty() : Optional.of(ALLOWED);
    }

    /** @throws IllegalArgumentException when it is none */
    static List<String> parse(String pointer) {
        complaint(pointer).ifPresent(allowed -> {
            throw new IllegalArgumentException("must be " + allowed + ": " + pointer);
        });
        return Arrays.stream(pointer.split("/", -1))
                .skip(1)
                .map(step -> step.replace("~1", "/").replace("~0", "~"))
                .toList();
    }

    /** Which element {@code step} names in an array; negative when none. */
    static int index(String step) {
        return INDEX.matcher(step).matches() ? Integer.parseInt(step) : -1;
    }
}
