package io.snowgate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TargetTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            /                       | /          | ''
            /state                  | /state     | ''
            /state?                 | /state     | ''
            /state?n=1&b            | /state     | n=1&b
            /a?b?c                  | /a         | b?c
            /%73tate?%6e=1          | /state     | %6e=1
            /a%2Fb%2fc              | /a/b/c     | ''
            /%25%32%30              | /%20       | ''
            /a+b                    | /a+b       | ''
            /../a/./b               | /../a/./b  | ''
            http://host/state?n=1   | /state     | n=1
            HTTPS://host:8443/      | /          | ''
            http://host             | /          | ''
            http://host?n=/1        | /          | n=/1
            http://host/a?u=http:// | /a         | u=http://
            *                       | *          | ''
            """)
    void takesATargetApart(String raw, String path, String query) {
        assertThat(Target.parse(raw)).isEqualTo(new Target(path, query));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "state",
                "\\state",
                "host:443",
                "ftp://host/",
                "://host/",
                "/%",
                "/%4",
                "/%zz",
                "/%4g",
                "/%00",
                "/%0a",
                "/%1F",
                "/%7f",
                "/%80",
                "/%c3%a4",
                "/\u00e4",
                "/a b",
                "/a\tb",
                "/a#b",
                "/a?b#c",
                "/a?b c",
                "**",
                "/%\u0130\u0130"
            })
    void refusesWhatItCouldNeverServe(String raw) {
        assertThat(Target.parse(raw)).isNull();
    }

    @Test
    void resolvesEveryEscapeOfPrintableAsciiAndNoOther() {
        for (int octet = 0; octet < 256; octet++) {
            String plain = Target.unescape("<%" + String.format("%02x", octet) + ">");
            if (octet >= ' ' && octet < 0x7f) {
                assertThat(plain).isEqualTo("<" + (char) octet + ">");
            } else {
                assertThat(plain).as("%d", octet).isNull();
            }
        }
    }
}
