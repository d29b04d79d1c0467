package io.snowgate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowgate.gateway.wire.FieldBlock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CorsPolicyTest {

    private static final String GOOD = "https://good.test";

    private final CorsPolicy any = new CorsPolicy(List.of(CorsPolicy.ANY), Duration.ofHours(24));
    private final CorsPolicy clustered = new CorsPolicy(List.of(CorsPolicy.ANY), Duration.ofHours(24), true);
    private final CorsPolicy list = new CorsPolicy(List.of(GOOD, "http://localhost:3000"), Duration.ofHours(24));

    @Test
    void saysTheSameToAllWhereAnyOriginMayRead() {
        assertThat(any.isSameForAll()).isTrue();
        assertThat(any.fieldsFor(from("https://evil.test"))).isSameAs(any.common());
        assertThat(values(any.common(), "access-control-allow-origin")).containsExactly("*");
        assertThat(values(any.common(), "vary")).isEmpty();
    }

    @Test
    void letsScriptsReadTheTimeOfTheOracleWhereThereIsOne() {
        assertThat(values(clustered.common(), "access-control-expose-headers"))
                .containsExactly("date, etag, last-modified, retry-after, snowgate-age, snowgate-timestamp");
        assertThat(values(any.common(), "access-control-expose-headers"))
                .containsExactly("date, etag, last-modified, retry-after, snowgate-age");
    }

    @Test
    void namesAListedOriginToItself() {
        FieldBlock fields = list.fieldsFor(from(GOOD));
        assertThat(values(fields, "access-control-allow-origin")).containsExactly(GOOD);
        assertThat(values(fields, "timing-allow-origin")).containsExactly(GOOD);
        assertThat(values(fields, "vary")).containsExactly("origin");
        assertThat(list.allows(from(GOOD))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "",
                "*",
                "https://good.test/",
                "https://GOOD.test",
                "https://good.test.evil.test",
                "http://good.test",
                "https://good.test:443",
                "good.test",
                "https://good.test "
            })
    void repeatsNoOther(String origin) {
        assertThat(list.fieldsFor(from(origin))).isSameAs(list.common());
        assertThat(list.allows(from(origin))).isFalse();
        assertThat(values(list.common(), "access-control-allow-origin")).isEmpty();
        assertThat(values(list.common(), "vary")).containsExactly("origin");
    }

    @Test
    void trustsNoRequestWithTwoOrigins() {
        TestRequest two = TestRequest.of("GET", "/", "origin", GOOD, "origin", GOOD);
        assertThat(list.fieldsFor(two)).isSameAs(list.common());
        assertThat(list.allows(two)).isFalse();
    }

    @Test
    void neverAllowsCredentialsOrPrivateNetworks() {
        for (FieldBlock fields : List.of(
                any.common(),
                any.preflightFields(Methods.READ),
                list.common(),
                list.preflightFields(Methods.READ),
                list.fieldsFor(from(GOOD)))) {
            assertThat(values(fields, "access-control-allow-credentials")).isEmpty();
            assertThat(values(fields, "access-control-allow-private-network")).isEmpty();
        }
    }

    @Test
    void allowsNobodyWithAnEmptyList() {
        CorsPolicy none = new CorsPolicy(List.of(), Duration.ZERO);
        assertThat(none.allows(from(GOOD))).isFalse();
        assertThat(values(none.preflightFields(Methods.READ), "access-control-max-age"))
                .containsExactly("0");
    }

    private static TestRequest from(String origin) {
        return TestRequest.of("GET", "/", "origin", origin);
    }

    static List<String> values(FieldBlock fields, String name) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < fields.size(); i++) {
            if (fields.name(i).contentEquals(name)) {
                values.add(fields.value(i).toString());
            }
        }
        return values;
    }
}
