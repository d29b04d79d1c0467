package io.snowgate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AcceptTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json",
                "APPLICATION/JSON",
                " application/json ",
                "application/json, */*",
                "text/html, application/json;q=0.1",
                "text/plain;q=0.4, application/json; q=0.5",
                "application/json;charset=utf-8;Q=1"
            })
    void prefersJsonWhereItIsNamedFirst(String accept) {
        assertThat(prefersJson(accept)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "*/*",
                "text/html",
                "text/plain",
                "application/*",
                "text/plain, application/json",
                "application/json;q=0",
                "application/json;q=0.5, text/plain;q=0.6",
                "application/json;q=x",
                "application/json;q=NaN",
                "application/json;q=-1",
                "application/jsonp",
                ",,;;,",
                ";q=1"
            })
    void staysWithTextOtherwise(String accept) {
        assertThat(prefersJson(accept)).isFalse();
    }

    @Test
    void staysWithTextWhenNothingIsSaid() {
        assertThat(prefersJson(null)).isFalse();
    }

    @Test
    void readsOnlySoManyRanges() {
        assertThat(prefersJson("a/b,".repeat(1_000) + "application/json")).isFalse();
    }

    private static boolean prefersJson(@Nullable String accept) {
        return Accept.preferred(accept, "text/plain", "application/json").equals("application/json");
    }
}
