package io.snowgate.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FieldBlockTest {

    @Test
    void writesOneLineForEachField() {
        assertThat(written(FieldBlock.of("etag", "\"1\"", "x-empty", ""))).isEqualTo("etag: \"1\"\r\nx-empty: \r\n");
    }

    @Test
    void writesExactlyAsManyOctetsAsItSays() {
        FieldBlock block = FieldBlock.of("a", "b").and("vary", "origin");
        assertThat(written(block)).hasSize(block.sizeBytes());
    }

    @Test
    void keepsTheOrderInWhichFieldsAreAdded() {
        FieldBlock block = FieldBlock.of("a", "1").and("b", "2").and(FieldBlock.of("a", "3"));

        assertThat(block.size()).isEqualTo(3);
        assertThat(block.name(2).toString()).isEqualTo("a");
        assertThat(block.value(2).toString()).isEqualTo("3");
    }

    @Test
    void addingLeavesTheFirstBlockAsItWas() {
        FieldBlock block = FieldBlock.of("a", "1");
        assertThat(block.and("b", "2")).isNotSameAs(block);
        assertThat(written(block)).isEqualTo("a: 1\r\n");
    }

    @Test
    void isEmptyWithoutFields() {
        assertThat(FieldBlock.NONE.size()).isZero();
        assertThat(written(FieldBlock.NONE)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\r\nb", "a\nb", "a\u0000b", "a\u007fb", "h\u00e4"})
    void refusesAValueThatWouldBreakOutOfItsLine(String value) {
        assertThatIllegalArgumentException().isThrownBy(() -> FieldBlock.of("name", value));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a:", "a\r\nb", "ETag", "\u00e4"})
    void refusesANameThatIsNoLowerCaseToken(String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> FieldBlock.of(name, "value"));
    }

    @Test
    void refusesANameWithoutAValue() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FieldBlock.of("a", "1", "b"))
                .withMessageContaining("b");
    }

    private static String written(FieldBlock block) {
        ByteBuf out = Unpooled.buffer();
        block.writeTo(out);
        return out.toString(StandardCharsets.US_ASCII);
    }
}
