package io.snowgate.loadtest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * k6, a virtual user for each connection, over HTTP/1.1 only: closed loops and open ones. It interprets a script, so it asks
 * for a fraction of what h2load does, and the server waits most of the time: what that costs the server is in its CPU for a
 * request, for every server alike. Like h2load it says when its warm-up is over, and no handshake is in its figures.
 */
final class K6 implements LoadClient, OpenLoop {

    private static final String VARIABLE = "K6";
    static final String ADVICE = "go install go.k6.io/k6@v1.8.1; in PATH, or named by " + VARIABLE;

    private static final String SCRIPT = "k6.js";
    private static final String BEGIN = "begin";
    private static final String END = "end";
    private static final int CLOSED = 0;
    private static final int PATIENCE_SECONDS = 40;

    /**
     * Go's switches: HTTP/1.1 over TLS, too, and no garbage collection below two gigabytes, which with a thousand virtual
     * users stops it for a tenth of a second, and would be all that p99 shows.
     */
    private static final Map<String, String> ENVIRONMENT =
            Map.of("GODEBUG", "http2client=0", "GOGC", "off", "GOMEMLIMIT", "2GiB");

    private final String program;
    private final String version;
    private final int core;
    private final Path script;
    private final Path complaints;

    K6(int core, Scratch scratch) throws IOException, InterruptedException, Failure {
        this.program = Programs.named(VARIABLE, "k6");
        this.version = Programs.version("k6", ADVICE, program, "version");
        this.core = core;
        this.script = scratch.file(SCRIPT);
        this.complaints = scratch.file("k6.err");
        try (InputStream text = Objects.requireNonNull(K6.class.getResourceAsStream(SCRIPT))) {
            Files.copy(text, script);
        }
    }

    @Override
    public String version() {
        return version;
    }

    @Override
    public Outcome run(Target target, Request request, Setting setting, int warmUpSeconds, int seconds)
            throws IOException, InterruptedException, Failure {
        return pace(target, request, setting, CLOSED, warmUpSeconds, seconds);
    }

    @Override
    public Outcome pace(Target target, Request request, Setting setting, int rate, int warmUpSeconds, int seconds)
            throws IOException, InterruptedException, Failure {
        List<String> command = command(target, request, setting, rate, warmUpSeconds, seconds);
        int limit = warmUpSeconds + seconds + PATIENCE_SECONDS;
        try (ClientProcess client = ClientProcess.start(command, ENVIRONMENT, core, complaints, limit)) {
            client.await(BEGIN);
            ProcessTable before = ProcessTable.read();
            client.await(END);
            ProcessTable after = ProcessTable.read();
            client.awaitEnd();
            CpuUse use = CpuUse.between(before, after, target.pids(), List.of(client.pid()));
            K6Report report = K6Report.parse(client.lines())
                    .orElseThrow(() -> new Failure("k6 ended without figures: " + client.lines()));
            return new Outcome(turn(report, seconds, target, use), use);
        }
    }

    private List<String> command(
            Target target, Request request, Setting setting, int rate, int warmUpSeconds, int seconds) {
        return List.of(
                program,
                "run",
                "--quiet",
                "--no-usage-report",
                "--address=",
                "--log-format=raw",
                "--log-output=stdout",
                "--env=URL=" + request.url(target, setting),
                "--env=FIELDS=" + fields(request),
                "--env=EXPECTED=" + request.expected(),
                "--env=CONNECTIONS=" + setting.connections(),
                "--env=RATE=" + rate,
                "--env=WARM_UP=" + warmUpSeconds,
                "--env=SECONDS=" + seconds,
                script.toString());
    }

    private static ObjectNode fields(Request request) {
        ObjectNode fields = Results.object();
        for (String field : request.fields()) {
            int colon = field.indexOf(": ");
            fields.put(field.substring(0, colon), field.substring(colon + 2));
        }
        return fields;
    }

    private static Turn turn(K6Report report, int seconds, Target target, CpuUse use) throws IOException, Failure {
        Map<Metric, Double> figures = Figures.of("k6", report.requests(), seconds, report.errors(), target, use);
        figures.put(Metric.P50_MILLIS, report.p50Millis());
        figures.put(Metric.P99_MILLIS, report.p99Millis());
        figures.put(Metric.P999_MILLIS, report.p999Millis());
        return new Turn(figures);
    }
}
