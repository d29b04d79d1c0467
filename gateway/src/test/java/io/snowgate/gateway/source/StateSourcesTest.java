package io.snowgate.gateway.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.snowgate.generator.EpochClock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StateSourcesTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    demo            | demo, seed 1
                    demo:42         | demo, seed 42
                    demo:-3         | demo, seed -3
                    file:x.json     | file:x.json
                    file:/a/b.json  | file:/a/b.json
                    file:///a.json  | file:/a.json
                    file:a:b.json   | file:a:b.json
                    """)
    void namesEachKind(String spec, String description) {
        assertThat(StateSources.of(spec, 1_000, EpochClock.system()).description())
                .isEqualTo(description);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Demo",
                "demo:",
                "demo:x",
                "demo:1.5",
                "demo:9223372036854775808",
                "file:",
                "file: ",
                "file:a\u0000b",
                "x.json",
                "redis://localhost/state"
            })
    void refusesAnythingElseAndSaysWhatIsAllowed(String spec) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StateSources.of(spec, 1_000, EpochClock.system()))
                .withMessageContaining("demo:SEED")
                .withMessageContaining("file:PATH")
                .withMessageEndingWith(": " + spec);
    }
}
