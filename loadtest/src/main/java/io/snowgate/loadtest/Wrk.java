package io.snowgate.loadtest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * wrk, over HTTP/1.1 only, for those who want to see it with other eyes. Its figures contain the handshakes at the
 * beginning, and it prefers AES-256 where h2load prefers AES-128.
 */
final class Wrk implements LoadClient {

    static final String ADVICE = "apt install wrk";

    private static final int PATIENCE_SECONDS = 20;

    private final String version;
    private final int core;
    private final Path script;
    private final Path complaints;

    Wrk(int core, Scratch scratch) throws IOException, InterruptedException, Failure {
        this.version = Programs.version("wrk", ADVICE, "wrk", "--version");
        this.core = core;
        this.script = Files.writeString(scratch.file("wrk.lua"), WrkReport.SCRIPT);
        this.complaints = scratch.file("wrk.err");
    }

    @Override
    public String version() {
        return version.replaceFirst(" Copyright.*", "");
    }

    @Override
    public Outcome run(Target target, Request request, Setting setting, int warmUpSeconds, int seconds)
            throws IOException, InterruptedException, Failure {
        List<String> command = new ArrayList<>(List.of("wrk", "-t1", "--latency"));
        command.addAll(List.of("-c", Integer.toString(setting.sockets()), "-d", seconds + "s"));
        command.addAll(List.of("-s", script.toString()));
        request.fields().forEach(field -> command.addAll(List.of("-H", field)));
        command.add(request.url(target, setting));
        ProcessTable before = ProcessTable.read();
        try (ClientProcess client = ClientProcess.start(command, core, complaints, seconds + PATIENCE_SECONDS)) {
            client.awaitEnd();
            CpuUse use = CpuUse.between(before, ProcessTable.read(), target.pids(), List.of(client.pid()));
            WrkReport report = WrkReport.parse(client.lines())
                    .orElseThrow(() -> new Failure("wrk ended without figures: " + client.lines()));
            return new Outcome(turn(report, target, use), use);
        }
    }

    private static Turn turn(WrkReport report, Target target, CpuUse use) throws IOException, Failure {
        Map<Metric, Double> figures =
                Figures.of("wrk", report.requests(), report.seconds(), report.errors(), target, use);
        figures.put(Metric.P50_MILLIS, report.p50Millis());
        figures.put(Metric.P99_MILLIS, report.p99Millis());
        figures.put(Metric.P999_MILLIS, report.p999Millis());
        return new Turn(figures);
    }
}
