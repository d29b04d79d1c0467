package io.snowgate.gateway;

import java.util.regex.Pattern;

/**
 * Hides what must not be printed: the user part of a URL, parameters of a URL that go by the name of a secret, and passwords
 * that are not the name of a file.
 */
final class ConfigSecrets {

    static final String MASK = "***";

    private static final Pattern USER_OF_URL = Pattern.compile("(?<=://)\\S*@");

    private static final Pattern SECRET_OF_QUERY = Pattern.compile("(?i)([?&](?![^=&\\s]*-file=)[^=&\\s]*"
            + "(?:password|passwd|secret|token|key|signature|sig|authMechanismProperties)[^=&\\s]*=)[^&\\s]*");

    private ConfigSecrets() {}

    static String mask(String path, String value) {
        if (path.contains("password") && !path.endsWith("-file")) {
            return MASK;
        }
        return maskUrls(value);
    }

    static String maskUrls(String text) {
        String withoutUser = USER_OF_URL.matcher(text).replaceAll(MASK + "@");
        return SECRET_OF_QUERY.matcher(withoutUser).replaceAll("$1" + MASK);
    }
}
