package io.snowgate.loadtest;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * httpress, over HTTP/1.1 only, TLS 1.3 by GnuTLS. It knows how many requests to make and not how long: a short run finds
 * out how many fill the time. Handshakes are in its figures, latencies are not; it looks at no status, and gives up a
 * connection on which nothing moves for four times the usual when all requests are under way, which counts as an error.
 */
final class Httpress implements LoadClient, BurstClient {

    private static final String VARIABLE = "HTTPRESS";
    static final String ADVICE = "apt install libev-dev libgnutls28-dev, make github.com/yarosla/httpress at 89c8607;"
            + " in PATH, or named by " + VARIABLE;

    /** The same as h2load takes, where the server lets it choose. */
    private static final String PRIORITY = "NORMAL:-CIPHER-ALL:+AES-128-GCM:+AES-256-GCM:+CHACHA20-POLY1305";

    private static final int TRIAL_REQUESTS = 2_000;
    private static final int MOST_SECONDS = 120;

    private final String program;
    private final String version;
    private final int core;
    private final Path complaints;

    Httpress(int core, Scratch scratch) throws IOException, InterruptedException, Failure {
        this.program = Programs.named(VARIABLE, "httpress");
        this.version = Programs.version("httpress", ADVICE, program, "-v");
        this.core = core;
        this.complaints = scratch.file("httpress.err");
    }

    @Override
    public String version() {
        return version.replaceFirst("version: *", "httpress ");
    }

    @Override
    public Outcome run(Target target, Request request, Setting setting, int warmUpSeconds, int seconds)
            throws IOException, InterruptedException, Failure {
        int trial = Math.max(TRIAL_REQUESTS, 2 * setting.connections());
        double perSecond = runRequests(target, request, setting, trial)
                .turn()
                .get(Metric.REQUESTS_PER_SECOND)
                .orElse(0);
        int count = Math.max(trial, (int) (perSecond * seconds));
        return runRequests(target, request, setting, count);
    }

    @Override
    public Outcome runRequests(Target target, Request request, Setting setting, int count)
            throws IOException, InterruptedException, Failure {
        List<String> command = command(target, request, setting, count);
        ProcessTable before = ProcessTable.read();
        try (ClientProcess client = ClientProcess.start(command, core, complaints, MOST_SECONDS)) {
            client.awaitEnd();
            CpuUse use = CpuUse.between(before, ProcessTable.read(), target.pids(), List.of(client.pid()));
            HttpressReport report = HttpressReport.parse(client.lines())
                    .orElseThrow(() -> new Failure("httpress ended without figures: " + client.lines()));
            return new Outcome(turn(report, count, target, use), use, report.cipher());
        }
    }

    private List<String> command(Target target, Request request, Setting setting, int count) throws Failure {
        if (!request.fields().isEmpty()) {
            throw new Failure(
                    "httpress sends no fields such as " + request.fields().getFirst());
        }
        return List.of(
                program,
                "-k",
                "-t1",
                "-c" + setting.connections(),
                "-n" + count,
                "-z" + PRIORITY,
                request.url(target, setting));
    }

    private static Turn turn(HttpressReport report, int count, Target target, CpuUse use) throws IOException, Failure {
        return new Turn(Figures.of("httpress", report.answered(), report.seconds(), report.errors(count), target, use));
    }
}
