package io.snowgate.client;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How many timestamps does a client get, when one thread asks and when many do?
 *
 * <p>One thread gets one a round trip. Threads that ask together share requests, so their number should grow faster than
 * that of the requests.
 *
 * <pre>
 * ./snowgate --plain-port 8080
 * ./jmh/run client.Timestamps          one thread
 * ./jmh/run client.Timestamps -t 64    sixty-four
 * </pre>
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@SuppressWarnings("NullAway.Init") // open() does
public class TimestampsBenchmark {

    @Param("http://localhost:8080")
    private String addresses = "";

    @Param(RunningGateway.DEVELOPMENT_CERTIFICATE)
    private String caFile = "";

    private SnowgateClient client;
    private Timestamps timestamps;

    @Setup
    public void open() {
        client = RunningGateway.client(addresses, caFile);
        timestamps = client.timestamps();
    }

    @TearDown
    public void close() {
        client.close();
    }

    @Benchmark
    public long next() {
        return timestamps.next();
    }

    @Benchmark
    public long nextOfAHundred() {
        return timestamps.next(100).from();
    }
}
