package io.snowgate.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DecimalTest {

    @ParameterizedTest
    @ValueSource(
            longs = {
                0,
                1,
                9,
                10,
                99,
                100,
                999_999_999_999_999_999L,
                1_000_000_000_000_000_000L,
                Long.MAX_VALUE,
                Long.MIN_VALUE,
                -8_446_744_073_709_551_617L,
                -8_446_744_073_709_551_616L,
                -1
            })
    void writesTheDigitsThatTheJdkWritesAtEveryEdge(long value) {
        assertThat(written(value)).isEqualTo(Long.toUnsignedString(value));
        assertThat(Decimal.digits(value)).isEqualTo(Long.toUnsignedString(value).length());
    }

    @Test
    void writesTheDigitsThatTheJdkWritesForNumbersOfEveryLength() {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 100_000; i++) {
            long value = random.nextLong() >>> random.nextInt(64);
            assertThat(written(value)).as("seed %s", seed).isEqualTo(Long.toUnsignedString(value));
        }
    }

    @Test
    void appendsBehindWhatIsThere() {
        ByteBuf out = Unpooled.buffer(3, 8).writeBytes(new byte[] {'a', 'b'});

        Decimal.write(out, 123_456);

        assertThat(out.toString(StandardCharsets.US_ASCII)).isEqualTo("ab123456");
    }

    private static String written(long value) {
        ByteBuf out = Unpooled.buffer(Decimal.MAX_DIGITS, Decimal.MAX_DIGITS);
        Decimal.write(out, value);
        return out.toString(StandardCharsets.US_ASCII);
    }
}
