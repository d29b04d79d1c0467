package io.snowgate.gateway.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowgate.cluster.ClusterStatus;
import io.snowgate.cluster.Member;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MembersEndpointTest {

    private static final Member ONE = new Member("1", "10.0.0.1:7001", "https://one.example");
    private static final Member TWO = new Member("2", "10.0.0.2:7001");

    @Test
    void hasTheFormOfEpicEpochWithTheAddressesOfClientsAdded() {
        assertThat(json(ONE, ONE, TWO))
                .isEqualTo("{\"leader\":{\"nodeID\":1,\"addr\":\"10.0.0.1:7001\",\"http\":\"https://one.example\"},"
                        + "\"members\":[{\"nodeID\":1,\"addr\":\"10.0.0.1:7001\",\"http\":\"https://one.example\"},"
                        + "{\"nodeID\":2,\"addr\":\"10.0.0.2:7001\",\"http\":null}]}\n");
    }

    @Test
    void writesAnIdThatIsNoNumberAsText() {
        assertThat(json(null, new Member("a", "h:1"), new Member("01", "h:2")))
                .isEqualTo("{\"leader\":null,\"members\":[{\"nodeID\":\"a\",\"addr\":\"h:1\",\"http\":null},"
                        + "{\"nodeID\":\"01\",\"addr\":\"h:2\",\"http\":null}]}\n");
    }

    @Test
    void escapesWhatJsonWouldMisread() {
        assertThat(json(null, new Member("a", "h\"\\:1"))).contains("\"addr\":\"h\\\"\\\\:1\"");
    }

    private static String json(@Nullable Member leader, Member... members) {
        return MembersEndpoint.json(
                new ClusterStatus("1", leader, List.of(members), ClusterStatus.Phase.READY, null, List.of()));
    }
}
