package io.snowgate.loadtest;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The load generator of nghttp2, over HTTP/1.1 as well as HTTP/2. It says when its warm-up is over, and counts only
 * requests after it: so all connections stand when a turn begins, and no handshake is in its figures.
 */
final class H2load implements LoadClient {

    private static final String BEGINS = "Main benchmark duration is started";
    private static final String ENDS = "Main benchmark duration is over";
    private static final int PATIENCE_SECONDS = 20;
    private static final double MICROS_PER_SECOND = 1e6;
    private static final double PERCENT = 100;

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
        Files.deleteIfExists(log);
        List<String> command = command(server, request, setting);
        command.addAll(List.of("--warm-up-time", warmUpSeconds + "s", "-D", seconds + "s"));
        command.add("--log-file=" + log);
        command.add(request.url(server, setting));
        Watched watched = watch(command, server, warmUpSeconds + seconds + PATIENCE_SECONDS);
        H2loadReport report = H2loadReport.parse(watched.lines).orElseThrow(() -> failed(watched.lines));
        if (watched.begin == null || watched.end == null || report.total() == 0) {
            throw failed(watched.lines);
        }
        CpuUse use = CpuUse.between(watched.begin, watched.end, server.pid(), watched.pid);
        return new Outcome(turn(report, request, server, use, seconds), use);
    }

    private List<String> command(Server server, Request request, Setting setting) {
        List<String> command = new ArrayList<>(List.of("taskset", "-c", Integer.toString(core), "h2load", "-t1"));
        command.add(setting.http() == 1 ? "--h1" : "--npn-list=h2");
        command.addAll(List.of("-c", Integer.toString(setting.sockets()), "-m", Integer.toString(setting.streams())));
        command.add("--connect-to=127.0.0.1:" + server.port(setting.tls()));
        request.fields().forEach(field -> command.addAll(List.of("-H", field)));
        return command;
    }

    private Turn turn(H2loadReport report, Request request, Server server, CpuUse use, int seconds) throws IOException {
        Map<Metric, Double> figures = new EnumMap<>(Metric.class);
        figures.put(Metric.REQUESTS_PER_SECOND, (double) report.total() / seconds);
        figures.put(Metric.CPU_MICROS, use.server() * MICROS_PER_SECOND / report.total());
        Latencies.read(log).addTo(figures);
        figures.put(Metric.RSS_MIB, server.rssMib());
        figures.put(Metric.ERRORS, (double) report.errors(request.expected()));
        figures.put(Metric.SERVER_BUSY_PERCENT, use.server() / use.elapsed() * PERCENT);
        figures.put(Metric.OTHER_PERCENT, use.otherShare() * PERCENT);
        return new Turn(figures);
    }

    /** What was printed, and the tables of the moments at which the turn began and ended. */
    private static final class Watched {
        private final List<String> lines = new ArrayList<>();
        private final long pid;
        private @Nullable ProcessTable begin;
        private @Nullable ProcessTable end;

        Watched(long pid) {
            this.pid = pid;
        }

        void read(BufferedReader output) throws IOException {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                if (line.startsWith(BEGINS)) {
                    begin = ProcessTable.read();
                } else if (line.startsWith(ENDS)) {
                    end = ProcessTable.read();
                }
                lines.add(line);
            }
        }
    }

    /** Ends the client when it does not end by itself, which happens when it cannot connect everywhere in time. */
    private Watched watch(List<String> command, Server server, int seconds)
            throws IOException, InterruptedException, Failure {
        Process client = Children.started(
                new ProcessBuilder(command).redirectError(complaints.toFile()).start());
        Watched watched = new Watched(client.pid());
        AtomicBoolean late = new AtomicBoolean();
        CompletableFuture.delayedExecutor(seconds, TimeUnit.SECONDS).execute(() -> {
            late.set(client.isAlive());
            client.destroyForcibly();
        });
        try (BufferedReader output = client.inputReader(StandardCharsets.UTF_8)) {
            watched.read(output);
        } finally {
            client.destroyForcibly();
            client.waitFor();
        }
        if (late.get()) {
            throw new Failure(server.name() + ": h2load did not end within " + seconds + " s");
        }
        return watched;
    }

    private Failure failed(List<String> lines) {
        return new Failure("h2load counted nothing: " + (lines.isEmpty() ? "" : lines.getLast()));
    }
}
