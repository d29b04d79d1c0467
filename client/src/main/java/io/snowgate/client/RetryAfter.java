package io.snowgate.client;

import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;

/** Reads {@code Retry-After}, which is seconds or a date (RFC 9110, section 10.2.3). */
final class RetryAfter {

    private static final Duration LONGEST = Duration.ofDays(1);

    private RetryAfter() {}

    /** How long to leave the gateway alone; 0 where it does not say so in a way that can be read. */
    static long nanos(HttpHeaders headers, Instant now) {
        return headers.firstValue("retry-after")
                .map(value -> read(value.strip(), now))
                .filter(wait -> !wait.isNegative())
                .map(wait -> wait.compareTo(LONGEST) < 0 ? wait : LONGEST)
                .orElse(Duration.ZERO)
                .toNanos();
    }

    private static Duration read(String value, Instant now) {
        if (value.matches("[0-9]{1,9}")) {
            return Duration.ofSeconds(Long.parseLong(value));
        }
        try {
            Instant then = ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            return Duration.between(now, then);
        } catch (DateTimeParseException e) {
            return Duration.ZERO;
        }
    }
}
