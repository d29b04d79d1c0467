package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The management port. */
class AdminIT {

    /** What the operator was promised, one line for each family that must have a sample. */
    private static final List<String> PROMISED = List.of(
            "snowgate_requests_total\\{endpoint=\"snowflake\",status=\"200\"}",
            "snowgate_requests_total\\{endpoint=\"snowflake\",status=\"400\"}",
            "snowgate_requests_total\\{endpoint=\"none\",status=\"404\"}",
            "snowgate_request_duration_seconds_bucket\\{endpoint=\"state\",le=\"0\\.001\"}",
            "snowgate_request_duration_seconds_count\\{endpoint=\"snowflake\"}",
            "snowgate_connections_open",
            "snowgate_connections_accepted_total",
            "snowgate_connections_refused_total",
            "snowgate_tls_handshakes_total\\{outcome=\"ok\"}",
            "snowgate_tls_handshakes_total\\{outcome=\"failed\"}",
            "snowgate_ids_issued_total",
            "snowgate_ids_refused_total\\{reason=\"clock-behind\"}",
            "snowgate_clock_behind_seconds",
            "snowgate_layout_seconds_left",
            "snowgate_reservation_failing",
            "snowgate_reservation_failures_total",
            "snowgate_state_age_seconds",
            "snowgate_state_size_bytes",
            "snowgate_state_stale",
            "snowgate_state_refreshes_total",
            "snowgate_state_refresh_failures_total",
            "snowgate_eventloop_lag_seconds_bucket\\{le=\"0\\.005\"}",
            "netty_eventexecutor_tasks_pending\\{.*}",
            "netty_allocator_memory_used\\{.*memory_type=\"direct\".*}",
            "jvm_memory_used_bytes\\{.*area=\"heap\".*}",
            "jvm_gc_pause_seconds_count\\{.*}|jvm_gc_memory_allocated_bytes_total",
            "jvm_threads_live_threads",
            "process_cpu_usage",
            "process_files_open_files",
            "process_uptime_seconds");

    @TempDir
    private Path directory;

    @Test
    void metricsHoldEveryFamilyThatWasPromised() throws Exception {
        Path file = Files.writeString(directory.resolve("state.json"), "{\"lead\":1}");
        try (TestGateway gateway = TestGateway.start("--state", "file:" + file)) {
            gateway.get(HttpClient.Version.HTTP_1_1, "/api/snowflake?n=7");
            gateway.get(HttpClient.Version.HTTP_2, "/api/snowflake?n=0");
            gateway.get(HttpClient.Version.HTTP_2, "/nowhere");

            HttpResponse<String> metrics = gateway.admin("/metrics");

            assertThat(metrics.statusCode()).isEqualTo(200);
            assertThat(metrics.headers().firstValue("content-type").orElseThrow())
                    .startsWith("text/plain; version=0.0.4");
            assertThat(PROMISED)
                    .allSatisfy(family -> assertThat(samples(metrics.body(), family))
                            .as(family)
                            .isNotEmpty());
            assertThat(samples(metrics.body(), "snowgate_ids_issued_total")).containsExactly(7.0);
            assertThat(samples(metrics.body(), "snowgate_state_size_bytes")).containsExactly(10.0);
            assertThat(samples(metrics.body(), "snowgate_connections_accepted_total"))
                    .containsExactly(3.0);
            assertThat(samples(metrics.body(), "snowgate_tls_handshakes_total\\{outcome=\"ok\"}"))
                    .containsExactly(3.0);
        }
    }

    @Test
    void answersHealthAndNothingElse() throws Exception {
        try (TestGateway gateway = TestGateway.start()) {
            assertThat(gateway.admin("/up").statusCode()).isEqualTo(200);
            assertThat(gateway.admin("/ready").statusCode()).isEqualTo(200);
            assertThat(gateway.admin("/state").statusCode()).isEqualTo(404);
            assertThat(gateway.get(HttpClient.Version.HTTP_1_1, "/metrics").statusCode())
                    .as("on the public port")
                    .isEqualTo(404);
        }
    }

    /** CASES 141. Linux has all of 127/8, and refuses where nobody listens. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void isReachableOnLoopbackOnly() throws Exception {
        InetAddress elsewhere = InetAddress.getByAddress(new byte[] {127, 0, 0, 2});
        try (TestGateway gateway = TestGateway.start()) {
            assertThat(gateway.admin("/up").statusCode()).isEqualTo(200);
            assertThatExceptionOfType(ConnectException.class)
                    .isThrownBy(() -> new Socket(elsewhere, gateway.adminPort()).close());
        }
    }

    private static List<Double> samples(String metrics, String family) {
        return Pattern.compile("(?m)^(?:" + family + ") (\\S+)$")
                .matcher(metrics)
                .results()
                .map(AdminIT::value)
                .toList();
    }

    private static double value(MatchResult sample) {
        return Double.parseDouble(sample.group(1));
    }
}
