package io.snowgate.loadtest;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An answer of HTTP/1.1 to one request on a connection of its own.
 *
 * @param body a character for each octet
 */
record Answer(int status, String head, String body) {

    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 (\\d{3})[ \r].*", Pattern.DOTALL);
    private static final String END_OF_HEAD = "\r\n\r\n";

    /** All octets until the server closed. */
    static Optional<Answer> parse(byte[] octets) {
        String text = new String(octets, StandardCharsets.ISO_8859_1);
        Matcher status = STATUS.matcher(text);
        int end = text.indexOf(END_OF_HEAD);
        if (end < 0 || !status.matches()) {
            return Optional.empty();
        }
        String body = text.substring(end + END_OF_HEAD.length());
        return Optional.of(new Answer(Integer.parseInt(status.group(1)), text.substring(0, end), body));
    }

    Optional<String> field(String name) {
        Matcher line = Pattern.compile("(?im)^" + Pattern.quote(name) + ": *(.*?) *\r?$")
                .matcher(head);
        return line.find() ? Optional.of(line.group(1)) : Optional.empty();
    }
}
