package io.snowgate.loadtest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A peer that runs, on one core, and has answered with the document. */
final class Server implements Target, AutoCloseable {

    private static final long START_SECONDS = 60;
    private static final long STOP_SECONDS = 10;
    private static final long PAUSE_MILLIS = 5;
    private static final double NANOS_PER_MILLI = 1e6;

    private final Peer peer;
    private final Process process;
    private final int httpsPort;
    private final int httpPort;
    private final long startedNanos;
    private double millisToFirstAnswer;

    private Server(Peer peer, Process process, int httpsPort, int httpPort, long startedNanos) {
        this.peer = peer;
        this.process = process;
        this.httpsPort = httpsPort;
        this.httpPort = httpPort;
        this.startedNanos = startedNanos;
    }

    /**
     * @param cores it may run on, as taskset wants them
     */
    static Server start(Peer peer, Ports ports, String cores, Scratch scratch)
            throws IOException, InterruptedException, Failure {
        int httpsPort = ports.take();
        int httpPort = ports.take();
        Path log = scratch.file(peer.name() + ".log");
        List<String> command = new ArrayList<>(List.of("taskset", "-c", cores));
        command.addAll(peer.command(httpsPort, httpPort));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(Files.createDirectories(peer.work()).toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().putAll(peer.environment(httpsPort, httpPort));
        long now = System.nanoTime();
        Server server = new Server(peer, Children.started(builder.start()), httpsPort, httpPort, now);
        try {
            server.awaitDocument(true, log);
            server.millisToFirstAnswer = (System.nanoTime() - now) / NANOS_PER_MILLI;
            server.awaitDocument(false, log);
            return server;
        } catch (IOException | InterruptedException | Failure e) {
            server.close();
            throw e;
        }
    }

    private void awaitDocument(boolean tls, Path log) throws IOException, InterruptedException, Failure {
        long deadline = startedNanos + TimeUnit.SECONDS.toNanos(START_SECONDS);
        String complaint = ask(tls);
        while (!complaint.isEmpty()) {
            if (!process.isAlive() || System.nanoTime() > deadline) {
                throw new Failure(name() + " does not serve /state over " + (tls ? "HTTPS" : "HTTP") + " (" + complaint
                        + "): " + lastLines(log));
            }
            Thread.sleep(PAUSE_MILLIS);
            complaint = ask(tls);
        }
    }

    /** Empty when all is well, otherwise what is not. */
    private String ask(boolean tls) {
        try {
            Optional<Answer> answer = Probe.get(port(tls), tls, "/state", List.of());
            if (answer.isEmpty() || answer.get().status() != 200) {
                return "answers " + answer.map(Answer::status).orElse(0);
            }
            return !peer.servesTheDocument() || answer.get().body().equals(Document.text())
                    ? ""
                    : "serves another document";
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static String lastLines(Path log) throws IOException {
        List<String> lines = Files.readAllLines(log);
        return String.join(" | ", lines.subList(Math.max(0, lines.size() - 5), lines.size()));
    }

    String name() {
        return peer.name();
    }

    long pid() {
        return process.pid();
    }

    double millisToFirstAnswer() {
        return millisToFirstAnswer;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    @Override
    public List<Long> pids() {
        return List.of(pid());
    }

    @Override
    public int port(boolean tls) {
        return tls ? httpsPort : httpPort;
    }

    boolean speaksHttp2() throws IOException {
        return Probe.speaksHttp2(httpsPort);
    }

    /** Its children are ours, too: they end when it does, or are ended after it. */
    @Override
    public void close() {
        Children.end(process, STOP_SECONDS);
    }
}
