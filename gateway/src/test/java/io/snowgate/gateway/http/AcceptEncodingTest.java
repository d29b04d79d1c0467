package io.snowgate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.AsciiString;
import io.snowgate.gateway.wire.Coding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AcceptEncodingTest {

    /** Highest rank first; those of one rank joined by {@code =}, in the order of the enum; refused ones left out. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            emptyValue = "",
            value = {
                "'gzip, deflate, br, zstd'            | gzip=br=zstd identity",
                "'gzip, deflate, br, zstd, dcb, dcz'  | gzip=br=zstd=dcb=dcz identity",
                "'deflate, gzip, br, zstd'            | gzip=br=zstd identity",
                "gzip                                 | gzip identity",
                "x-gzip                               | gzip identity",
                "GZip                                 | gzip identity",
                "' gzip ,\tbr '                       | gzip=br identity",
                "''                                   | identity",
                "identity                             | identity",
                "deflate                              | identity",
                "'gzip;q=1.0, br;q=0.5, identity;q=0.7' | gzip identity br",
                "'gzip; q=0.5, br ; q=0.500'          | gzip=br identity",
                "'gzip;q=0.001'                       | gzip identity",
                "'gzip;Q=0.4, br'                     | br gzip identity",
                "'gzip;q=0'                           | identity",
                "'gzip;q=0.000, br'                   | br identity",
                "'gzip;q=5'                           | gzip identity",
                "*                                    | identity gzip=br=zstd",
                "'*;q=0.5, br'                        | br identity gzip=zstd",
                "'gzip, *;q=0'                        | gzip",
                "'*;q=0'                              | ''",
                "'identity;q=0'                       | ''",
                "'identity;q=0, *'                    | gzip=br=zstd",
                "'identity;q=0, br'                   | br",
                "'*;q=0, identity'                    | identity",
                "'gzip, gzip;q=0'                     | gzip identity",
                "'br;q=, gzip'                        | gzip identity",
                "'br;q=x, gzip'                       | gzip identity",
                "'br;q=-1, gzip'                      | gzip identity",
                "'br;q=., gzip'                       | gzip identity",
                "'br;q=NaN, gzip'                     | gzip identity",
                "'br;level=3, gzip'                   | gzip identity",
                "',,;q=1,gzip,'                       | gzip identity",
                "'gzip br'                            | identity",
                "'\"gzip\"'                           | identity",
                "'gzip\u00fc, br'                     | br identity"
            })
    void ranksWhatTheClientTakes(String value, String ranks) {
        assertThat(ranks(AcceptEncoding.of(value))).isEqualTo(ranks);
    }

    @Test
    void parsesWhatItHasSeenLatelyOnlyOnce() {
        AcceptEncoding first = AcceptEncoding.of("gzip, deflate, br;q=0.123");
        assertThat(AcceptEncoding.of(new AsciiString("gzip, deflate, br;q=0.123")))
                .isSameAs(first);
        assertThat(AcceptEncoding.of("gzip, deflate, BR;q=0.123")).isNotSameAs(first);
    }

    @Test
    void keepsNothingThatIsLong() {
        String value = "br" + ", gzip".repeat(100);
        assertThat(AcceptEncoding.of(value)).isNotSameAs(AcceptEncoding.of(value));
    }

    @Test
    void tellsValuesOfOneSlotApart() {
        for (int i = 0; i < 10_000; i++) {
            String known = i % 2 == 0 ? "br" : "gzip";
            assertThat(AcceptEncoding.of("unknown" + i + ", " + known).takes(Coding.BR))
                    .isEqualTo(i % 2 == 0);
        }
    }

    private static String ranks(AcceptEncoding accepted) {
        List<Coding> taken = new ArrayList<>(
                Arrays.stream(Coding.values()).filter(accepted::takes).toList());
        taken.sort(Comparator.comparingInt(accepted::weight).reversed());
        StringBuilder ranks = new StringBuilder();
        for (int i = 0; i < taken.size(); i++) {
            boolean tied = i > 0 && accepted.weight(taken.get(i)) == accepted.weight(taken.get(i - 1));
            ranks.append(i == 0 ? "" : tied ? "=" : " ")
                    .append(taken.get(i).name().toLowerCase(Locale.ROOT));
        }
        return ranks.toString();
    }
}
