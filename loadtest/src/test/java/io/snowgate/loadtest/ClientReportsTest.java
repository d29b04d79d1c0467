package io.snowgate.loadtest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What clients print, as they printed it. */
class ClientReportsTest {

    private static final List<String> H2LOAD = """
            Main benchmark duration is over for thread #0. Stopping all clients.
            Cipher: TLS_AES_128_GCM_SHA256
            finished in 5.03s, 86822.75 req/s, 367.80MB/s
            requests: 347291 total, 347291 started, 347291 done, 347280 succeeded, 11 failed, 2 errored, 0 timeout
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
    void answersThatWereUnderWayAtTheEndMakeUpForNoError() {
        H2loadReport report = H2loadReport.parse("""
                        finished in 4.02s, 24348.00 req/s, 100.80MB/s
                        requests: 97392 total, 97456 started, 97392 done, 97390 succeeded, 2 failed, 2 errored, 0 timeout
                        status codes: 97419 2xx, 0 3xx, 0 4xx, 0 5xx
                        """.lines().toList()).orElseThrow();

        assertThat(report.errors(2)).isEqualTo(2);
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

    private static final List<String> HTTPRESS = """
            5000 requests launched
            20000 requests launched

            SSL INFO: ECDHE_RSA_AES_256_GCM_SHA384
            - Protocol: TLS1.3
            - Cipher: AES-256-GCM

            TOTALS:  1000 connect, 20000 requests, 19287 success, 713 fail, 287 (285) real concurrency
            TRAFFIC: 4194 avg bytes, 459 avg overhead, 80889678 bytes, 8852733 overhead
            TIMING:  0.853 seconds, 22605 rps, 102717 kbps, 44.2 ms avg req time
            """.lines().toList();

    @Test
    void countsWhatHttpressGaveUpAsErrors() {
        HttpressReport report = HttpressReport.parse(HTTPRESS).orElseThrow();

        assertThat(report).isEqualTo(new HttpressReport(19_287, 713, 0.853, "AES-256-GCM"));
        assertThat(report.errors(20_000)).isEqualTo(713);
        assertThat(report.errors(20_001)).as("one that it does not mention").isEqualTo(714);
    }

    @Test
    void readsWhatHttpressPrintsWithoutTls() {
        List<String> lines = List.of(
                "TOTALS:  64 connect, 20000 requests, 20000 success, 0 fail, 64 (64) real concurrency",
                "TRAFFIC: 4194 avg bytes, 240 avg overhead, 83880000 bytes, 4800000 overhead",
                "TIMING:  12.250 seconds, 1632 rps, 345447 kbps, 0.8 ms avg req time");

        assertThat(HttpressReport.parse(lines)).hasValue(new HttpressReport(20_000, 0, 12.25, ""));
        assertThat(HttpressReport.parse(lines.subList(0, 2))).isEmpty();
    }

    @Test
    void readsTheLineThatK6IsMadeToPrint() throws Failure {
        List<String> lines = List.of(
                "Insufficient VUs, reached 1000 active VUs and cannot initialize more",
                "begin",
                "end",
                "figures {\"count\":5449,\"med\":7.461024,\"p(99)\":631.75,\"p(99.9)\":635.24,\"failed\":12,\"dropped\":550}");

        K6Report report = K6Report.parse(lines).orElseThrow();

        assertThat(report).isEqualTo(new K6Report(5_449, 12, 550, 7.461024, 631.75, 635.24));
        assertThat(report.errors()).as("those never made, too").isEqualTo(562);
    }

    @Test
    void takesAReportOfK6WithoutFiguresForNone() throws Failure {
        assertThat(K6Report.parse(List.of("begin", "end"))).isEmpty();
        assertThatThrownBy(() -> K6Report.parse(List.of("figures {\"count\":54")))
                .isInstanceOf(Failure.class)
                .hasMessage("k6 printed no figures: {\"count\":54");
    }

    @Test
    void saysHowToGetAProgramThatIsNotThere() {
        assertThatThrownBy(() -> Programs.version("k6", "go install it", "no-such-program", "version"))
                .isInstanceOf(Failure.class)
                .hasMessage("k6 is missing: go install it");
    }

    @Test
    void takesTheProgramOnPathWhereTheEnvironmentNamesNone() {
        assertThat(Programs.named("NO_SUCH_VARIABLE", "k6")).isEqualTo("k6");
        assertThat(Programs.named("PATH", "k6")).isEqualTo(System.getenv("PATH"));
    }

    @Test
    void findsPercentilesInALogOfRequests(@TempDir Path directory) throws IOException {
        StringBuilder log = new StringBuilder();
        for (int i = 1_000; i > 0; i--) {
            log.append("1795240738744063\t200\t").append(i * 10).append('\n');
        }
        Path file = Files.writeString(directory.resolve("log"), log);

        Latencies latencies = Latencies.read(file, List.of());

        assertThat(latencies.millis(0.5)).isEqualTo(5.0);
        assertThat(latencies.millis(0.99)).isEqualTo(9.9);
        assertThat(latencies.millis(0.999)).isEqualTo(9.99);
        assertThat(Latencies.of(7_000).millis(0.5)).as("of one request").isEqualTo(7);
    }

    @Test
    void leavesOutRequestsThatWereUnderWayWhileTheClientStoodStill(@TempDir Path directory) throws IOException {
        ProcessTable idle = new ProcessTable(0, Map.of(), 0);
        Path file = Files.writeString(directory.resolve("log"), """
                1000\t200\t999
                1000\t200\t1000
                2500\t200\t10
                2990\t200\t900
                3001\t200\t3000
                6500\t200\t2000
                """);

        Latencies latencies = Latencies.read(
                file,
                List.of(
                        new Part.Pause(idle, idle, 2_000, 3_000, 1_000_000),
                        new Part.Pause(idle, idle, 7_000, 8_000, 1_000_000)));

        assertThat(latencies.millis(0.5)).isEqualTo(0.999);
        assertThat(latencies.millis(1)).isEqualTo(3.0);
    }
}
