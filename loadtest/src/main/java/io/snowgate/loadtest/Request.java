package io.snowgate.loadtest;

import java.util.List;

/**
 * What is asked for again and again.
 *
 * @param fields of the header, as {@code name: value}
 * @param expected the hundreds of the status that is a success, 2 or 3
 */
record Request(String path, List<String> fields, int expected) {

    static Request of(String path, String... fields) {
        return new Request(path, List.of(fields), 2);
    }

    String url(Target target, Setting setting) {
        return (setting.tls() ? "https" : "http") + "://localhost:" + target.port(setting.tls()) + path;
    }
}
