package io.snowgate.gateway.state;

import io.netty.buffer.ByteBuf;
import io.snowgate.gateway.http.CorsPolicy;
import io.snowgate.gateway.wire.Coding;
import io.snowgate.generator.EpochClock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does the publisher spend ahead of requests, on a document of 4,195 bytes?
 *
 * <p>The yardstick is {@link #copy}, the document put into a buffer of its own, which nobody can do without. {@link #render}
 * writes one representation: the whole HTTP/1.1 answer and its 304. {@link #recompose} is each second in which nothing has
 * changed: all codings with a new date. {@link #compose} is each new version, hashed, its coding left out, which other
 * threads do. Each happens about once a second, so 0.1 ms would be nothing; that it stays far below is what lets a thousand
 * states share a core.
 *
 * <pre>./jmh/run Composer -prof gc</pre>
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
        value = 2,
        jvmArgsAppend = {"--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ComposerBenchmark {

    private static final CorsPolicy CORS = new CorsPolicy(List.of(CorsPolicy.ANY), Duration.ofHours(24));

    private final EpochClock clock = EpochClock.system();
    private final StatePublisher publisher = FixedState.publisher(CORS.common());
    private final StateDocument published = Objects.requireNonNull(publisher.current());
    private final Composer composer = new Composer(FixedState.OPTIONS, CORS.common());
    private final Renderer renderer = new Renderer(CORS.common());
    private final byte[] document = FixedState.document(1);
    private final byte[] changed = FixedState.document(2);
    private final Content content = Content.of(document);
    private final Label label = new Labels(FixedState.OPTIONS).document(content, Coding.IDENTITY, clock.epochMillis());
    private final ByteBuf body = Renderer.exactly(document);

    private StateDocument newest = composer.compose(content, null, now());
    private boolean isChanged;

    @Setup
    public void requireAllCodings() {
        int codings = published.representations().size();
        if (codings != 4) {
            throw new IllegalStateException("identity, gzip, br and zstd are to be measured, not " + codings);
        }
    }

    @TearDown
    public void release() {
        newest.release();
        body.release();
        publisher.close();
    }

    @Benchmark
    public boolean copy() {
        return Renderer.exactly(document).release();
    }

    @Benchmark
    public Representation render() {
        Representation rendered = renderer.render(label, body.retain(), clock.epochMillis(), 0, 0);
        rendered.release();
        return rendered;
    }

    @Benchmark
    public StateDocument recompose() {
        StateDocument again = composer.recompose(published, List.of(), published.confirmation(), now());
        again.release();
        return again;
    }

    @Benchmark
    public StateDocument compose() {
        isChanged = !isChanged;
        StateDocument old = newest;
        newest = composer.compose(Content.of(isChanged ? changed : document), old, now());
        old.release();
        return newest;
    }

    private Moment now() {
        return new Moment(clock.epochMillis(), System.nanoTime());
    }
}
