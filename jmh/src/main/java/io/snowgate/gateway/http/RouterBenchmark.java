package io.snowgate.gateway.http;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.snowgate.gateway.wire.FieldBlock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does it cost to find out who answers, and to count that?
 *
 * <p>The yardstick is {@link #endpoint}, asked without a router: here it does nothing, so the difference is the look-up,
 * the check of the method, the counter, and the timer of one request in 16. {@link #known} is a path served by itself
 * and must allocate nothing; {@link #member} is one of a family, found at the second look; {@link #unknown} is neither, and
 * its 404 names the path, so it is written anew each time.
 *
 * <pre>./jmh/run Router -prof gc</pre>
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
        value = 2,
        jvmArgsAppend = {
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-Djmh.executor=CUSTOM",
            "-Djmh.executor.class=io.snowgate.gateway.http.LoopThreads"
        })
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class RouterBenchmark {

    private static final Response NOTHING = Response.empty(HttpResponseStatus.NO_CONTENT, FieldBlock.NONE);

    private final Endpoint endpoint = request -> NOTHING;
    private final Router router = router(endpoint);
    private final Request known = Requests.get("/state");
    private final Request member = Requests.get("/api/snowflake/2124018828043096064");
    private final Request unknown = Requests.get("/favicon.ico");

    /** As many routes as the gateway has. */
    private static Router router(Endpoint endpoint) {
        CorsPolicy cors = new CorsPolicy(List.of(CorsPolicy.ANY), Duration.ofHours(24));
        Router.Builder routes = Router.builder(cors, new PrometheusMeterRegistry(PrometheusConfig.DEFAULT))
                .serveBelow("/api/snowflake/", "decode", endpoint);
        List.of(
                        "/",
                        "/page.css",
                        "/page.js",
                        "/view.js",
                        "/snowgate.js",
                        "/openapi.json",
                        "/api/snowflake",
                        "/states",
                        "/up",
                        "/ready",
                        "/state",
                        "/state/dictionary",
                        "/state/stream",
                        "/state/default",
                        "/state/default/dictionary",
                        "/state/default/stream")
                .forEach(path -> routes.serve(path, "some", endpoint));
        return routes.build();
    }

    @Benchmark
    public Response endpoint() {
        return endpoint.respond(known);
    }

    @Benchmark
    public Response known() {
        return router.route(known);
    }

    @Benchmark
    public Response member() {
        return router.route(member);
    }

    @Benchmark
    public Response unknown() {
        Response response = router.route(unknown);
        response.content().release();
        return response;
    }
}
