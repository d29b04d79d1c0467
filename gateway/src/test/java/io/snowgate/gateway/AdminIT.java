package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The management port of the running gateway. */
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
            "snowgate_state_age_seconds\\{state=\"default\"}",
            "snowgate_state_size_bytes\\{state=\"default\"}",
            "snowgate_state_stale\\{state=\"default\"}",
            "snowgate_state_refreshes_total\\{state=\"default\"}",
            "snowgate_state_refresh_failures_total\\{state=\"default\"}",
            "snowgate_eventloop_lag_seconds_bucket\\{le=\"0\\.005\"}",
            "netty_eventexecutor_tasks_pending\\{.*}",
            "netty_allocator_memory_used\\{.*memory_type=\"direct\".*}",
            "jvm_memory_used_bytes\\{.*area=\"heap\".*}",
            "jvm_gc_pause_seconds_count\\{.*}|jvm_gc_memory_allocated_bytes_total",
            "jvm_threads_live_threads",
            "process_cpu_usage",
            "process_files_open_files",
            "process_uptime_seconds");

    private TestGateway gateway;

    @BeforeEach
    void start() {
        gateway = TestGateway.start("--plain-port", "0");
    }

    @AfterEach
    void stop() {
        gateway.close();
    }

    @Test
    void countsRequestsByEndpointAndStatusOverBothVersions() throws Exception {
        for (Version version : new Version[] {Version.HTTP_1_1, Version.HTTP_2}) {
            try (HttpClient client = gateway.client(version)) {
                String etag =
                        send(client, "/state").headers().firstValue("etag").orElseThrow();
                send(client, "/state", "If-None-Match", "\"another\", " + etag);
                send(client, "/api/snowflake");
                send(client, "/api/snowflake?n=10");
                send(client, "/api/snowflake?n=0");
                send(client, "/up");
                send(client, "/nowhere");
            }
        }
        try (RawConnection connection = RawConnection.plain(gateway)) {
            assertThat(connection.send("nonsense\r\n\r\n").answer().status()).isEqualTo(400);
        }

        Scrape scrape = Scrape.of(gateway);
        double ok = scrape.value(requests("state", 200));
        double notModified = scrape.value(requests("state", 304));
        assertThat(ok + notModified).isEqualTo(4);
        assertThat(ok).isBetween(2.0, 4.0);
        assertThat(scrape.value(requests("snowflake", 200))).isEqualTo(4);
        assertThat(scrape.value(requests("snowflake", 400))).isEqualTo(2);
        assertThat(scrape.value(requests("up", 200))).isEqualTo(2);
        assertThat(scrape.value(requests("none", 404))).isEqualTo(2);
        assertThat(scrape.value(requests("none", 400))).isEqualTo(1);
        assertThat(scrape.value("snowgate_ids_issued_total")).isEqualTo(22);
        assertThat(scrape.value("snowgate_tls_handshakes_total{outcome=\"ok\"}"))
                .isEqualTo(2);
        assertThat(scrape.value("snowgate_connections_accepted_total")).isEqualTo(3);
    }

    @Test
    void holdsEveryFamilyThatWasPromised() throws Exception {
        gateway.get(Version.HTTP_1_1, "/api/snowflake");
        gateway.get(Version.HTTP_2, "/api/snowflake?n=0");
        gateway.get(Version.HTTP_2, "/nowhere");
        String metrics = gateway.admin("/metrics").body();
        assertThat(PROMISED)
                .allSatisfy(family -> assertThat(Pattern.compile("(?m)^(?:" + family + ") \\S+$")
                                .matcher(metrics)
                                .find())
                        .as(family)
                        .isTrue());
    }

    /** CASES 141. Linux has all of 127/8, and refuses where nobody listens. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void isReachableOnLoopbackOnly() throws Exception {
        InetAddress elsewhere = InetAddress.getByAddress(new byte[] {127, 0, 0, 2});
        assertThat(gateway.admin("/up").statusCode()).isEqualTo(200);
        assertThatExceptionOfType(ConnectException.class)
                .isThrownBy(() -> new Socket(elsewhere, gateway.adminPort()).close());
    }

    @Test
    void speaksOpenMetricsToThoseWhoAsk() throws Exception {
        HttpResponse<String> answer = admin("GET", "/metrics", "application/openmetrics-text; version=1.0.0");
        assertThat(answer.headers().firstValue("content-type").orElseThrow())
                .startsWith("application/openmetrics-text");
        assertThat(answer.body()).endsWith("# EOF\n");
    }

    @Test
    void isUpAndReady() throws Exception {
        assertThat(gateway.admin("/up").body()).isEqualTo("ok\n");
        assertThat(gateway.admin("/ready").body()).isEqualTo("ready\n");
    }

    @Test
    void tellsTheOperatorWhyItIsNotReady() throws Exception {
        try (TestGateway without = TestGateway.start("--state", "file:/nowhere/state.json")) {
            HttpResponse<String> answer = without.admin("/ready");
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.body()).contains("there is no state document yet").contains("/nowhere/state.json");
            assertThat(without.get(Version.HTTP_2, "/ready").body())
                    .as("which is nobody else's business")
                    .doesNotContain("/nowhere");
        }
    }

    @Test
    void servesNothingElse() throws Exception {
        for (String path : new String[] {"/", "/state", "/metrics/", "/metrics/x", "/api/snowflake"}) {
            assertThat(admin("GET", path, "*/*").statusCode()).as(path).isEqualTo(404);
        }
        for (String method : new String[] {"POST", "DELETE", "OPTIONS"}) {
            HttpResponse<String> answer = admin(method, "/metrics", "*/*");
            assertThat(answer.statusCode()).as(method).isEqualTo(405);
            assertThat(answer.headers().firstValue("allow")).contains("GET, HEAD");
        }
        HttpResponse<String> head = admin("HEAD", "/metrics", "*/*");
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
    }

    private static String requests(String endpoint, int status) {
        return "snowgate_requests_total{endpoint=\"" + endpoint + "\",status=\"" + status + "\"}";
    }

    private HttpResponse<String> send(HttpClient client, String target, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(gateway.uri(target));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> admin(String method, String path, String accept)
            throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.adminPort() + path))
                    .method(method, BodyPublishers.noBody())
                    .header("Accept", accept)
                    .build();
            return client.send(request, BodyHandlers.ofString());
        }
    }
}
