package io.snowgate.gateway.endpoint;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.snowgate.gateway.http.Request;
import io.snowgate.gateway.http.Requests;
import io.snowgate.gateway.http.Response;
import io.snowgate.generator.EpochClock;
import io.snowgate.generator.SnowflakeGenerator;
import io.snowgate.generator.SnowflakeLayout;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does it cost to make an ID an answer?
 *
 * <p>The yardstick is {@link #claim}, the ID alone, which reads the clock: whatever a benchmark takes above that is reading
 * the request, writing the digits and counting. {@link #text} is what a client gets that asks for nothing, {@link #json}
 * what a browser gets, and {@link #thousand} the share of one ID in the longest list, which must stay near {@code claim}.
 * Here are bodies; the head around them is part of the pipeline's benchmark. The generator may run ahead as far as it
 * likes: one that keeps to the clock cannot take less than 244 ns.
 *
 * <pre>./jmh/run SnowflakeEndpoint -prof gc</pre>
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
public class SnowflakeEndpointBenchmark {

    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.TWITTER;
    private static final Duration NO_LIMIT = Duration.ofMillis(LAYOUT.maxTick());

    private final EpochClock clock = EpochClock.system();
    private final SnowflakeGenerator generator = new SnowflakeGenerator(LAYOUT, 1, clock, NO_LIMIT);
    private final SnowflakeEndpoint endpoint = new SnowflakeEndpoint(
            generator, new IdStatus(generator, clock), new PrometheusMeterRegistry(PrometheusConfig.DEFAULT));
    private final Request text = Requests.get("/api/snowflake");
    private final Request json = Requests.get("/api/snowflake?format=json");
    private final Request thousand = Requests.get("/api/snowflake?format=json&n=" + SnowflakeEndpoint.MAX_COUNT);

    @Benchmark
    public long claim() {
        return generator.tryNextId();
    }

    @Benchmark
    public Response text() {
        return answer(text);
    }

    @Benchmark
    public Response json() {
        return answer(json);
    }

    @Benchmark
    @OperationsPerInvocation(SnowflakeEndpoint.MAX_COUNT)
    public Response thousand() {
        return answer(thousand);
    }

    private Response answer(Request request) {
        Response response = endpoint.respond(request);
        response.content().release();
        return response;
    }
}
