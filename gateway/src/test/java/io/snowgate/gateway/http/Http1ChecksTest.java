package io.snowgate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Http1ChecksTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "localhost",
                "localhost:8443",
                "127.0.0.1",
                "[::1]",
                "[::1]:443",
                "[::ffff:1.2.3.4]:1",
                "a_b",
                "a:",
                "xn--bcher-kva.example."
            })
    void takesNamesAndAddressesWithAndWithoutAPort(String host) {
        assertThat(Http1Checks.isAuthority(host)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                ":",
                ":80",
                "a:b",
                "a:1:2",
                "a:80 ",
                "[",
                "[]",
                "[::1",
                "::1",
                "::1]",
                "[::1]a",
                "[::1]80",
                "[g::]",
                "a/b",
                "a@b",
                "a b",
                "a%20b",
                "a%",
                "a\\b",
                "a\"b",
                "<a>",
                "http://a",
                "\u00e4",
                "a\r\nb",
                "a?b",
                "a#b",
                "a,b:c"
            })
    void refusesEverythingElseForAHost(String host) {
        assertThat(Http1Checks.isAuthority(host)).isFalse();
    }

    @Test
    void asksHttp11ForAHostAndSparesHttp10() {
        assertThat(failure(request(HttpVersion.HTTP_1_1))).isEqualTo(HttpFailure.BAD_HOST);
        assertThat(failure(request(HttpVersion.HTTP_1_0))).isNull();
        assertThat(failure(request(HttpVersion.HTTP_1_0, "host", "a b"))).isEqualTo(HttpFailure.BAD_HOST);
        assertThat(failure(request(HttpVersion.HTTP_1_1, "host", "a"))).isNull();
        assertThat(failure(request(HttpVersion.HTTP_1_1, "host", "a", "host", "a")))
                .isEqualTo(HttpFailure.BAD_HOST);
    }

    @Test
    void countsFields() {
        HttpRequest request = request(HttpVersion.HTTP_1_1, "host", "a");
        while (request.headers().size() < Http1Connection.LIMITS.headerCount()) {
            request.headers().add("x", "y");
        }
        assertThat(failure(request)).isNull();
        request.headers().add("x", "y");
        assertThat(failure(request)).isEqualTo(HttpFailure.HEADER_TOO_LARGE);
    }

    @Test
    void knowsOneExpectation() {
        assertThat(failure(request(HttpVersion.HTTP_1_1, "host", "a", "expect", "100-Continue")))
                .isNull();
        assertThat(failure(request(HttpVersion.HTTP_1_1, "host", "a", "expect", "101")))
                .isEqualTo(HttpFailure.UNKNOWN_EXPECTATION);
        assertThat(failure(request(HttpVersion.HTTP_1_1, "host", "a", "expect", "100-continue", "expect", "x")))
                .isEqualTo(HttpFailure.UNKNOWN_EXPECTATION);
    }

    @Test
    void refusesABodyByItsAnnouncedLength() {
        assertThat(failure(request(HttpVersion.HTTP_1_1, "host", "a", "content-length", "100")))
                .isNull();
        assertThat(failure(request(HttpVersion.HTTP_1_1, "host", "a", "content-length", "101")))
                .isEqualTo(HttpFailure.BODY_TOO_LARGE);
    }

    private static @Nullable HttpFailure failure(HttpRequest request) {
        return Http1Checks.failureOf(request, Http1Connection.LIMITS);
    }

    private static HttpRequest request(HttpVersion version, String... fields) {
        HttpRequest request = new DefaultHttpRequest(version, HttpMethod.GET, "/");
        for (int i = 0; i < fields.length; i += 2) {
            request.headers().add(fields[i], fields[i + 1]);
        }
        return request;
    }
}
