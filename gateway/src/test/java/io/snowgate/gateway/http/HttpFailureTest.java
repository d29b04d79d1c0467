package io.snowgate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.netty.util.CharsetUtil;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HttpFailureTest {

    @ParameterizedTest
    @EnumSource
    void isAProblemDocumentWithTheFourMembers(HttpFailure failure) throws Exception {
        Response response = failure.response();
        Map<String, String> members = members(text(response));
        assertThat(members.keySet()).containsExactly("type", "title", "status", "detail");
        assertThat(members)
                .containsEntry("type", "about:blank")
                .containsEntry("title", failure.status().reasonPhrase())
                .containsEntry("status", Integer.toString(failure.status().code()));
        assertThat(members.get("detail")).isNotBlank();
        assertThat(CorsPolicyTest.values(response.fields(), "content-type"))
                .containsExactly("application/problem+json");
        assertThat(CorsPolicyTest.values(response.fields(), "cache-control")).containsExactly("no-store");
    }

    @ParameterizedTest
    @EnumSource
    void canBeAnsweredAgainAndAgain(HttpFailure failure) {
        String first = text(failure.response());
        failure.response().content().release();
        failure.response().content().release();
        assertThat(text(failure.response())).isEqualTo(first);
    }

    @Test
    void carriesWhateverAClientSentWithoutBreaking() throws Exception {
        String hostile = "\"}\\\u0000\u001f\r\n\u2028</script>\ud83c\ud83c\udf0d";
        Response response = HttpFailure.BAD_PARAMETER.because(hostile);
        assertThat(members(text(response)).get("detail")).startsWith("\"}\\\u0000\u001f\r\n\u2028</script>");
    }

    @Test
    void cutsWhatIsLong() throws Exception {
        String detail = members(text(HttpFailure.BAD_TARGET.because("a".repeat(10_000))))
                .get("detail");
        assertThat(detail).hasSize(301).endsWith("a…");
    }

    @Test
    void saysWhenToTryAgain() {
        Response response = HttpFailure.unavailable("later", 7);
        assertThat(CorsPolicyTest.values(response.fields(), "retry-after")).containsExactly("7");
        assertThat(CorsPolicyTest.values(HttpFailure.NO_DOCUMENT.response().fields(), "retry-after"))
                .containsExactly("1");
    }

    private static String text(Response response) {
        return response.content().toString(CharsetUtil.UTF_8);
    }

    private static Map<String, String> members(String json) throws IOException {
        Map<String, String> members = new LinkedHashMap<>();
        try (JsonParser parser = new JsonFactory().createParser(json)) {
            assertThat(parser.nextToken()).isEqualTo(JsonToken.START_OBJECT);
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                members.put(name, Objects.requireNonNull(parser.getText()));
            }
            assertThat(parser.nextToken()).as("nothing follows").isNull();
        }
        return members;
    }
}
