package io.snowgate.loadtest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The load generator of nghttp2, over HTTP/1.1 as well as HTTP/2. It says when its warm-up is over, and counts only
 * requests after it: so all connections stand when a turn begins, and no handshake is in its figures.
 */
final class H2load implements LoadClient, BurstClient, AlternatingClient {

    private static final String BEGINS = "Main benchmark duration is started";
    private static final String ENDS = "Main benchmark duration is over";
    private static final int PATIENCE_SECONDS = 20;
    private static final int MOST_SECONDS_FOR_REQUESTS = 120;

    private final String version;
    private final int core;
    private final Scratch scratch;
    private final AtomicInteger runs = new AtomicInteger();

    H2load(int core, Scratch scratch) throws IOException, InterruptedException, Failure {
        this.version = Programs.version("h2load", "apt install nghttp2-client", "h2load", "--version");
        this.core = core;
        this.scratch = scratch;
    }

    @Override
    public String version() {
        return version;
    }

    @Override
    public Outcome run(Target target, Request request, Setting setting, int warmUpSeconds, int seconds)
            throws IOException, InterruptedException, Failure {
        return alternate(target, request, setting, warmUpSeconds, seconds, Alternation.NONE);
    }

    @Override
    public Outcome alternate(
            Target target, Request request, Setting setting, int warmUpSeconds, int seconds, Alternation alternation)
            throws IOException, InterruptedException, Failure {
        return run(target, List.of(request), setting, warmUpSeconds, seconds, alternation, List.of());
    }

    /**
     * The requests one after the other on each connection, over and over. The header fields are those of the first.
     *
     * @param companions processes that are part of this, too
     */
    Outcome run(
            Target target,
            List<Request> requests,
            Setting setting,
            int warmUpSeconds,
            int seconds,
            List<Long> companions)
            throws IOException, InterruptedException, Failure {
        return run(target, requests, setting, warmUpSeconds, seconds, Alternation.NONE, companions);
    }

    private Outcome run(
            Target target,
            List<Request> requests,
            Setting setting,
            int warmUpSeconds,
            int seconds,
            Alternation alternation,
            List<Long> companions)
            throws IOException, InterruptedException, Failure {
        Path log = log();
        List<String> command = command(target, requests, setting, log);
        int among = alternation.among();
        command.addAll(List.of("--warm-up-time", among * warmUpSeconds + "s", "-D", among * seconds + "s"));
        requests.forEach(request -> command.add(request.url(target, setting)));
        try (ClientProcess client = start(command, among * (warmUpSeconds + seconds) + PATIENCE_SECONDS);
                Part part = alternation.join(client.pid(), target.pids())) {
            client.await(BEGINS);
            ProcessTable before = ProcessTable.read();
            client.await(ENDS);
            ProcessTable after = ProcessTable.read();
            client.awaitEnd();
            List<Long> clients = new ArrayList<>(companions);
            clients.add(client.pid());
            CpuUse use = CpuUse.between(before, after, target.pids(), clients, part.pauses());
            H2loadReport report = report(client);
            Map<Metric, Double> figures = figures(report, requests.getFirst(), target, use, use.elapsed());
            Latencies.read(log, part.pauses()).addTo(figures);
            if (target.pids().size() > 1) {
                CpuUse first = CpuUse.between(before, after, target.pids().getFirst(), client.pid());
                figures.put(Metric.LEADER_CPU_MICROS, first.serverMicros() / report.total());
            }
            return new Outcome(new Turn(figures), use, report.cipher());
        } finally {
            Files.deleteIfExists(log);
        }
    }

    @Override
    public Outcome runRequests(Target target, Request request, Setting setting, int count)
            throws IOException, InterruptedException, Failure {
        Path log = log();
        List<String> command = command(target, List.of(request), setting, log);
        command.addAll(List.of("-n", Integer.toString(count), request.url(target, setting)));
        ProcessTable before = ProcessTable.read();
        try (ClientProcess client = start(command, MOST_SECONDS_FOR_REQUESTS)) {
            client.awaitEnd();
            ProcessTable after = ProcessTable.read();
            CpuUse use = CpuUse.between(before, after, target.pids(), List.of(client.pid()));
            H2loadReport report = report(client);
            Map<Metric, Double> figures = figures(report, request, target, use, report.seconds());
            Latencies.read(log, List.of()).addTo(figures);
            return new Outcome(new Turn(figures), use, report.cipher());
        } finally {
            Files.deleteIfExists(log);
        }
    }

    /** Of a run, several of which may be under way. */
    private Path log() {
        return scratch.file("h2load-" + runs.incrementAndGet() + ".log");
    }

    private List<String> command(Target target, List<Request> requests, Setting setting, Path log) {
        List<String> command = new ArrayList<>(List.of("h2load", "-t1", "--log-file=" + log));
        command.add(setting.http() == 1 ? "--h1" : "--npn-list=h2");
        command.addAll(List.of("-c", Integer.toString(setting.sockets()), "-m", Integer.toString(setting.streams())));
        command.add("--connect-to=127.0.0.1:" + target.port(setting.tls()));
        requests.getFirst().fields().forEach(field -> command.addAll(List.of("-H", field)));
        return command;
    }

    private ClientProcess start(List<String> command, int seconds) throws IOException {
        return ClientProcess.start(command, core, scratch.file("h2load.err"), seconds);
    }

    private static H2loadReport report(ClientProcess client) throws Failure {
        return H2loadReport.parse(client.lines())
                .orElseThrow(() -> new Failure("h2load ended without figures: " + client.lines()));
    }

    private Map<Metric, Double> figures(H2loadReport report, Request request, Target target, CpuUse use, double seconds)
            throws IOException, Failure {
        return Figures.of("h2load", report.total(), seconds, report.errors(request.expected()), target, use);
    }
}
