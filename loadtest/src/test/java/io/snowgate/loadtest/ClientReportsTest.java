package io.snowgate.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What clients print, as they printed it. */
class ClientReportsTest {

    private static final List<String> H2LOAD = """
            Main benchmark duration is over for thread #0. Stopping all clients.
            Cipher: TLS_AES_128_GCM_SHA256
            finished in 5.03s, 86822.75 req/s, 367.80MB/s
            requests: 347291 total, 347291 started, 347291 done, 347289 succeeded, 2 failed, 2 errored, 0 timeout
            status codes: 347200 2xx, 80 3xx, 0 4xx, 9 5xx
            traffic: 1.44GB (1542666622) total, 72.35MB (75863172) headers (space savings 0.00%), 1.51GB (1623704115) data
            """.lines().toList();

    @Test
    void readsWhatH2loadPrints() {
        H2loadReport report = H2loadReport.parse(H2LOAD).orElseThrow();

        assertThat(report.total()).isEqualTo(347_291);
        assertThat(report.seconds()).isEqualTo(5.03);
        assertThat(report.cipher()).isEqualTo("TLS_AES_128_GCM_SHA256");
        assertThat(report.errors(2)).as("other statuses, and no answer at all").isEqualTo(91);
        assertThat(report.errors(3)).isEqualTo(347_211);
    }

    @Test
    void takesAReportThatWasCutShortForNone() {
        assertThat(H2loadReport.parse(H2LOAD.subList(0, 3))).isEmpty();
        assertThat(H2loadReport.parse(List.of())).isEmpty();
    }

    @Test
    void readsTheLineThatWrkIsMadeToPrint() {
        List<String> lines = List.of("Running 4s test", "figures 361000 4100000 690 1250 2900 3", "");

        assertThat(WrkReport.parse(lines)).hasValue(new WrkReport(361_000, 4.1, 0.69, 1.25, 2.9, 3));
        assertThat(WrkReport.parse(List.of("unable to connect"))).isEmpty();
    }

    @Test
    void findsPercentilesInALogOfRequests(@TempDir Path directory) throws IOException {
        StringBuilder log = new StringBuilder();
        for (int i = 1_000; i > 0; i--) {
            log.append("1795240738744063\t200\t").append(i * 10).append('\n');
        }
        Path file = Files.writeString(directory.resolve("log"), log);

        Latencies latencies = Latencies.read(file);

        assertThat(latencies.millis(0.5)).isEqualTo(5.0);
        assertThat(latencies.millis(0.99)).isEqualTo(9.9);
        assertThat(latencies.millis(0.999)).isEqualTo(9.99);
        assertThat(Latencies.of(7_000).millis(0.5)).as("of one request").isEqualTo(7);
    }
}
