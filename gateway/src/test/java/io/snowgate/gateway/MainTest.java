package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {

    @Test
    void saysInOneLineWhyItCouldNotStart() {
        Outcome outcome = Outcome.ofRunner(config -> {
            throw new StartFailure("port 8443 is in use");
        });

        assertThat(outcome.err()).isEqualTo("snowgate: port 8443 is in use\n");
        assertThat(outcome.status()).isEqualTo(1);
    }

    @Test
    void showsTheTraceOfABug() {
        Outcome outcome = Outcome.ofRunner(config -> {
            throw new IllegalStateException("bug");
        });

        assertThat(outcome.err()).startsWith("java.lang.IllegalStateException: bug\n\tat ");
        assertThat(outcome.status()).isEqualTo(1);
    }

    @Test
    void endsWithSuccessOnceTheGatewayHasStopped() {
        assertThat(Outcome.of().status()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "-h", "config --help"})
    void helpsWithEveryFlagAndItsDefault(String arguments) {
        Outcome outcome = Outcome.of(arguments.split(" ", -1));

        assertThat(ConfigFlag.ALL).allSatisfy(flag -> assertThat(outcome.out()).contains("  " + flag.name() + "="));
        assertThat(outcome.out())
                .contains("Listening\n", "TLS\n", "IDs\n", "State\n", "CORS\n", "Limits", "Running\n", "Examples:")
                .contains("[8443]", "limits.idle-timeout", "[75s]");
        assertThat(outcome.out().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(111));
        assertThat(outcome.status()).isZero();
        assertThat(outcome.started()).isEmpty();
    }

    @Test
    void saysTheVersionsItRunsOn() {
        assertThat(Outcome.of("--version").out()).matches("snowgate \\S+, Java 25\\S*, Netty 4\\.\\S+\n");
    }

    @Test
    void helpsEvenWhenAnotherOptionIsWrong() {
        assertThat(Outcome.of("--port", "x", "--help").status()).isZero();
    }

    @Test
    void everyFlagSetsAKnownKey() {
        ConfigKeys keys = ConfigKeys.load();

        assertThat(ConfigFlag.ALL).allMatch(flag -> keys.paths().contains(flag.path()));
        assertThat(ConfigFlag.ALL).extracting(ConfigFlag::name).doesNotHaveDuplicates();
    }
}
