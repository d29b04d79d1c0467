package io.snowgate.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MembershipTest {

    private static final String A = "{\"nodeID\":1,\"addr\":\"10.0.0.1:7001\",\"http\":\"https://10.0.0.1:8443\"}";
    private static final String B = "{\"nodeID\":\"b\",\"addr\":\"10.0.0.2:7001\",\"http\":\"https://B.example\"}";
    private static final String SILENT = "{\"nodeID\":3,\"addr\":\"10.0.0.3:7001\",\"http\":null}";

    @Test
    void knowsTheLeaderAndTheMembers() {
        Membership members = read("{\"leader\":" + B + ",\"members\":[" + A + "," + B + "," + SILENT + "]}\n");
        assertThat(members.leader()).contains(URI.create("https://b.example"));
        assertThat(members.members())
                .containsExactlyInAnyOrder(URI.create("https://10.0.0.1:8443"), URI.create("https://b.example"));
    }

    @Test
    void takesNobodyForTheLeaderWhoIsNot() {
        assertThat(read("{\"leader\":null,\"members\":[" + A + "]}").leader()).isEmpty();
        assertThat(read("{\"leader\":" + SILENT + ",\"members\":[" + A + "]}").leader())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<html>",
                "{\"leader\":{\"http\":\"gopher://a:1\"}}",
                "{\"leader\":{\"http\":\"https://\"}}",
                "{\"leader\":{\"http\":\"https://a b:1\"}}",
                "{\"leader\":{\"http\":\"https://a:1",
            })
    void learnsNothingFromRubbish(String body) {
        assertThat(read(body)).isEqualTo(new Membership(Optional.empty(), List.of()));
    }

    private static Membership read(String body) {
        return Membership.read(body.getBytes(UTF_8));
    }
}
