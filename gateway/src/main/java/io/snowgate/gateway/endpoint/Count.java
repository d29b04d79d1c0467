package io.snowgate.gateway.endpoint;

import io.snowgate.gateway.http.Query;
import io.snowgate.gateway.http.Query.BadQueryException;
import org.jspecify.annotations.Nullable;

/** How many are asked for: digits, and 1 when nothing is said. */
final class Count {

    /** Digits that always fit into a long. */
    private static final int MOST_DIGITS = 18;

    private static final int NONE = -1;

    private Count() {}

    /** The parameter {@code n} as sent, with its escapes resolved; null when there is none. */
    static @Nullable String of(String query) throws BadQueryException {
        return query.isEmpty() ? null : Query.value(query, "n");
    }

    /** What {@code n} says, or a negative number when that is not 1..{@code max}. */
    static long within(@Nullable String n, long max) {
        if (n == null || n.isEmpty()) {
            return 1;
        }
        long count = number(n);
        return count < 1 || count > max ? NONE : count;
    }

    private static long number(String n) {
        if (n.length() > MOST_DIGITS) {
            return NONE;
        }
        long number = 0;
        for (int i = 0; i < n.length(); i++) {
            int digit = n.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return NONE;
            }
            number = 10 * number + digit;
        }
        return number;
    }
}
