package io.snowgate.gateway.endpoint;

import io.snowgate.gateway.http.Query.BadQueryException;

/**
 * The value of {@code since}: any tag this state was ever served with, in its quotes or without them, weak or not. What
 * stands behind the hash in it is passed over.
 */
final class Since {

    private static final int HASH_CHARS = 32;
    private static final int MAX_CHARS = 100;

    private Since() {}

    /** Where the hash begins in {@code tag}. */
    static int hashOffset(String tag) throws BadQueryException {
        int offset = tag.startsWith("W/\"") ? 3 : tag.startsWith("\"") ? 1 : 0;
        if (tag.length() > MAX_CHARS || !isHash(tag, offset)) {
            throw new BadQueryException("since must be an ETag of this state: " + tag);
        }
        return offset;
    }

    private static boolean isHash(String tag, int offset) {
        int end = offset + HASH_CHARS;
        for (int i = offset; i < end; i++) {
            if (i >= tag.length() || !isHexDigit(tag.charAt(i))) {
                return false;
            }
        }
        return end == tag.length() || tag.charAt(end) == '"' || tag.charAt(end) == '-';
    }

    private static boolean isHexDigit(char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
    }
}
