package io.snowgate.gateway;

import java.util.regex.Pattern;

/** Hides what must not be printed: the user part of a URL, and passwords that are not the name of a file. */
final class ConfigSecrets {

    static final String MASK = "***";

    private static final Pattern USER_OF_URL = Pattern.compile("(?<=://)\\S*@");

    private ConfigSecrets() {}

    static String mask(String path, String value) {
        if (path.contains("password") && !path.endsWith("-file")) {
            return MASK;
        }
        return maskUrls(value);
    }

    static String maskUrls(String text) {
        return USER_OF_URL.matcher(text).replaceAll(MASK + "@");
    }
}
