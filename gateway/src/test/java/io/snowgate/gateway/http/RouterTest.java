package io.snowgate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.CharsetUtil;
import io.snowgate.gateway.wire.FieldBlock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RouterTest {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private int calls;
    private final Router router = router(CorsPolicy.ANY);

    private Router router(String origin) {
        return Router.builder(new CorsPolicy(List.of(origin), Duration.ofHours(1)), registry)
                .serve("/ok", "ok", request -> {
                    calls++;
                    return Response.of(
                            HttpResponseStatus.OK, FieldBlock.NONE, Unpooled.copiedBuffer("ok", CharsetUtil.US_ASCII));
                })
                .serveBelow("/jar/", "jar", Methods.READ_OR_POST, RouterTest::noContent)
                .serveLeaf("/jar/", "lid", "lid", RouterTest::noContent)
                .serve("/bug", "bug", request -> {
                    throw new IllegalStateException("secret");
                })
                .build();
    }

    private static Response noContent(Request request) {
        return Response.empty(HttpResponseStatus.NO_CONTENT, FieldBlock.NONE);
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /ok, 200",
        "HEAD, /ok, 200",
        "OPTIONS, /ok, 204",
        "OPTIONS, *, 204",
        "GET, /OK, 404",
        "GET, /ok/, 404",
        "GET, *, 404",
        "HEAD, /x, 404",
        "OPTIONS, /x, 404",
        "POST, /x, 404",
        "POST, /ok, 405",
        "PUT, /ok, 405",
        "PATCH, /ok, 405",
        "QUERY, /ok, 405",
        "DELETE, /ok, 405",
        "TRACE, /ok, 405",
        "CONNECT, /ok, 405",
        "FOO, /ok, 501",
        "FOO, /x, 501",
        "get, /ok, 501",
        "GET, /jar/a, 204",
        "POST, /jar/a, 204",
        "PUT, /jar/a, 405",
        "GET, /jar/a/lid, 204",
        "POST, /jar/a/lid, 405",
        "GET, /jar/a/cork, 404",
        "GET, /jar//lid, 404",
        "GET, /jar/a/b/lid, 404",
        "GET, /jar/lid/, 404",
        "GET, /jar/*/lid, 204",
        "GET, /bug, 500"
    })
    void answersEachMethodAndPath(String method, String path, int status) {
        assertThat(status(router.route(TestRequest.of(method, path)))).isEqualTo(status);
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "FOO", "OPTIONS"})
    void namesTheMethodsItServes(String method) {
        Response response = router.route(TestRequest.of(method, "/ok"));
        assertThat(CorsPolicyTest.values(response.fields(), "allow")).containsExactly("GET, HEAD, OPTIONS");
        response.content().release();
    }

    @ParameterizedTest
    @ValueSource(strings = {"PUT", "OPTIONS"})
    void namesPostWhereItIsServed(String method) {
        Response response = router.route(TestRequest.of(method, "/jar/a"));
        assertThat(CorsPolicyTest.values(response.fields(), "allow")).containsExactly("GET, HEAD, POST, OPTIONS");
        response.content().release();
        TestRequest preflight = TestRequest.of(
                "OPTIONS", "/jar/a", "origin", "https://a.test", "access-control-request-method", "POST");
        Response allowed = router.route(preflight);
        assertThat(CorsPolicyTest.values(allowed.fields(), "access-control-allow-methods"))
                .containsExactly("GET, HEAD, POST, OPTIONS");
        assertThat(CorsPolicyTest.values(allowed.fields(), "access-control-allow-headers"))
                .as("any without credentials, idempotency-key too")
                .containsExactly("*, authorization");
    }

    @Test
    void keepsWhatABugSaysToItself() {
        Response response = router.route(TestRequest.of("GET", "/bug"));
        assertThat(response.content().toString(CharsetUtil.UTF_8))
                .contains("\"status\":500")
                .doesNotContain("secret");
        assertThat(status(router.route(TestRequest.of("GET", "/ok"))))
                .as("and nothing else breaks")
                .isEqualTo(200);
    }

    @Test
    void answersPreflightsWithoutTheEndpoint() {
        TestRequest preflight =
                TestRequest.of("OPTIONS", "/ok", "origin", "https://a.test", "access-control-request-method", "GET");
        Response response = router.route(preflight);
        assertThat(response.status()).isEqualTo(HttpResponseStatus.NO_CONTENT);
        assertThat(CorsPolicyTest.values(response.fields(), "access-control-allow-methods"))
                .containsExactly("GET, HEAD, OPTIONS");
        assertThat(CorsPolicyTest.values(response.fields(), "access-control-max-age"))
                .containsExactly("3600");
        assertThat(calls).isZero();
        assertThat(status(router("https://b.test").route(preflight))).isEqualTo(403);
    }

    @Test
    void countsEveryAnswerByEndpointAndStatus() {
        router.route(TestRequest.of("GET", "/ok")).content().release();
        router.route(TestRequest.of("HEAD", "/ok")).content().release();
        router.route(TestRequest.of("POST", "/ok")).content().release();
        router.route(TestRequest.of("GET", "/bug")).content().release();
        router.route(TestRequest.of("GET", "/x")).content().release();
        router.refuse(HttpFailure.MALFORMED).content().release();
        assertThat(count("ok", 200)).isEqualTo(2);
        assertThat(count("ok", 405)).isEqualTo(1);
        assertThat(count("bug", 500)).isEqualTo(1);
        assertThat(count("none", 404)).isEqualTo(1);
        assertThat(count("none", 400)).isEqualTo(1);
    }

    private double count(String endpoint, int status) {
        return registry.get("snowgate.requests")
                .tags("endpoint", endpoint, "status", Integer.toString(status))
                .counter()
                .count();
    }

    private static int status(Response response) {
        response.content().release();
        return response.status().code();
    }
}
