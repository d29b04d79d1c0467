package io.snowgate.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpDateTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    784111777000 | Sun, 06 Nov 1994 08:49:37 GMT
                    784111777999 | Sun, 06 Nov 1994 08:49:37 GMT
                    0            | Thu, 01 Jan 1970 00:00:00 GMT
                    -1           | Wed, 31 Dec 1969 23:59:59 GMT
                    951782400000 | Tue, 29 Feb 2000 00:00:00 GMT
                    """)
    void writesTheSecondInWhichTheMillisecondLies(long epochMillis, String date) {
        assertThat(HttpDate.of(epochMillis).toString()).isEqualTo(date).hasSize(29);
    }

    @ParameterizedTest
    @CsvSource({"de", "ar", "th"})
    void speaksEnglishWhereverItRuns(String language) {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag(language));
        try {
            assertThat(HttpDate.of(784111777000L).toString()).isEqualTo("Sun, 06 Nov 1994 08:49:37 GMT");
        } finally {
            Locale.setDefault(before);
        }
    }
}
