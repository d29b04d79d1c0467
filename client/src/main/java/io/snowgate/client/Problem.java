package io.snowgate.client;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what a gateway says is wrong: the detail of a problem document (RFC 9457), or any text. */
final class Problem {

    private static final Pattern DETAIL = Pattern.compile("\"detail\":\\s*\"((?:[^\"\\\\]|\\\\.){1,500})\"");

    private Problem() {}

    static String detail(byte[] body) {
        Matcher detail = DETAIL.matcher(new String(body, StandardCharsets.UTF_8));
        return detail.find() ? detail.group(1) : Answers.shown(body);
    }
}
