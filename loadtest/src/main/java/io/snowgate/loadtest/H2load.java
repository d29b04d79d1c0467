package io.snowgate.loadtest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The load generator of nghttp2, over HTTP/1.1 as well as HTTP/2. It says when its warm-up is over, and counts only
 * requests after it: so all connections stand when a turn begins, and no handshake is in its figures.
 */
final class H2load implements LoadClient {

    private static final String BEGINS = "Main benchmark duration is started";
    private static final String ENDS = "Main benchmark duration is over";
    private static final int PATIENCE_SECONDS = 20;
    private static final int MOST_SECONDS_FOR_REQUESTS = 120;

    private final String version;
    private final int core;
    private final Path log;
    private final Path complaints;

    H2load(int core, Scratch scratch) throws IOException, InterruptedException, Failure {
        this.version = Programs.version("h2load", "apt install nghttp2-client", "h2load", "--version");
        this.core = core;
        this.log = scratch.file("h2load.log");
        this.complaints = scratch.file("h2load.err");
    }

    @Override
    public String version() {
        return version;
    }

    @Override
    public Outcome run(Server server, Request request, Setting setting, int warmUpSeconds, int seconds)
            throws IOException, InterruptedException, Failure {
        return run(server, List.of(request), setting, warmUpSeconds, seconds, server.pid());
    }

    /**
     * The requests one after the other on each connection, over and over. The header fields are those of the first.
     *
     * @param companion a process that is part of this, too
     */
    Outcome run(Server server, List<Request> requests, Setting setting, int warmUpSeconds, int seconds, long companion)
            throws IOException, InterruptedException, Failure {
        List<String> command = command(server, requests, setting);
        command.addAll(List.of("--warm-up-time", warmUpSeconds + "s", "-D", seconds + "s"));
        requests.forEach(request -> command.add(request.url(server, setting)));
        try (ClientProcess client = start(command, warmUpSeconds + seconds + PATIENCE_SECONDS)) {
            client.await(BEGINS);
            ProcessTable before = ProcessTable.read();
            client.await(ENDS);
            ProcessTable after = ProcessTable.read();
            client.awaitEnd();
            CpuUse use = CpuUse.between(before, after, server.pid(), client.pid(), companion);
            return outcome(report(client), requests.getFirst(), server, use, seconds);
        }
    }

    /** So many requests and no more; connecting is part of it. */
    Outcome runRequests(Server server, Request request, Setting setting, int count)
            throws IOException, InterruptedException, Failure {
        List<String> command = command(server, List.of(request), setting);
        command.addAll(List.of("-n", Integer.toString(count), request.url(server, setting)));
        ProcessTable before = ProcessTable.read();
        try (ClientProcess client = start(command, MOST_SECONDS_FOR_REQUESTS)) {
            client.awaitEnd();
            ProcessTable after = ProcessTable.read();
            CpuUse use = CpuUse.between(before, after, server.pid(), client.pid());
            H2loadReport report = report(client);
            return outcome(report, request, server, use, report.seconds());
        }
    }

    private List<String> command(Server server, List<Request> requests, Setting setting) {
        List<String> command = new ArrayList<>(List.of("h2load", "-t1", "--log-file=" + log));
        command.add(setting.http() == 1 ? "--h1" : "--npn-list=h2");
        command.addAll(List.of("-c", Integer.toString(setting.sockets()), "-m", Integer.toString(setting.streams())));
        command.add("--connect-to=127.0.0.1:" + server.port(setting.tls()));
        requests.getFirst().fields().forEach(field -> command.addAll(List.of("-H", field)));
        return command;
    }

    private ClientProcess start(List<String> command, int seconds) throws IOException {
        Files.deleteIfExists(log);
        return ClientProcess.start(command, core, complaints, seconds);
    }

    private static H2loadReport report(ClientProcess client) throws Failure {
        H2loadReport report = H2loadReport.parse(client.lines())
                .orElseThrow(() -> new Failure("h2load ended without figures: " + client.lines()));
        if (report.total() == 0) {
            throw new Failure("h2load got no answer");
        }
        return report;
    }

    private Outcome outcome(H2loadReport report, Request request, Server server, CpuUse use, double seconds)
            throws IOException {
        Map<Metric, Double> figures = new EnumMap<>(Metric.class);
        figures.put(Metric.REQUESTS_PER_SECOND, report.total() / seconds);
        figures.put(Metric.CPU_MICROS, use.serverMicros() / report.total());
        Latencies.read(log).addTo(figures);
        figures.put(Metric.RSS_MIB, server.rssMib());
        figures.put(Metric.ERRORS, (double) report.errors(request.expected()));
        use.addTo(figures);
        return new Outcome(new Turn(figures), use, report.cipher());
    }
}
