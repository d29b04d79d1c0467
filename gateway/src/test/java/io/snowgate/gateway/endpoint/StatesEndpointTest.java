package io.snowgate.gateway.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.util.AsciiString;
import io.netty.util.CharsetUtil;
import io.snowgate.cluster.ClusterStatus;
import io.snowgate.gateway.http.Drain;
import io.snowgate.gateway.http.Request;
import io.snowgate.gateway.source.StateSources;
import io.snowgate.gateway.state.NamedState;
import io.snowgate.gateway.state.StateOptions;
import io.snowgate.gateway.state.StatePublisher;
import io.snowgate.gateway.wire.FieldBlock;
import io.snowgate.generator.EpochClock;
import io.snowgate.generator.SnowflakeGenerator;
import io.snowgate.generator.SnowflakeLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is said of many states at once, by a clock in hand. None of the publishers is started. */
class StatesEndpointTest {

    private static final ClusterHealth NO_CLUSTER = new ClusterHealth(
            () -> new ClusterStatus(null, null, List.of(), ClusterStatus.Phase.GATHERING, null, List.of()), false);

    private static final int MAX_SIZE_BYTES = 1024;

    private final AtomicLong nanos = new AtomicLong();
    private final List<NamedState> states = new ArrayList<>();

    @AfterEach
    void close() {
        states.forEach(state -> state.publisher().close());
    }

    @Test
    void writesTheListAtMostTenTimesASecond() {
        states.add(state(StateOptions.DEFAULT_NAME));
        StatesEndpoint endpoint = new StatesEndpoint(states, nanos::get);
        String first = list(endpoint);

        pass(99);
        assertThat(list(endpoint)).isEqualTo(first).contains("\"ageMillis\":0,");
        pass(1);
        assertThat(list(endpoint)).contains("\"ageMillis\":100,");
    }

    @Test
    void namesFiveStatesThatAreNotReadyAndCountsTheOthers() {
        IntStream.range(0, 8).forEach(i -> states.add(state("s" + i)));

        assertThat(readiness().obstacle())
                .isEqualTo(IntStream.range(0, 5)
                                .mapToObj(i -> "there is no state document of s" + i + " yet; ")
                                .reduce("", String::concat)
                        + "and 3 more states");
    }

    @Test
    void saysNothingOfANameWhenItIsTheDefaultState() {
        states.add(state(StateOptions.DEFAULT_NAME));

        assertThat(readiness().obstacle()).isEqualTo("there is no state document yet");
    }

    private Readiness readiness() {
        EpochClock clock = EpochClock.system();
        SnowflakeGenerator generator = new SnowflakeGenerator(SnowflakeLayout.TWITTER, 1, clock, Duration.ZERO);
        return new Readiness(states, new IdStatus(generator, clock), NO_CLUSTER, new Drain());
    }

    private NamedState state(String name) {
        StateOptions usual = StateOptions.usual(Duration.ofSeconds(1), Duration.ofSeconds(10), MAX_SIZE_BYTES);
        StateOptions options = new StateOptions(
                name,
                usual.refresh(),
                usual.staleAfter(),
                usual.refuseStale(),
                usual.maxSizeBytes(),
                usual.delta(),
                usual.versions(),
                usual.select(),
                usual.omit(),
                usual.minify());
        EpochClock clock = EpochClock.system();
        return new NamedState(
                options,
                new StatePublisher(
                        StateSources.of("demo", MAX_SIZE_BYTES, clock), options, FieldBlock.NONE, clock, nanos::get));
    }

    private void pass(long millis) {
        nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    private static String list(StatesEndpoint endpoint) {
        ByteBuf body = endpoint.respond(new AnyRequest()).content();
        try {
            return body.toString(CharsetUtil.US_ASCII);
        } finally {
            body.release();
        }
    }

    private record AnyRequest() implements Request {

        @Override
        public HttpMethod method() {
            return HttpMethod.GET;
        }

        @Override
        public String path() {
            return "/states";
        }

        @Override
        public String query() {
            return "";
        }

        @Override
        public @Nullable CharSequence header(AsciiString name) {
            return null;
        }

        @Override
        public int headerCount(AsciiString name) {
            return 0;
        }

        @Override
        public boolean takesHttp1Octets() {
            return false;
        }

        @Override
        public ByteBufAllocator alloc() {
            return UnpooledByteBufAllocator.DEFAULT;
        }
    }
}
