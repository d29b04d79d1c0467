package io.snowgate.gateway.state;

import java.io.ByteArrayOutputStream;

/** Where values end and what is white space, in bytes that are known to be JSON in UTF-8. */
final class JsonText {

    private JsonText() {}

    static byte[] minified(byte[] json) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(json.length);
        minify(json, 0, json.length, out);
        return out.toByteArray();
    }

    /** Copies without the white space between tokens. Neither end may lie within a string. */
    static void minify(byte[] json, int from, int to, ByteArrayOutputStream out) {
        int at = from;
        while (at < to) {
            int end = json[at] == '"' ? endOfString(json, at) : at + 1;
            if (!isWhiteSpace(json[at])) {
                out.write(json, at, end - at);
            }
            at = end;
        }
    }

    /** Where the string, number or word ends that begins at {@code start}. */
    static int endOfScalar(byte[] json, int start) {
        if (json[start] == '"') {
            return endOfString(json, start);
        }
        int at = start + 1;
        while (at < json.length && !endsWord(json[at])) {
            at++;
        }
        return at;
    }

    private static int endOfString(byte[] json, int start) {
        int at = start + 1;
        while (json[at] != '"') {
            at += json[at] == '\\' ? 2 : 1;
        }
        return at + 1;
    }

    private static boolean endsWord(byte octet) {
        return isWhiteSpace(octet) || octet == ',' || octet == ']' || octet == '}';
    }

    private static boolean isWhiteSpace(byte octet) {
        return octet == ' ' || octet == '\n' || octet == '\r' || octet == '\t';
    }
}
