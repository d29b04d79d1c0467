package io.snowgate.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.util.CharsetUtil;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IsoTimeTest {

    private static final DateTimeFormatter EXPECTED =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);
    private static final long END_OF_9999 = 253_402_300_799_999L;

    @ParameterizedTest
    @ValueSource(
            longs = {0, 1, 999, 951_782_400_000L, 951_868_799_999L, 951_868_800_000L, 4_107_542_400_000L, END_OF_9999})
    void writesMomentsAtTheEdgesAsTheJdkDoes(long millis) {
        assertThat(written(millis)).isEqualTo(EXPECTED.format(Instant.ofEpochMilli(millis)));
    }

    @Test
    void writesEveryMomentAsTheJdkDoes() {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 20_000; i++) {
            long millis = random.nextLong(END_OF_9999 + 1);
            assertThat(written(millis)).as("seed %d", seed).isEqualTo(EXPECTED.format(Instant.ofEpochMilli(millis)));
        }
    }

    private static String written(long millis) {
        ByteBuf out = Unpooled.buffer(IsoTime.BYTES, IsoTime.BYTES);
        IsoTime.write(out, millis);
        return out.toString(CharsetUtil.US_ASCII);
    }
}
