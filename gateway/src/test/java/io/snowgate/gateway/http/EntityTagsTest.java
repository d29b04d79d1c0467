package io.snowgate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EntityTagsTest {

    private static final String TAG = "\"abc\"";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"abc\"",
                "*",
                "W/\"abc\"",
                "\"x\", \"abc\"",
                "\"abc\",\"x\"",
                "\"x\",W/\"abc\" , \"y\"",
                "\"x\"\t\"abc\"",
                "\"xabc\", \"abc\""
            })
    void findsTheTag(String list) {
        assertThat(EntityTags.matches(list, TAG)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "abc",
                "\"ab\"",
                "\"abcd\"",
                "\"xabc\"",
                "w/\"abc\"",
                "W/abc",
                "**",
                "\"*\"",
                "x\"abc\"",
                "\"abc\"x",
                "W/W/\"abc\"",
                "\"ABC\""
            })
    void findsNoOther(String list) {
        assertThat(EntityTags.matches(list, TAG)).isFalse();
    }

    @Test
    void matchesNothingWhenNothingIsSaid() {
        assertThat(EntityTags.matches(null, TAG)).isFalse();
    }
}
