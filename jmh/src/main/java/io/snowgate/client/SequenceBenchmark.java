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
 * What does a value of a sequence cost the one who asks, by the size of the buffer?
 *
 * <p>The ceiling is a buffer of 0: a request each. A large buffer is bound by two things: the fetch-and-add of each
 * value, some nanoseconds, and the request for each buffer, which is under way while what is left is used up. Nobody here
 * does anything else than take values, so with 1,024 it is the request. The gateways run beside, on the same cores.
 *
 * <p>{@link #shared} is one client with one sequence for all threads, {@link #own} a client of its own for each.
 *
 * <pre>
 * ./snowgate --plain-port 8080
 * ./jmh/run client.Sequence                                             over plain HTTP
 * ./jmh/run client.Sequence -p addresses=https://localhost:8443         over TLS
 * ./jmh/run SequenceBenchmark.own -t 32 -p bufferSize=1024 \
 *     -p 'addresses=http://localhost:8080 http://localhost:8081 …'      many clients, several gateways
 * </pre>
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 10, time = 2)
@Measurement(iterations = 5, time = 1)
@SuppressWarnings("NullAway.Init") // open() does
public class SequenceBenchmark {

    private static final String NAME = "benchmark";

    @Param("http://localhost:8080")
    private String addresses = "";

    @Param(RunningGateway.DEVELOPMENT_CERTIFICATE)
    private String caFile = "";

    @Param({"0", "1", "2", "1024", "16384"})
    private int bufferSize;

    private SnowgateClient client;
    private Sequence sequence;

    /** What each thread has for itself. */
    @State(Scope.Thread)
    @SuppressWarnings("NullAway.Init") // open() does
    public static class Own {

        private SnowgateClient client;
        private Sequence sequence;

        @Setup
        public void open(SequenceBenchmark all) {
            client = RunningGateway.client(all.addresses, all.caFile);
            sequence = client.sequence(NAME, all.bufferSize);
        }

        @TearDown
        public void close() {
            client.close();
        }
    }

    @Setup
    public void open() {
        client = RunningGateway.client(addresses, caFile);
        sequence = client.sequence(NAME, bufferSize);
    }

    @TearDown
    public void close() {
        client.close();
    }

    @Benchmark
    public long shared() {
        return sequence.next();
    }

    @Benchmark
    public long own(Own own) {
        return own.sequence.next();
    }
}
