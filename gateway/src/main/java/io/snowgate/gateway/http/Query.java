package io.snowgate.gateway.http;

import org.jspecify.annotations.Nullable;

/**
 * Query parameters, looked up one by one in the query as sent: nothing is built for parameters nobody asks for, and
 * unknown ones are passed over.
 */
public final class Query {

    private Query() {}

    /**
     * The value of a parameter with its escapes resolved, or null when it is absent.
     *
     * @throws BadQueryException when it is given twice or its escapes are broken
     */
    public static @Nullable String value(String query, String name) throws BadQueryException {
        String found = null;
        for (int start = 0; start < query.length(); ) {
            int end = endOfParameter(query, start);
            if (isNamed(query, start, end, name)) {
                if (found != null) {
                    throw new BadQueryException(name + " must be given once");
                }
                found = unescape(query.substring(Math.min(end, start + name.length() + 1), end), name);
            }
            start = end + 1;
        }
        return found;
    }

    private static int endOfParameter(String query, int start) {
        int end = query.indexOf('&', start);
        return end < 0 ? query.length() : end;
    }

    private static boolean isNamed(String query, int start, int end, String name) {
        int nameEnd = start + name.length();
        return query.startsWith(name, start) && (nameEnd == end || (nameEnd < end && query.charAt(nameEnd) == '='));
    }

    private static String unescape(String raw, String name) throws BadQueryException {
        String plain = Target.unescape(raw);
        if (plain == null) {
            throw new BadQueryException(name + " has a broken or forbidden % escape: " + raw);
        }
        return plain;
    }

    /** A query that cannot be used; the message says why and is meant for the client. */
    public static final class BadQueryException extends Exception {

        private static final long serialVersionUID = 1;

        public BadQueryException(String message) {
            super(message, null, false, false);
        }
    }
}
