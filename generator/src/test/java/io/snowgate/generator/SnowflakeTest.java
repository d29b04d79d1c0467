package io.snowgate.generator;

import static io.snowgate.generator.SnowflakeLayout.SHARDED_41_11_12;
import static io.snowgate.generator.SnowflakeLayout.TWITTER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class SnowflakeTest {

    private static final long NOW = 1_800_000_000_000L;

    private final Snowflake id = new Snowflake(TWITTER.compose(NOW - TWITTER.epochMillis(), 33, 7), TWITTER);

    @Test
    void takesItselfApart() {
        assertThat(id.epochMillis()).isEqualTo(NOW);
        assertThat(id.time()).isEqualTo("2027-01-15T08:00:00Z");
        assertThat(id.workerId()).isEqualTo(33);
        assertThat(id.datacenter()).isEqualTo(1);
        assertThat(id.worker()).isEqualTo(1);
        assertThat(id.sequence()).isEqualTo(7);
    }

    @Test
    void knowsItsAgeByAClock() {
        assertThat(id.age(() -> NOW + 1_500)).isEqualTo(Duration.ofMillis(1_500));
        assertThat(id.age(() -> NOW - 1)).isEqualTo(Duration.ofMillis(-1));
    }

    @Test
    void sortsUnsigned() {
        Snowflake before = new Snowflake(Long.MAX_VALUE, SHARDED_41_11_12);
        Snowflake after = new Snowflake(Long.MIN_VALUE, SHARDED_41_11_12);
        assertThat(before).isLessThan(after).isEqualByComparingTo(before);
    }

    @Test
    void hasNoOrderAmongLayouts() {
        Snowflake other = new Snowflake(id.id(), SHARDED_41_11_12);
        assertThat(other).isNotEqualTo(id);
        assertThatIllegalArgumentException().isThrownBy(() -> id.compareTo(other));
    }

    @Test
    void isTheUnsignedNumberAsText() {
        assertThat(new Snowflake(-1, SHARDED_41_11_12)).hasToString("18446744073709551615");
        assertThat(new Snowflake(-1, SHARDED_41_11_12).format(TextForm.HEX)).isEqualTo("ffffffffffffffff");
    }

    @Test
    void readsText() {
        assertThat(Snowflake.parse(id.format(TextForm.BASE32), TextForm.BASE32, TWITTER))
                .isEqualTo(id);
    }

    @Test
    void refusesAnIdThatItsLayoutHasNoRoomFor() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Snowflake(-1, TWITTER))
                .withMessage("id must be 0..9223372036854775807: 18446744073709551615");
        assertThatIllegalArgumentException().isThrownBy(() -> new Snowflake(1L << 53, SnowflakeLayout.JS_SAFE_53));
    }
}
