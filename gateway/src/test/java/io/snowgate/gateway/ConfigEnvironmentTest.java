package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigEnvironmentTest {

    @Test
    void namesEveryKeyDifferently() {
        assertThat(ConfigKeys.load().paths())
                .extracting(ConfigKeys::environmentName)
                .doesNotHaveDuplicates();
    }

    @Test
    void setsNestedAndHyphenatedKeys() {
        GatewayConfig config = Outcome.of(Map.of(
                        "SNOWGATE_PLAIN_PORT", "8080",
                        "SNOWGATE_TLS_CERT", "c.pem",
                        "SNOWGATE_TLS_KEY", "k.pem",
                        "SNOWGATE_LIMITS_IDLE_TIMEOUT", "5s"))
                .config();

        assertThat(config.plainPort()).hasValue(8080);
        assertThat(config.tls().certificate()).isPresent();
        assertThat(config.limits().idleTimeout()).hasSeconds(5);
    }

    @Test
    void separatesTheElementsOfAListByCommas() {
        assertThat(Outcome.of(Map.of("SNOWGATE_CORS_ORIGINS", "https://a.test, https://b.test"))
                        .config()
                        .cors()
                        .origins())
                .containsExactly("https://a.test", "https://b.test");
    }

    @ParameterizedTest
    @CsvSource({
        "SNOWGATE_PORT, tcp://10.0.0.1:8443",
        "SNOWGATE_SERVICE_HOST, 10.0.0.1",
        "SNOWGATE_SERVICE_PORT, 8443",
        "SNOWGATE_SERVICE_PORT_HTTPS, 8443",
        "SNOWGATE_PORT_8443_TCP, tcp://10.0.0.1:8443",
        "SNOWGATE_PORT_8443_TCP_PROTO, tcp",
        "SNOWGATE_PORT_8443_TCP_PORT, 8443",
        "SNOWGATE_PORT_8443_TCP_ADDR, 10.0.0.1",
        "SNOWGATE_PORT_443_UDP, udp://10.0.0.1:443",
        "SNOWGATE_PLAIN_PORT, tcp://10.0.0.2:8080",
        "SNOWGATE_ADMIN_PORT, tcp://10.0.0.2:9090",
        "SNOWGATE_ADMIN_SERVICE_HOST, 10.0.0.2",
        "SNOWGATE_ADMIN_PORT_9090_TCP, tcp://10.0.0.2:9090",
        "SNOWGATE_JAVA_OPTS, -Xmx1g",
        "SNOWGATE_AOT, off",
        "SNOWGATE_JDK_SEARCH, /opt",
        "SNOWGATEX_PORT, 1",
        "OTHER, 1"
    })
    void leavesVariablesOfKubernetesAndOthersAlone(String name, String value) {
        assertThat(Outcome.of(Map.of(name, value)).config())
                .isEqualTo(Outcome.of().config());
    }

    @Test
    void stillReadsAPortThatIsANumber() {
        assertThat(Outcome.of(Map.of("SNOWGATE_PORT", "1", "SNOWGATE_SERVICE_HOST", "10.0.0.1"))
                        .config()
                        .port())
                .isEqualTo(1);
    }

    @Test
    void warnsOfUnknownVariablesInOneLineAndRuns() {
        Outcome outcome = Outcome.of(Map.of("SNOWGATE_GRAC", "1", "SNOWGATE_ZZZZ", "1"));

        assertThat(outcome.err())
                .isEqualTo("snowgate: ignored environment variables that set no key:"
                        + " SNOWGATE_GRAC (did you mean SNOWGATE_GRACE?), SNOWGATE_ZZZZ\n");
        assertThat(outcome.status()).isZero();
        assertThat(outcome.started()).hasSize(1);
    }

    @Test
    void saysOnlyTheRefusalWhenThereIsOne() {
        assertThat(Outcome.of(Map.of("SNOWGATE_ZZZZ", "1"), "--port", "x").refusal())
                .startsWith("snowgate.port");
    }
}
