package io.snowgate.gateway.transport;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.util.ReferenceCountUtil;
import io.snowgate.gateway.endpoint.IdStatus;
import io.snowgate.gateway.endpoint.SnowflakeEndpoint;
import io.snowgate.gateway.endpoint.StateEndpoint;
import io.snowgate.gateway.http.CorsPolicy;
import io.snowgate.gateway.http.CurrentDate;
import io.snowgate.gateway.http.Drain;
import io.snowgate.gateway.http.HttpLimits;
import io.snowgate.gateway.http.Router;
import io.snowgate.gateway.state.FixedState;
import io.snowgate.gateway.state.StatePublisher;
import io.snowgate.gateway.tls.DevelopmentCertificate;
import io.snowgate.gateway.tls.TlsContexts;
import io.snowgate.gateway.tls.TlsFailure;
import io.snowgate.gateway.tls.TlsProvider;
import io.snowgate.gateway.tls.TlsServer;
import io.snowgate.generator.EpochClock;
import io.snowgate.generator.SnowflakeGenerator;
import io.snowgate.generator.SnowflakeLayout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
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
 * What does a request cost between the octets that come out of the socket and those that go into it, and how much of that
 * is ours?
 *
 * <p>{@link #answer} is the gateway's own pipeline, TLS and all, on a connection without a socket. Two yardsticks.
 * {@link #floor} answers with the same octets through the same TLS, but by a handler that does not look at the request: the
 * difference is what HTTP, routing, counting and the endpoint cost. {@link #client} is the request alone, sealed by the
 * client, which both contain: it leaves no garbage, so that of the others is the server's. Aim: no byte for {@code /state} that
 * {@code floor} does not allocate, below 100 for an ID.
 *
 * <p>{@code JDK} is the TLS of the JDK, for comparison; the client is BoringSSL's either way. On a machine that is not quiet
 * the median still holds: {@code -bm sample}. Netty's leak detection, which is on in the gateway too, adds some
 * 12 bytes a buffer; without it {@code client} and the plain {@code floor} allocate nothing. Options of the JVM go in front:
 * behind, they would replace those below.
 *
 * <pre>
 * ./jmh/run Pipeline -prof gc
 * ./jmh/run Pipeline.*answer -p wire=BORINGSSL -p path=/state -prof gc -bm sample
 * ./jmh/run Pipeline -prof gc -jvmArgsPrepend -Dio.netty.leakDetection.level=disabled
 * </pre>
 */
@State(Scope.Thread)
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
@Warmup(iterations = 6, time = 1)
@Measurement(iterations = 5, time = 1)
@SuppressWarnings("NullAway.Init") // connect() does
public class PipelineBenchmark {

    private static final HttpLimits LIMITS = new HttpLimits(
            8_192,
            16_384,
            100,
            16_384,
            100,
            Duration.ofSeconds(10),
            Duration.ofSeconds(10),
            Duration.ofSeconds(60),
            Duration.ofSeconds(10),
            Duration.ofSeconds(10));

    /** What lies below HTTP. */
    public enum Wire {
        PLAIN,
        BORINGSSL,
        JDK
    }

    @Param({"PLAIN", "BORINGSSL", "JDK"})
    private Wire wire = Wire.PLAIN;

    @Param({"/state", "/api/snowflake"})
    private String path = "/state";

    private final EpochClock clock = EpochClock.system();
    private final MeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final CorsPolicy cors = new CorsPolicy(List.of(CorsPolicy.ANY), Duration.ofHours(24));
    private final StatePublisher publisher = FixedState.publisher(cors.common());
    private final SnowflakeGenerator generator =
            new SnowflakeGenerator(SnowflakeLayout.TWITTER, 1, clock, Duration.ofMillis(100));
    private final Router router = Router.builder(cors, registry)
            .serve("/state", "state", new StateEndpoint(publisher, registry))
            .serve(
                    "/api/snowflake",
                    "snowflake",
                    new SnowflakeEndpoint(generator, new IdStatus(generator, clock), registry))
            .build();

    private @Nullable TlsServer tls;
    private Loopback whole;
    private Loopback unread;
    private int answerBytes;

    @Setup
    public void connect() throws Exception {
        tls = tls();
        String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
        whole = loopback(pipeline(), request);
        String answer = whole.answer();
        if (!answer.startsWith("HTTP/1.1 200 OK\r\n")) {
            throw new IllegalStateException("not answered: " + answer);
        }
        unread = loopback(new Unread(answer), request);
        if (!unread.answer().equals(answer)) {
            throw new IllegalStateException("the yardstick answers something else");
        }
        answerBytes = whole.ask();
        if (answerBytes != unread.ask()) {
            throw new IllegalStateException("the yardstick does not take as many octets");
        }
    }

    private ChannelHandler pipeline() {
        return new ConnectionInitializer(
                new Connections(1_000, registry), tls, router, new CurrentDate(clock), new Drain(), LIMITS, registry);
    }

    private Loopback loopback(ChannelHandler server, String request) throws Exception {
        return tls == null ? Loopback.plain(server, request) : Loopback.encrypted(server, request);
    }

    private @Nullable TlsServer tls() throws IOException, TlsFailure {
        return switch (wire) {
            case PLAIN -> null;
            case BORINGSSL -> tls(TlsProvider.BORINGSSL);
            case JDK -> tls(TlsProvider.JDK);
        };
    }

    private static TlsServer tls(TlsProvider provider) throws IOException, TlsFailure {
        Path directory = Files.createTempDirectory("snowgate-jmh");
        try {
            return TlsContexts.server(
                    provider, DevelopmentCertificate.in(directory, InstantSource.system()), Duration.ofSeconds(10));
        } finally {
            delete(directory);
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    @TearDown
    public void disconnect() {
        whole.close();
        unread.close();
        publisher.close();
        if (tls != null) {
            tls.close();
        }
    }

    @Benchmark
    public int answer() {
        return sameLength(whole.ask());
    }

    @Benchmark
    public int floor() {
        return sameLength(unread.ask());
    }

    @Benchmark
    public boolean client() {
        return whole.send().release();
    }

    /** So that a refusal is not taken for a fast answer. */
    private int sameLength(int octets) {
        if (octets != answerBytes) {
            throw new IllegalStateException(octets + " octets of answer instead of " + answerBytes);
        }
        return octets;
    }

    /** Answers whatever comes with the same octets, which must be on the wire before the next question. */
    private final class Unread extends ChannelInitializer<Channel> {

        private final ByteBuf answer = Unpooled.directBuffer();

        Unread(String answer) {
            this.answer.writeBytes(answer.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        protected void initChannel(Channel channel) {
            if (tls != null) {
                channel.pipeline().addLast(tls.newHandler(channel.alloc()));
            }
            channel.pipeline().addLast(new ChannelInboundHandlerAdapter() {
                @Override
                @SuppressWarnings("FutureReturnValueIgnored") // counted
                public void channelRead(ChannelHandlerContext ctx, Object message) {
                    ReferenceCountUtil.release(message);
                    ctx.write(answer.readerIndex(0).retain(), ctx.voidPromise());
                }

                @Override
                public void channelReadComplete(ChannelHandlerContext ctx) {
                    ctx.flush();
                }
            });
        }
    }
}
