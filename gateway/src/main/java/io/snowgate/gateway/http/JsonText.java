package io.snowgate.gateway.http;

import com.fasterxml.jackson.core.io.JsonStringEncoder;

/** Text of others, made fit to stand in an answer: JSON-escaped, and never longer than a line. */
final class JsonText {

    private static final int MAX_CHARS = 200;

    private JsonText() {}

    static String escape(String text) {
        return new String(JsonStringEncoder.getInstance().quoteAsString(shorten(text)));
    }

    private static String shorten(String text) {
        return text.length() <= MAX_CHARS ? text : text.substring(0, MAX_CHARS) + "…";
    }
}
