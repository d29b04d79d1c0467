package io.snowgate.gateway.http;

import org.jspecify.annotations.Nullable;

/** Comparing entity tags (<a href="https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2">RFC 9110, 13.1.2</a>). */
public final class EntityTags {

    private EntityTags() {}

    /**
     * Whether {@code ifNoneMatch} lists {@code etag}, which is strong and in its quotes, by the weak comparison, or is
     * {@code *}. No allocation for the usual case of one tag.
     */
    public static boolean matches(@Nullable CharSequence ifNoneMatch, CharSequence etag) {
        if (ifNoneMatch == null) {
            return false;
        }
        String list = ifNoneMatch.toString();
        String tag = etag.toString();
        if (list.equals(tag) || list.equals("*")) {
            return true;
        }
        for (int at = list.indexOf(tag); at >= 0; at = list.indexOf(tag, at + 1)) {
            if (beginsMember(list, at) && endsMember(list, at + tag.length())) {
                return true;
            }
        }
        return false;
    }

    private static boolean beginsMember(String list, int at) {
        int before = list.startsWith("W/", at - 2) ? at - 2 : at;
        return before == 0 || isSeparator(list.charAt(before - 1));
    }

    private static boolean endsMember(String list, int at) {
        return at == list.length() || isSeparator(list.charAt(at));
    }

    private static boolean isSeparator(char c) {
        return c == ',' || c == ' ' || c == '\t';
    }
}
