package io.snowgate.gateway.endpoint;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.snowgate.cluster.Cluster;
import io.snowgate.cluster.ClusterOptions;
import io.snowgate.cluster.Member;
import io.snowgate.cluster.Timestamps;
import io.snowgate.gateway.http.Request;
import io.snowgate.gateway.http.Requests;
import io.snowgate.gateway.http.Response;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does it cost a leader to make a timestamp an answer?
 *
 * <p>The yardstick is {@link #claim}, the timestamp alone, which reads the wall clock twice and the other clock once.
 * {@link #octets} is what a client gets that asks for nothing, and {@link #hundred} the share of one timestamp in a list;
 * {@code SnowflakeEndpointBenchmark.text} is the same for an ID. The cluster has one member, whose log is on disk and is
 * written to while this goes on, as a leader's is.
 *
 * <pre>./jmh/run TimestampEndpoint -prof gc</pre>
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
public class TimestampEndpointBenchmark {

    private static final int MANY = 100;

    private final Request octets = Requests.get("/timestamp");
    private final Request hundred = Requests.get("/timestamp?n=" + MANY);
    private final Cluster cluster = start();
    private final Timestamps timestamps = cluster.timestamps();
    private final TimestampEndpoint endpoint =
            new TimestampEndpoint(cluster, Follower.FORWARD, new PrometheusMeterRegistry(PrometheusConfig.DEFAULT));

    private static Cluster start() {
        try {
            Path directory = Files.createTempDirectory("snowgate-jmh");
            Member self = new Member("a", "127.0.0.1:" + freePort());
            return Cluster.member(ClusterOptions.ofMember("jmh", List.of(self), "a", directory));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Setup
    public void awaitLeader() {
        while (timestamps.claim(1).toCompletableFuture().join() < 0) {
            Thread.onSpinWait();
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @TearDown
    public void stop() {
        cluster.close();
    }

    @Benchmark
    public long claim() {
        return timestamps.tryClaim(1);
    }

    @Benchmark
    public Response octets() {
        return answer(octets);
    }

    @Benchmark
    @OperationsPerInvocation(MANY)
    public Response hundred() {
        return answer(hundred);
    }

    private Response answer(Request request) {
        Response response = endpoint.respond(request);
        response.content().release();
        return response;
    }
}
