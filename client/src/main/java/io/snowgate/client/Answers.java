package io.snowgate.client;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what gateways answer, and believes nothing that does not fit to what was asked. */
final class Answers {

    /** Nanoseconds since 1970 and an index from 1. */
    static final int TIMESTAMP_BYTES = 2 * Long.BYTES;

    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final Pattern RANGE = Pattern.compile("\"from\":\\s*([0-9]{1,19}),\\s*\"to\":\\s*([0-9]{1,19})");
    private static final int MOST_SHOWN = 80;

    private Answers() {}

    /** {@code {"name":"orders","from":1,"to":11}}. */
    static Range range(byte[] body, long count) throws MalformedAnswerException {
        Matcher found = RANGE.matcher(text(body));
        if (!found.find()) {
            throw new MalformedAnswerException("no range: " + shown(body));
        }
        long from = number(found.group(1));
        long to = number(found.group(2));
        if (from < 1 || to - from != count) {
            throw new MalformedAnswerException("no range of " + count + ": " + shown(body));
        }
        return new Range(from, to);
    }

    /** Consecutive timestamps, of which the first and the last are looked at. */
    static Range timestamps(byte[] body, int count) throws MalformedAnswerException {
        if (body.length != count * TIMESTAMP_BYTES) {
            throw new MalformedAnswerException(
                    "not " + count + " timestamps of " + TIMESTAMP_BYTES + " octets, but " + body.length + " octets");
        }
        ByteBuffer octets = ByteBuffer.wrap(body);
        long first = timestamp(octets, 0);
        long last = timestamp(octets, body.length - TIMESTAMP_BYTES);
        if (last - first != count - 1) {
            throw new MalformedAnswerException("timestamps that are not consecutive");
        }
        return new Range(first, last + 1);
    }

    private static long timestamp(ByteBuffer octets, int at) throws MalformedAnswerException {
        long nanos = octets.getLong(at);
        long logical = octets.getLong(at + Long.BYTES) - 1;
        long millis = nanos / NANOS_PER_MILLI;
        boolean fits = nanos > 0 && nanos % NANOS_PER_MILLI == 0 && logical >= 0 && logical <= Timestamps.MAX_LOGICAL;
        if (!fits) {
            throw new MalformedAnswerException("no timestamp: " + nanos + ", " + (logical + 1));
        }
        return millis << Timestamps.LOGICAL_BITS | logical;
    }

    /** Decimal IDs, one a line. */
    static long[] ids(byte[] body, int count) throws MalformedAnswerException {
        List<String> lines = text(body).lines().toList();
        if (lines.size() != count) {
            throw new MalformedAnswerException("not " + count + " IDs: " + shown(body));
        }
        long[] ids = new long[count];
        for (int i = 0; i < count; i++) {
            ids[i] = number(lines.get(i));
        }
        return ids;
    }

    private static long number(String digits) throws MalformedAnswerException {
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException e) {
            throw new MalformedAnswerException("no number: " + digits);
        }
    }

    /** The beginning of a body, fit for a message. */
    static String shown(byte[] body) {
        String printable = text(body).strip().replaceAll("[^ -~]", "?");
        return printable.length() <= MOST_SHOWN ? printable : printable.substring(0, MOST_SHOWN) + "…";
    }

    private static String text(byte[] body) {
        return new String(body, StandardCharsets.UTF_8);
    }
}
