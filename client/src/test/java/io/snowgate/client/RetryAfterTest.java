package io.snowgate.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryAfterTest {

    private static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1                             | PT1S",
                "0                             | PT0S",
                "120                           | PT2M",
                "999999999                     | PT24H",
                "Sat, 21 Nov 2026 10:00:03 GMT | PT3S",
                "Sat, 21 Nov 2026 09:00:00 GMT | PT0S",
                "-1                            | PT0S",
                "soon                          | PT0S",
                "99999999999999999999          | PT0S",
            })
    void readsSecondsAndDatesAndIgnoresTheRest(String value, Duration expected) {
        HttpHeaders headers = HttpHeaders.of(Map.of("Retry-After", List.of(value)), (name, text) -> true);
        assertThat(Duration.ofNanos(RetryAfter.nanos(headers, NOW))).isEqualTo(expected);
    }

    @Test
    void isNothingWhereThereIsNone() {
        assertThat(RetryAfter.nanos(HttpHeaders.of(Map.of(), (name, text) -> true), NOW))
                .isZero();
    }
}
