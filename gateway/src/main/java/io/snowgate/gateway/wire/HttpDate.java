package io.snowgate.gateway.wire;

import io.netty.util.AsciiString;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * Dates as HTTP writes them: IMF-fixdate, {@code Sun, 06 Nov 1994 08:49:37 GMT}, always 29 octets
 * (<a href="https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7">RFC 9110, 5.6.7</a>). About a microsecond each: render
 * once a second, not once a request.
 */
public final class HttpDate {

    private static final DateTimeFormatter IMF_FIXDATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private HttpDate() {}

    /** The second in which {@code epochMillis} (since 1970, UTC) lies. */
    public static AsciiString of(long epochMillis) {
        return new AsciiString(IMF_FIXDATE.format(Instant.ofEpochMilli(epochMillis)));
    }
}
