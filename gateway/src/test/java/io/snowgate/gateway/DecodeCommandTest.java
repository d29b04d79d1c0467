package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DecodeCommandTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            decode 1541815603606036480                       | 1541815603606036480   2022-06-28T16:07:40.105Z        378          11      26         0  \\d+ d \\d\\d:\\d\\d:\\d\\d\\.\\d{3}
            decode --layout discord 175928847299117063       | 175928847299117063    2016-04-30T11:18:25.796Z         32           1       0         7  \\d+ d .*
            decode --layout instagram 1465766914780715073    | 1465766914780715073   2017-03-08T06:04:14.279Z        406           0     406        65  \\d+ d .*
            decode --layout sonyflake 2071261228866624       | 2071261228866624      2025-01-15T06:56:07.890Z      40000           0   40000       200  \\d+ d .*
            decode --form signed -- 5                        | 5                     2010-11-04T01:42:54.657Z          0           0       0         5  \\d+ d .*
            decode 8888888888888888888                       | 8888888888888888888   2077-.*Z .* in \\d+ d .*
            """)
    void printsATable(String arguments, String row) {
        Outcome outcome = run(arguments);

        assertThat(outcome.err()).isEmpty();
        List<String> lines = outcome.out().lines().toList();
        assertThat(lines).hasSize(2);
        assertThat(lines.getFirst())
                .isEqualTo(
                        "id                    time                      worker id  datacenter  worker  sequence  age");
        assertThat(lines.getLast()).matches(row);
        assertThat(outcome.status()).isZero();
        assertThat(outcome.started()).isEmpty();
    }

    @Test
    void printsAnObjectALine() {
        Outcome outcome = run("decode --layout tsid --format json 01226N0640J7K 38390726480144748");

        assertThat(outcome.out().lines()).hasSize(2);
        assertThat(outcome.out())
                .contains("{\"id\":\"38390726480144748\",\"time\":\"2020-04-15T22:31:02.458Z\",\"epochMillis\":");
    }

    @Test
    void usesTheConfiguredLayoutUnlessOneIsNamed() {
        assertThat(run("decode --set snowflake.epoch-millis=0 --format json 0").out())
                .contains("\"time\":\"1970-01-01T00:00:00.000Z\"");
        assertThat(run("decode --set snowflake.epoch-millis=0 --layout discord --format json 0")
                        .out())
                .contains("\"time\":\"2015-01-01T00:00:00.000Z\"");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            decode 12x4                      | a decimal ID cannot have 'x' at position 2 (in 12x4)
            decode 1 12x4                    | a decimal ID cannot have 'x' at position 2 (in 12x4)
            decode -- -5                     | id must be 0..9223372036854775807: 18446744073709551611
            decode --form octal 1            | form must be one of decimal, signed, hex, base62, base32: octal
            decode --format text 1           | --format must be one of table, json: text
            decode --layout facebook 1       | --layout must be one of twitter, js-safe-53, sharded-41-11-12, discord, instagram, sonyflake, baidu, tsid: facebook
            decode                           | decode needs an ID: `snowgate decode --help`
            """)
    void refusesWithOneLine(String arguments, String line) {
        assertThat(run(arguments).refusal()).isEqualTo(line);
    }

    @Test
    void helps() {
        Outcome outcome = Outcome.of("decode", "--help");

        assertThat(outcome.out()).startsWith("Usage: snowgate decode ").contains("--form=FORM", "Exit codes:");
        assertThat(outcome.out().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(111));
        assertThat(outcome.status()).isZero();
    }

    private static Outcome run(String arguments) {
        return Outcome.of(arguments.split(" +", -1));
    }
}
