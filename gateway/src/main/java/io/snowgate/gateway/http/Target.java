package io.snowgate.gateway.http;

import io.netty.util.internal.StringUtil;
import org.jspecify.annotations.Nullable;

/**
 * A request target taken apart: path and query
 * (<a href="https://www.rfc-editor.org/rfc/rfc9112#section-3.2">RFC 9112, 3.2</a>). The path's escapes are resolved;
 * a path that would hide a control character or non-ASCII octet is refused. Dot segments are not resolved: no route
 * contains one, so they lead nowhere.
 */
record Target(String path, String query) {

    /** The target of a request to the server as a whole. */
    static final Target ASTERISK = new Target("*", "");

    /** The target in its parts, or null when it is not one this server could ever serve. */
    static @Nullable Target parse(String raw) {
        if (raw.equals("*")) {
            return ASTERISK;
        }
        String origin = raw.startsWith("/") ? raw : originForm(raw);
        if (origin == null || !isPlain(origin)) {
            return null;
        }
        int mark = origin.indexOf('?');
        String path = unescape(mark < 0 ? origin : origin.substring(0, mark));
        return path == null ? null : new Target(path, mark < 0 ? "" : origin.substring(mark + 1));
    }

    /** {@code http://host/path} as {@code /path}: proxies are sent that form, and servers must accept it. */
    private static @Nullable String originForm(String absolute) {
        int scheme = absolute.indexOf("://");
        if (scheme < 0 || !isHttp(absolute.substring(0, scheme))) {
            return null;
        }
        int authority = scheme + "://".length();
        int path = absolute.indexOf('/', authority);
        int query = absolute.indexOf('?', authority);
        if (path < 0 || (query >= 0 && query < path)) {
            return query < 0 ? "/" : "/" + absolute.substring(query);
        }
        return absolute.substring(path);
    }

    private static boolean isHttp(String scheme) {
        return scheme.equalsIgnoreCase("http") || scheme.equalsIgnoreCase("https");
    }

    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c <= ' ' || c >= 0x7f || c == '#') {
                return false;
            }
        }
        return true;
    }

    /** {@code text} with its escapes resolved, or null when one is broken or hides what may not stand in text. */
    static @Nullable String unescape(String text) {
        int percent = text.indexOf('%');
        if (percent < 0) {
            return text;
        }
        StringBuilder plain = new StringBuilder(text.length());
        int from = 0;
        for (; percent >= 0; percent = text.indexOf('%', from)) {
            int octet = octetAt(text, percent + 1);
            if (octet < ' ' || octet >= 0x7f) {
                return null;
            }
            plain.append(text, from, percent).append((char) octet);
            from = percent + 3;
        }
        return plain.append(text, from, text.length()).toString();
    }

    private static int octetAt(String text, int index) {
        if (index + 2 > text.length()) {
            return -1;
        }
        int high = StringUtil.decodeHexNibble(text.charAt(index));
        int low = StringUtil.decodeHexNibble(text.charAt(index + 1));
        return high < 0 || low < 0 ? -1 : high << 4 | low;
    }
}
