package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowgate.gateway.GatewayConfig.Admin;
import io.snowgate.gateway.GatewayConfig.Cluster;
import io.snowgate.gateway.GatewayConfig.ClusterStart;
import io.snowgate.gateway.GatewayConfig.Cors;
import io.snowgate.gateway.GatewayConfig.Limits;
import io.snowgate.gateway.GatewayConfig.Snowflake;
import io.snowgate.gateway.GatewayConfig.State;
import io.snowgate.gateway.GatewayConfig.TimestampFollower;
import io.snowgate.gateway.GatewayConfig.Tls;
import io.snowgate.gateway.GatewayConfig.TlsProvider;
import io.snowgate.gateway.GatewayConfig.Transport;
import io.snowgate.gateway.GatewayConfig.WorkerLocks;
import io.snowgate.gateway.state.StateOptions;
import io.snowgate.generator.SequenceStart;
import io.snowgate.generator.SnowflakeLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GatewayConfigTest {

    @Test
    void hasTheDocumentedDefaults() {
        assertThat(Outcome.of().config())
                .isEqualTo(new GatewayConfig(
                        "0.0.0.0",
                        8443,
                        OptionalInt.empty(),
                        Path.of("snowgate-data"),
                        Transport.AUTO,
                        0,
                        Duration.ofSeconds(10),
                        new Snowflake(
                                "twitter",
                                SnowflakeLayout.TWITTER,
                                SequenceStart.ZERO,
                                Duration.ofMillis(100),
                                Duration.ofMillis(10),
                                Duration.ofSeconds(2),
                                Duration.ofSeconds(10),
                                1,
                                false,
                                WorkerLocks.AUTO),
                        new Cluster(
                                ClusterStart.AUTO,
                                "snowgate",
                                List.of(),
                                Optional.empty(),
                                3,
                                Optional.empty(),
                                TimestampFollower.FORWARD,
                                Set.of(),
                                Optional.empty()),
                        List.of(new State(
                                "demo",
                                StateOptions.usual(Duration.ofSeconds(1), Duration.ofSeconds(10), 8 * 1024 * 1024))),
                        new Cors(List.of("*"), Duration.ofHours(24)),
                        new Tls(TlsProvider.BORINGSSL, Optional.empty()),
                        new Limits(
                                19000,
                                8 * 1024,
                                8 * 1024,
                                100,
                                64 * 1024,
                                Duration.ofSeconds(10),
                                Duration.ofSeconds(10),
                                Duration.ofSeconds(30),
                                Duration.ofSeconds(75),
                                128,
                                10_000,
                                Duration.ofSeconds(15),
                                Duration.ofSeconds(30)),
                        new Admin("127.0.0.1", OptionalInt.of(9090))));
    }

    @ParameterizedTest
    @CsvSource({
        "--worker-id 0, 0",
        "--worker-id 1023, 1023",
        "--worker-id 31 --datacenter-id 31, 1023",
        "--datacenter-id 3, 97",
        "--worker-id 5 --datacenter-id 0, 5"
    })
    void combinesTheIdsToTheNodeField(String arguments, int workerId) {
        Snowflake snowflake = Outcome.of(arguments.split(" ", -1)).config().snowflake();

        assertThat(snowflake.workerId()).isEqualTo(workerId);
        assertThat(snowflake.workerIdGiven()).isTrue();
    }

    @Test
    void takesEveryPresetAsItIs() {
        assertThat(SnowflakeLayout.names())
                .allSatisfy(name ->
                        assertThat(snowflake("--layout", name).layout()).isEqualTo(SnowflakeLayout.named(name)));
    }

    @Test
    void overridesWhatAPresetSays() {
        SnowflakeLayout layout = snowflake(
                        "--layout",
                        "sonyflake",
                        "--set",
                        "snowflake.epoch-millis=1589760000000",
                        "--set",
                        "snowflake.tick=1ms")
                .layout();

        assertThat(layout)
                .isEqualTo(SnowflakeLayout.SONYFLAKE
                        .withEpoch(Instant.parse("2020-05-18T00:00:00Z"))
                        .withTick(Duration.ofMillis(1)));
    }

    @Test
    void readsHowIdsComeToBe() {
        Snowflake snowflake = snowflake(
                "--sequence-start",
                "rolling",
                "--max-ahead",
                "0ms",
                "--clock-tolerance",
                "25ms",
                "--set",
                "worker-lock-dir=off");

        assertThat(snowflake.sequenceStart()).isEqualTo(SequenceStart.ROLLING);
        assertThat(snowflake.maxAhead()).isZero();
        assertThat(snowflake.clockTolerance()).isEqualTo(Duration.ofMillis(25));
        assertThat(snowflake.locks()).isEqualTo(WorkerLocks.OFF);
    }

    private static Snowflake snowflake(String... arguments) {
        return Outcome.of(arguments).config().snowflake();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://a.test",
                "http://localhost:3000",
                "https://a-b.c_d.test:8443",
                "http://[::1]:8080",
                "https://192.0.2.7",
                "capacitor://localhost",
                "chrome-extension://abcdefgh"
            })
    void acceptsOriginsAsBrowsersSendThem(String origin) {
        Cors cors = Outcome.of("--cors-origin", origin).config().cors();

        assertThat(cors.origins()).containsExactly(origin);
        assertThat(cors.allowsAnyOrigin()).isFalse();
    }

    @Test
    void allowsNoOriginWithAnEmptyList() {
        Cors cors = Outcome.of("--set", "cors.origins=").config().cors();

        assertThat(cors.origins()).isEmpty();
        assertThat(cors.allowsAnyOrigin()).isFalse();
    }

    @Test
    void allowsAnyOriginByDefault() {
        assertThat(Outcome.of().config().cors().allowsAnyOrigin()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"500ms, 500", "0.5s, 500", "1m, 60000", "10 seconds, 10000", "0s, 0"})
    void readsTimesWithTheirUnit(String text, long millis) {
        assertThat(Outcome.of("--grace", text).config().grace()).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "0B, 0", "1000, 1000", "1KiB, 1024", "1kB, 1000", "16MiB, 16777216"})
    void readsSizesInBytesUnlessAUnitSaysOtherwise(String text, int bytes) {
        assertThat(Outcome.of("--set", "limits.body=" + text).config().limits().bodyBytes())
                .isEqualTo(bytes);
    }

    @Test
    void turnsPortsOff() {
        GatewayConfig config =
                Outcome.of("--plain-port", "off", "--admin-port", "off").config();

        assertThat(config.plainPort()).isEmpty();
        assertThat(config.admin().port()).isEmpty();
    }

    @Test
    void letsAnyPortBeFreeManyTimes() {
        GatewayConfig config = Outcome.of("--port", "0", "--plain-port", "0", "--admin-port", "0")
                .config();

        assertThat(config.plainPort()).hasValue(0);
        assertThat(config.admin().port()).hasValue(0);
    }

    @Test
    void sharesAPortNumberBetweenAddresses() {
        assertThat(Outcome.of("--host", "192.0.2.7", "--admin-port", "8443")
                        .config()
                        .admin()
                        .port())
                .hasValue(8443);
    }
}
