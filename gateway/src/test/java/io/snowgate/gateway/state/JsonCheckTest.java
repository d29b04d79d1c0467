package io.snowgate.gateway.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonCheckTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                " [1, 2.5e-3, true, null] \r\n",
                "0",
                "\"text\"",
                "{\"a\":{\"a\":1},\"b\":[{\"a\":2},{\"a\":3}]}",
                "{\"emoji\":\"\uD83D\uDDF3\",\"escaped\":\"\\ud83d\\uddf3\\n\"}",
                "-1"
            })
    void acceptsOneValue(String json) {
        assertThat(fault(json)).isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '`', textBlock = """
                    ``                ~ empty
                    `  \n`            ~ empty
                    {} {}             ~ line 1, column 4: more than one value
                    1 2               ~ more than one value
                    {}x               ~ Unrecognized token 'x'
                    {"a":1            ~ Unexpected end-of-input
                    {"a":"x           ~ Unexpected end-of-input
                    {"a":tru          ~ Unrecognized token 'tru'
                    [NaN]             ~ NaN
                    [-Infinity]       ~ line 1, column
                    [01]              ~ Leading zeroes
                    [+1]              ~ line 1, column
                    [1,]              ~ line 1, column 4
                    {'a':1}           ~ line 1, column 2
                    {"a":1,"a":2}     ~ Duplicate
                    {"a":{"b":1,"b":2}} ~ Duplicate
                    {"a":"\\x"}       ~ line 1, column
                    // note           ~ line 1, column 1
                    <html>            ~ line 1, column 1
                    """)
    void saysWhatIsWrongAndWhere(String json, String fault) {
        assertThat(fault(json)).contains(fault);
    }

    @Test
    void speaksOfTheDocumentAndNotOfTheParser() {
        assertThat(fault("{\"v\":["))
                .isEqualTo("line 1, column 7: Unexpected end-of-input: expected close marker for Array");
    }

    @Test
    void countsLines() {
        assertThat(fault("{\n \"a\": 1,\n \"b\": oops\n}")).startsWith("line 3, column ");
    }

    @Test
    void refusesARawLineBreakInAString() {
        assertThat(fault("\"a\nb\"")).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32", "UTF-32LE", "UTF-32BE"})
    void refusesAnotherEncodingByName(String charset) {
        assertThat(JsonCheck.fault("{\"a\":1}".getBytes(Charset.forName(charset))))
                .contains(charset.substring(0, 6))
                .contains("must be UTF-8");
    }

    @ParameterizedTest
    @CsvSource({"fffe7b007d00, UTF-16", "fffe00007b000000, UTF-32", "0000feff0000007b, UTF-32", "efbbbf7b7d, order mark"
    })
    void refusesAByteOrderMarkByName(String hex, String name) {
        assertThat(JsonCheck.fault(HexFormat.of().parseHex(hex))).contains(name);
    }

    @ParameterizedTest
    @CsvSource({"22c322, 1", "22c0af22, 1", "22eda08022, 1", "22f490808022, 1", "5b80, 1", "22e282, 1", "2241ff22, 2"})
    void refusesWhatIsNotUtf8AndSaysWhere(String hex, int at) {
        assertThat(JsonCheck.fault(HexFormat.of().parseHex(hex))).isEqualTo("not UTF-8 at byte " + at);
    }

    @Test
    void findsABadByteBehindMoreThanOneBufferOfGoodOnes() {
        byte[] bytes = ("\"" + "x".repeat(100_000) + "\"").getBytes(StandardCharsets.UTF_8);
        bytes[90_001] = (byte) 0xfe;
        assertThat(JsonCheck.fault(bytes)).isEqualTo("not UTF-8 at byte 90001");
    }

    @Test
    void acceptsTheDeepestNestingAndNothingDeeper() {
        assertThat(fault(nested(JsonCheck.MAX_NESTING))).isNull();
        assertThat(fault(nested(JsonCheck.MAX_NESTING + 1)))
                .startsWith("line 1, column 51")
                .contains("depth");
    }

    @Test
    void refusesNestingThatWouldOverflowAnyStack() {
        assertThat(fault(nested(100_000))).contains("depth");
        assertThat(fault("[".repeat(5_000_000))).contains("depth");
    }

    @Test
    void leavesTheLengthOfATokenToTheLimitOnTheDocument() {
        assertThat(fault("[" + "1".repeat(200_000) + "]")).isNull();
        assertThat(fault("{\"" + "n".repeat(200_000) + "\":\"" + "s".repeat(30_000_000) + "\"}"))
                .isNull();
    }

    @Test
    void echoesLittleOfTheDocumentAndNoControlCharacter() {
        String name = "secret\\n\\u0007".repeat(1_000);
        String fault = fault("{\"" + name + "\":1,\"" + name + "\":2}");
        assertThat(fault).contains("Duplicate").hasSizeLessThan(160).matches("[\\x20-\\x7e]+");

        assertThat(fault("[" + "x".repeat(10_000) + "]")).hasSizeLessThan(160);
    }

    private static String nested(int depth) {
        return "[".repeat(depth) + "]".repeat(depth);
    }

    private static @Nullable String fault(String json) {
        return JsonCheck.fault(json.getBytes(StandardCharsets.UTF_8));
    }
}
