package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.snowgate.generator.Snowflake;
import io.snowgate.generator.SnowflakeLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Three processes on one machine. Linux has all of 127/8. */
@EnabledOnOs(OS.LINUX)
class ClusterIT {

    private static final Duration START = Duration.ofSeconds(90);
    private static final Duration LEASE = Duration.ofSeconds(10);

    @TempDir
    private Path directory;

    @Test
    void everyMemberKnowsWhoLeadsAndWhereClientsFindTheOthers() throws Exception {
        try (ThreeGateways gateways = ThreeGateways.serving(directory)) {
            for (String id : ThreeGateways.IDS) {
                await().atMost(START).untilAsserted(() -> {
                    JsonNode known = gateways.json(id, "/members");
                    assertThat(known.at("/leader/nodeID").asText())
                            .isIn(ThreeGateways.IDS)
                            .isEqualTo(gateways.leader());
                    assertThat(known.get("members")).hasSize(ThreeGateways.IDS.size());
                    assertThat(known.get("members")).allSatisfy(member -> {
                        assertThat(gateways.members())
                                .contains(member.get("nodeID").asText() + "="
                                        + member.get("addr").asText());
                        assertThat(member.get("http").asText())
                                .matches("https://127\\.0\\.1\\.[1-3]:[0-9]+")
                                .endsWith(":"
                                        + gateways.process(member.get("nodeID").asText())
                                                .port());
                    });
                    assertThat(gateways.get(id, "/membership").body())
                            .isEqualTo(gateways.get(id, "/members").body());
                });
                await().atMost(START)
                        .untilAsserted(
                                () -> assertThat(gateways.get(id, "/ready").body())
                                        .isEqualTo("ready\nleader=" + gateways.leader() + " nodeID=" + id
                                                + " raftAvailable=true\n"));
                assertThat(gateways.get(id, "/up").body()).isEqualTo("ok");
            }
            aTimestampOfAVersionIsInTheOrderOfThoseAskedFor(gateways);
        }
    }

    private static void aTimestampOfAVersionIsInTheOrderOfThoseAskedFor(ThreeGateways gateways) throws Exception {
        for (String id : ThreeGateways.IDS) {
            long before = timestamp(gateways, "a");
            await().atMost(START).until(() -> version(gateways, id) > before);
            long ofVersion = version(gateways, id);
            assertThat(timestamp(gateways, "b")).isGreaterThan(ofVersion);
        }
    }

    private static long timestamp(ThreeGateways gateways, String id) throws Exception {
        return Long.parseLong(gateways.get(id, "/timestamp?format=text").body().strip());
    }

    private static long version(ThreeGateways gateways, String id) throws Exception {
        return gateways.get(id, "/state")
                .headers()
                .firstValueAsLong("snowgate-timestamp")
                .orElse(0);
    }

    @Test
    void anotherOneLeadsAfterTheDeathOfTheLeader() throws Exception {
        try (ThreeGateways gateways = ThreeGateways.serving(directory)) {
            awaitReady(gateways);
            String killed = awaitLeader(gateways, START);
            gateways.kill(killed);

            await().atMost(START)
                    .untilAsserted(
                            () -> assertThat(gateways.leader()).isNotNull().isNotEqualTo(killed));
            gateways.start(killed);
            await().atMost(START)
                    .untilAsserted(() ->
                            assertThat(gateways.get(killed, "/ready").body()).startsWith("ready"));
        }
    }

    @Test
    void oneOfThreeAloneSaysThatItWaitsForTheOthers() throws Exception {
        try (ThreeGateways gateways = ThreeGateways.serving(directory)) {
            gateways.kill("b");
            gateways.kill("c");

            await().atMost(START).untilAsserted(() -> {
                assertThat(gateways.get("a", "/ready").statusCode()).isEqualTo(503);
                assertThat(gateways.get("a", "/ready").body()).contains("the cluster");
                assertThat(gateways.get("a", "/state").statusCode()).isEqualTo(200);
                assertThat(gateways.get("a", "/api/snowflake").statusCode()).isEqualTo(200);
            });
        }
    }

    @Test
    void gatewaysThatLeaseTheirWorkerIdsHaveOneEach() throws Exception {
        try (ThreeGateways gateways = ThreeGateways.serving(directory, "--worker-id", "auto")) {
            Set<Integer> workers = new HashSet<>();
            for (String id : ThreeGateways.IDS) {
                await().atMost(START).until(() -> gateways.get(id, "/ready").statusCode() == 200);
                workers.add(worker(gateways, id));
            }

            assertThat(workers).hasSize(ThreeGateways.IDS.size());
        }
    }

    @Test
    void thereAreNoIdsWithoutALeaseAndTheyComeBackWithTheCluster() throws Exception {
        try (ThreeGateways gateways = ThreeGateways.serving(directory, "--worker-id", "auto")) {
            await().atMost(START).until(() -> gateways.get("a", "/ready").statusCode() == 200);
            gateways.kill("b");
            gateways.kill("c");

            await().atMost(LEASE.multipliedBy(2)).untilAsserted(() -> {
                assertThat(gateways.get("a", "/api/snowflake").statusCode()).isEqualTo(503);
                assertThat(gateways.get("a", "/state").statusCode()).isEqualTo(200);
            });
            gateways.start("b");
            await().atMost(START)
                    .until(() -> gateways.get("a", "/api/snowflake").statusCode() == 200);
        }
    }

    private static int worker(ThreeGateways gateways, String id) throws Exception {
        long issued = Long.parseLong(gateways.get(id, "/api/snowflake").body().strip());
        return new Snowflake(issued, SnowflakeLayout.TWITTER).workerId();
    }

    /** All have been let in: until then none of three may be gone. */
    private static void awaitReady(ThreeGateways gateways) {
        for (String id : ThreeGateways.IDS) {
            await().atMost(START).until(() -> gateways.get(id, "/ready").statusCode() == 200);
        }
    }

    private static String awaitLeader(ThreeGateways gateways, Duration patience) {
        return Objects.requireNonNull(await().atMost(patience).until(gateways::leader, Objects::nonNull));
    }
}
