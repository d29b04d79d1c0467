package io.snowgate.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client refuses before it asks anybody. */
class SnowgateClientTest {

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a",
                "a:8443",
                "ftp://a",
                "https://",
                "https://a/path",
                "https://a?q",
                "https://a#f",
                "https://me@a",
                "https://a b"
            })
    void refusesWhatIsNoAddress(String address) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SnowgateClient.builder().address(address))
                .withMessageEndingWith(": " + address);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://a", "https://a:8443", "HTTPS://A.example:8443/", "http://[::1]:80"})
    void takesAddressesWithAndWithoutPort(String address) {
        SnowgateClient.builder().address(address).build().close();
    }

    @Test
    void needsAnAddress() {
        assertThatIllegalStateException()
                .isThrownBy(() -> SnowgateClient.builder().build())
                .withMessage("a client needs the address of a gateway");
    }

    @Test
    void refusesTimesThatAreNone() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SnowgateClient.builder().timeout(Duration.ZERO))
                .withMessage("timeout must be 1 ms to a day: PT0S");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SnowgateClient.builder().attemptTimeout(Duration.ofDays(2)))
                .withMessage("attempt timeout must be 1 ms to a day: PT48H");
    }

    @Test
    void refusesACaFileThatHoldsNone() throws Exception {
        Path empty = Files.createFile(directory.resolve("empty.crt"));
        Path rubbish = Files.writeString(directory.resolve("rubbish.crt"), "rubbish");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SnowgateClient.builder().caFile(empty))
                .withMessageContaining("empty.crt");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SnowgateClient.builder().caFile(rubbish))
                .withMessageContaining("rubbish.crt");
        assertThatThrownBy(() -> SnowgateClient.builder().caFile(directory.resolve("none.crt")))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("none.crt");
    }

    @Test
    void refusesNamesAndCountsThatNoGatewayTakes() {
        try (SnowgateClient client =
                SnowgateClient.builder().address("http://localhost:1").build()) {
            assertThatIllegalArgumentException().isThrownBy(() -> client.sequence("a/b"));
            assertThatIllegalArgumentException().isThrownBy(() -> client.strictSequence(""));
            assertThatIllegalArgumentException().isThrownBy(() -> client.sequence("a".repeat(129)));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> client.sequence("a", -1))
                    .withMessage("buffer size must be 0..1000000000: -1");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> client.sequence("a").next(0))
                    .withMessage("count must be 1..1000000000: 0");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> client.sequence("a", 8).next(0));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> client.timestamps().next(10_001))
                    .withMessage("count must be 1..10000: 10001");
            assertThatIllegalArgumentException().isThrownBy(() -> client.ids().next(1_001));
        }
    }

    @Test
    void rangesKnowTheirSizeAndValues() {
        assertThat(new Range(3, 6).size()).isEqualTo(3);
        assertThat(new Range(3, 6).stream()).containsExactly(3L, 4L, 5L);
        assertThatIllegalArgumentException().isThrownBy(() -> new Range(3, 3));
        assertThatIllegalArgumentException().isThrownBy(() -> new Range(-1, 3));
    }
}
