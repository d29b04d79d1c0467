package io.snowgate.gateway.state;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.flipkart.zjsonpatch.JsonPatch;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonDifferenceTest {

    private static final String PAD = "x".repeat(200);
    private static final ObjectMapper JSON = new ObjectMapper();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "1 | 2 | [{\"op\":\"replace\",\"path\":\"/v\",\"value\":2}]",
                "1 | 1.0 | [{\"op\":\"replace\",\"path\":\"/v\",\"value\":1.0}]",
                "1.5 | 1.25 | [{\"op\":\"replace\",\"path\":\"/v\",\"value\":1.25}]",
                "1 | 0.1000000000000000055511151231257827 |"
                        + " [{\"op\":\"replace\",\"path\":\"/v\",\"value\":0.1000000000000000055511151231257827}]",
                "1 | 123456789012345678901234567890 |"
                        + " [{\"op\":\"replace\",\"path\":\"/v\",\"value\":123456789012345678901234567890}]",
                "[1,2,3] | [1,3] | [{\"op\":\"remove\",\"path\":\"/v/1\"}]",
                "[1,3] | [1,2,3] | [{\"op\":\"add\",\"path\":\"/v/1\",\"value\":2}]",
                "{\"a/b~c\":1} | {\"a/b~c\":null} | [{\"op\":\"replace\",\"path\":\"/v/a~1b~0c\",\"value\":null}]",
                "\"\u00fc\" | \"\u20ac\" | [{\"op\":\"replace\",\"path\":\"/v\",\"value\":\"\u20ac\"}]",
                "1 | 1 | []"
            })
    void leadsFromOneToTheOther(String from, String to, String patch) throws IOException {
        String made = between(document(from), document(to));

        assertThat(made).isEqualTo(patch);
        JsonNode led = JsonPatch.apply(JSON.readTree(made), JSON.readTree(document(from)));
        assertThat(led).isEqualTo(JSON.readTree(document(to)));
    }

    /** Both are 1; who shows them, shows them differently. */
    @Test
    void isNotMadeWhereADigitWouldBeLost() {
        assertThat(between(document("1.0"), document("1.00"))).isNull();
        assertThat(between(document("[1.50,2]"), document("[1.5,3]"))).isNull();
    }

    @Test
    void isNotMadeWhereTheDocumentIsShorter() {
        assertThat(between("{\"v\":1}", "{\"v\":2}")).isNull();
        assertThat(between(document("1"), "[]")).isNull();
    }

    @Test
    void isNotMadeOfLongDocuments() {
        String pad = "\"" + "x".repeat(JsonDifference.MAX_BYTES) + "\"";
        assertThat(between("[1," + pad + "]", "[2," + pad + "]")).isNull();
    }

    @Test
    void isInOneLine() {
        String made = between(
                "{\n \"p\": \"" + PAD + "\",\n \"v\": 1\n}", "{\n \"p\": \"" + PAD + "\",\n \"v\": \"a\\nb\"\n}");
        assertThat(made).isEqualTo("[{\"op\":\"replace\",\"path\":\"/v\",\"value\":\"a\\nb\"}]");
    }

    @Test
    void goesAsDeepAsDocumentsMay() {
        String open = "[".repeat(JsonCheck.MAX_NESTING - 1);
        String close = "]".repeat(JsonCheck.MAX_NESTING - 1);
        String made = between(
                "[" + open + "1" + close + ",\"" + PAD.repeat(9) + "\"]",
                "[" + open + "2" + close + ",\"" + PAD.repeat(9) + "\"]");
        assertThat(Objects.requireNonNull(made)).contains("/0/0/0").contains("\"value\":2");
    }

    private static String document(String value) {
        return "{\"pad\":\"" + PAD + "\",\"v\":" + value + "}";
    }

    private static @Nullable String between(String from, String to) {
        byte[] patch = JsonDifference.between(from.getBytes(UTF_8), to.getBytes(UTF_8));
        return patch == null ? null : new String(patch, UTF_8);
    }
}
