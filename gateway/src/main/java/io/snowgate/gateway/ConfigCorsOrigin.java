package io.snowgate.gateway;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Whether a text can be an origin as a browser serialises it (RFC 6454, section 6.2). One that no browser sends would
 * never match, and whoever wrote it would look for the reason elsewhere.
 */
final class ConfigCorsOrigin {

    private static final Pattern SERIALISED = Pattern.compile("(?<scheme>[a-z][a-z0-9+.-]*)://"
            + "(?:[a-z0-9_~-]+(?:\\.[a-z0-9_~-]+)*|\\[[0-9a-f:.]+\\])" + "(?::(?<port>[1-9][0-9]{0,4}))?");
    private static final Pattern LOOKS_LIKE_A_URL = Pattern.compile("(?<origin>[^/?#]+://[^/?#]+)[/?#].*");
    private static final int MAX_PORT = 65_535;

    private ConfigCorsOrigin() {}

    /** What the text must be instead, or nothing when it is an origin. */
    static Optional<String> complaint(String text) {
        Matcher parts = SERIALISED.matcher(text);
        return parts.matches() ? complaintAboutPort(parts) : Optional.of(hint(text));
    }

    private static Optional<String> complaintAboutPort(Matcher parts) {
        String port = parts.group("port");
        if (port != null && Integer.parseInt(port) > MAX_PORT) {
            return Optional.of("origins with a port of 1.." + MAX_PORT);
        }
        return isDefaultPort(parts.group("scheme"), port)
                ? Optional.of("origins without the default port, which no browser sends")
                : Optional.empty();
    }

    private static boolean isDefaultPort(String scheme, @Nullable String port) {
        return (scheme.equals("https") && "443".equals(port)) || (scheme.equals("http") && "80".equals(port));
    }

    private static String hint(String text) {
        Matcher url = LOOKS_LIKE_A_URL.matcher(text);
        if (text.equals("null")) {
            return "origins as scheme://host[:port]; every sandboxed page sends null, so it cannot be allowed";
        }
        if (text.indexOf('*') >= 0) {
            return "* alone or exact origins, without wildcards";
        }
        if (url.matches()) {
            return "origins without a path or trailing slash, such as " + ConfigSecrets.maskUrls(url.group("origin"));
        }
        if (!text.equals(text.toLowerCase(Locale.ROOT))) {
            return "origins in lower case, as browsers send them";
        }
        return text.contains("://")
                ? "origins as scheme://host[:port], nothing else"
                : "origins with their scheme, such as https://" + (text.isBlank() ? "app.example" : text);
    }
}
