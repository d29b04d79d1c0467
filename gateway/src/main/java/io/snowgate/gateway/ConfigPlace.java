package io.snowgate.gateway;

import com.typesafe.config.ConfigOrigin;
import com.typesafe.config.ConfigValue;

/** Where a value was written, for messages: {@code site.conf:3}, {@code --port}, the name of a variable. */
final class ConfigPlace {

    private ConfigPlace() {}

    static String of(ConfigValue value) {
        return of(value.origin());
    }

    static String of(ConfigOrigin origin) {
        if (origin.lineNumber() < 1) {
            return origin.description();
        }
        return file(origin) + ":" + origin.lineNumber();
    }

    static String variable(String name) {
        return "environment variable " + name;
    }

    private static String file(ConfigOrigin origin) {
        String filename = origin.filename();
        return filename != null ? filename : origin.description().replaceFirst(": [0-9]+(-[0-9]+)?$", "");
    }
}
