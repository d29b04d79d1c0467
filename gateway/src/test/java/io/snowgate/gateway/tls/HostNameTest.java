package io.snowgate.gateway.tls;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostNameTest {

    @ParameterizedTest
    @ValueSource(strings = {"gate", "a", "3f2a1c", "gate-1.example.org", "localhosts"})
    void takesWhatACertificateCanSay(String name) {
        assertThat(HostName.isDnsName(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "localhost", "(none)", "my_host", "-a", "a-", "a..b", "a,ip:1.2.3.4", "ä"})
    void leavesOutWhatItCannot(String name) {
        assertThat(HostName.isDnsName(name)).isFalse();
    }
}
