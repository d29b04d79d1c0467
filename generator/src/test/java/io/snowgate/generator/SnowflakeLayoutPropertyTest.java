package io.snowgate.generator;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowgate.generator.SnowflakeLayout.Order;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for every layout and all of its IDs; looks at many of them, the extreme ones included. */
@ParameterizedClass
@MethodSource("layouts")
final class SnowflakeLayoutPropertyTest {

    private static final int TRIES = 20_000;

    private final SplittableRandom random = Seed.random();
    private final SnowflakeLayout layout;

    SnowflakeLayoutPropertyTest(SnowflakeLayout layout) {
        this.layout = layout;
    }

    static Stream<SnowflakeLayout> layouts() {
        Stream<SnowflakeLayout> presets = SnowflakeLayout.names().stream().map(SnowflakeLayout::named);
        Stream<SnowflakeLayout> orders = Arrays.stream(Order.values())
                .map(order -> new SnowflakeLayout(38, 3, 4, 5, 1_700_000_000_000L)
                        .withOrder(order)
                        .withTick(Duration.ofMillis(10)));
        return Stream.of(presets, orders, extremes()).flatMap(layouts -> layouts);
    }

    private static Stream<SnowflakeLayout> extremes() {
        return Stream.of(
                new SnowflakeLayout(32, 1, 30, 1, 0),
                new SnowflakeLayout(61, 0, 0, 2, 0),
                new SnowflakeLayout(62, 1, 0, 1, 0),
                new SnowflakeLayout(33, 0, 31, 0, 0).withTick(Duration.ofMinutes(1)),
                new SnowflakeLayout(41, 0, 8, 4, 1_700_000_000_000L),
                new SnowflakeLayout(41, 0, 0, 22, 0),
                new SnowflakeLayout(32, 15, 16, 0, 0),
                new SnowflakeLayout(1, 31, 0, 31, 0),
                new SnowflakeLayout(62, 0, 0, 0, 0),
                new SnowflakeLayout(1, 0, 0, 0, 1));
    }

    @Test
    void decodesWhatItComposed() {
        for (int i = 0; i < TRIES; i++) {
            long tick = upTo(layout.maxTick());
            int workerId = (int) upTo(layout.maxWorkerId());
            int sequence = (int) upTo(layout.maxSequence());
            long id = layout.compose(tick, workerId, sequence);

            assertThat(layout.contains(id)).as(Seed.named()).isTrue();
            assertThat(layout.epochMillisOf(id))
                    .as(Seed.named())
                    .isEqualTo(layout.epochMillis() + tick * layout.tick().toMillis());
            assertThat(layout.workerIdOf(id)).as(Seed.named()).isEqualTo(workerId);
            assertThat(layout.sequenceOf(id)).as(Seed.named()).isEqualTo(sequence);
            assertThat(layout.workerId(layout.datacenterOf(id), layout.workerOf(id)))
                    .as(Seed.named())
                    .isEqualTo(workerId);
        }
    }

    @Test
    void composesWhatItDecoded() {
        for (int i = 0; i < TRIES; i++) {
            long id = upTo(layout.maxId());
            long tick = (layout.epochMillisOf(id) - layout.epochMillis())
                    / layout.tick().toMillis();
            assertThat(layout.compose(tick, layout.workerIdOf(id), layout.sequenceOf(id)))
                    .as(Seed.named())
                    .isEqualTo(id);
        }
    }

    @Test
    void theHigherPositionHasTheHigherIdWhoeverTheWorkerIs() {
        int workerId = (int) upTo(layout.maxWorkerId());
        for (int i = 0; i < TRIES; i++) {
            long one = upTo(maxPosition());
            long other = i % 2 == 0 ? Math.min(one, maxPosition() - 1) + 1 : upTo(maxPosition());
            assertThat(Long.compareUnsigned(layout.idAt(one, workerId), layout.idAt(other, workerId)))
                    .as(Seed.named())
                    .isEqualTo(Long.compare(one, other));
        }
    }

    @Test
    void noIdThatIsIssuedLooksLikeARefusal() {
        for (int i = 0; i < TRIES; i++) {
            int workerId = (int) upTo(layout.maxWorkerId());
            assertThat(SnowflakeGenerator.isRefusal(layout.idAt(upTo(maxPosition()), workerId)))
                    .as(Seed.named())
                    .isFalse();
        }
    }

    @Test
    void aPositionLiesInTheTickOfItsId() {
        for (int i = 0; i < TRIES; i++) {
            long position = upTo(maxPosition());
            long millis = layout.epochMillisOf(layout.idAt(position, layout.maxWorkerId()));
            assertThat(layout.millisAt(position)).as(Seed.named()).isEqualTo(millis);
            assertThat(position)
                    .as(Seed.named())
                    .isBetween(layout.firstPositionAt(millis), layout.endPositionAt(millis, 0));
        }
    }

    private long maxPosition() {
        return layout.firstPositionAt(layout.lastMillis()) + layout.maxSequence();
    }

    /** 0 to {@code max}, unsigned; the ends, and numbers of every width, more often than chance would have them. */
    private long upTo(long max) {
        long any = random.nextLong() >>> random.nextInt(Long.SIZE);
        return switch (random.nextInt(8)) {
            case 0 -> 0;
            case 1 -> max;
            default -> max == -1 ? any : Long.remainderUnsigned(any, max + 1);
        };
    }
}
