package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowgate.gateway.GatewayProcess.Ended;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code snowgate cluster} beside three gateways that know each other by the certificates it has made. */
class ClusterCommandIT {

    private static final Duration START = Duration.ofSeconds(90);

    @TempDir
    private Path directory;

    @Test
    void asksAndChangesAClusterThatItMadeTheCertificatesOf() throws Exception {
        try (ThreeGateways gateways = ThreeGateways.servingWithCertificates(directory)) {
            String leader = Objects.requireNonNull(await().atMost(START).until(gateways::leader, Objects::nonNull));
            String other = ThreeGateways.IDS.stream()
                    .filter(id -> !id.equals(leader))
                    .findFirst()
                    .orElseThrow();
            for (String id : ThreeGateways.IDS) {
                await().atMost(START).until(() -> gateways.get(id, "/ready").statusCode() == 200);
            }

            Ended status = gateways.cluster(other, "status");
            assertThat(status.err()).isEmpty();
            assertThat(status.out())
                    .startsWith("ready; asked " + other + "\n")
                    .containsPattern(
                            "(?m)^" + leader + " +127\\.0\\.1\\.[1-3]:[0-9]+ +https://127\\.0\\.1\\.[1-3]:[0-9]+ +0")
                    .containsPattern("(?m)^0 +" + leader + " +[1-9][0-9]* +[0-9]+");

            assertThat(gateways.cluster(leader, "transfer", other))
                    .isEqualTo(new Ended(0, other + " leads the group 0\n", ""));
            await().atMost(START).until(() -> other.equals(gateways.leader()));

            assertThat(gateways.get(leader, "/sequence/orders").body()).contains("\"from\":1,");
            assertThat(gateways.cluster(leader, "reset", "orders", "1000000"))
                    .isEqualTo(new Ended(0, "orders goes on at 1000000 or above\n", ""));
            assertThat(gateways.get(other, "/sequence/orders?order=strict").body())
                    .contains("\"from\":1000000,");
            Ended back = gateways.cluster(leader, "reset", "orders", "7");
            assertThat(back.status()).isEqualTo(1);
            assertThat(back.err()).contains("orders").contains("1000001").contains("7");

            Ended unknown = gateways.cluster(leader, "remove", "z");
            assertThat(unknown.status()).isEqualTo(1);
            assertThat(unknown.err()).startsWith("snowgate: ").contains("z");
            String third = ThreeGateways.IDS.stream()
                    .filter(id -> !List.of(leader, other).contains(id))
                    .findFirst()
                    .orElseThrow();
            assertThat(gateways.cluster(other, "remove", third))
                    .isEqualTo(new Ended(0, third + " votes no more\n", ""));
            await().atMost(START)
                    .untilAsserted(
                            () -> assertThat(gateways.json(leader, "/members").get("members"))
                                    .hasSize(2));
            assertThat(gateways.get(other, "/timestamp?format=text").statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void saysThatNobodyAnswersAndWhichPortWasAsked() throws Exception {
        Ended ended = GatewayProcess.start(directory, "cluster", "status", "--admin-port", "1")
                .end();
        assertThat(ended.status()).isEqualTo(1);
        assertThat(ended.err()).contains("no gateway answers at 127.0.0.1:1").contains("--admin-port");
    }

    @Test
    void letsNoPageChangeTheCluster() throws Exception {
        try (TestGateway gateway = TestGateway.start();
                HttpClient client = HttpClient.newHttpClient()) {
            URI members = URI.create("http://127.0.0.1:" + gateway.adminPort() + "/cluster/members/single");
            HttpRequest.Builder remove = HttpRequest.newBuilder(members).method("DELETE", BodyPublishers.noBody());
            HttpResponse<String> ofAPage = client.send(
                    remove.copy().header("Origin", "http://127.0.0.1:9090").build(), BodyHandlers.ofString());
            assertThat(ofAPage.statusCode()).isEqualTo(403);
            HttpResponse<String> posted = client.send(
                    HttpRequest.newBuilder(members)
                            .POST(BodyPublishers.noBody())
                            .build(),
                    BodyHandlers.ofString());
            assertThat(posted.statusCode()).isEqualTo(405);
            HttpResponse<String> unknown = client.send(
                    HttpRequest.newBuilder(members.resolve("/cluster/nothing")).build(), BodyHandlers.ofString());
            assertThat(unknown.statusCode()).isEqualTo(405);
        }
    }
}
