package io.snowgate.loadtest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A cluster of three that runs and has answered with a timestamp. Confined to one thread. */
final class ClusterServer implements Target, AutoCloseable {

    static final int MEMBERS = 3;
    static final String TIMESTAMP = "/timestamp";

    private static final long START_SECONDS = 90;
    private static final long STOP_SECONDS = 10;
    private static final long PAUSE_MILLIS = 50;
    private static final int OK = 200;

    private final ClusterPeer peer;
    private final String cores;
    private final Scratch scratch;
    private final List<Node> nodes;
    private final Map<Integer, Process> processes = new TreeMap<>();
    private Node leader;

    private ClusterServer(ClusterPeer peer, String cores, Scratch scratch, List<Node> nodes) {
        this.peer = peer;
        this.cores = cores;
        this.scratch = scratch;
        this.nodes = nodes;
        this.leader = nodes.getFirst();
    }

    /** @param cores all may run on, as taskset wants them */
    static ClusterServer start(ClusterPeer peer, Ports ports, String cores, Scratch scratch)
            throws IOException, InterruptedException, Failure {
        ClusterServer cluster = new ClusterServer(peer, cores, scratch, Node.take(MEMBERS, ports));
        try {
            for (Node node : cluster.nodes) {
                cluster.start(node);
            }
            cluster.findLeader();
            return cluster;
        } catch (IOException | InterruptedException | Failure e) {
            cluster.close();
            throw e;
        }
    }

    /** For the first time, or after it was killed. */
    void start(Node node) throws IOException {
        List<String> command = new ArrayList<>(List.of("taskset", "-c", cores));
        command.addAll(peer.command(node, nodes));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log(node).toFile()));
        builder.environment().putAll(peer.environment(node));
        processes.put(node.id(), Children.started(builder.start()));
    }

    private Path log(Node node) {
        return scratch.file(peer.name() + "-" + node.httpPort() + ".log");
    }

    /** Waits until a member says who leads, and that one answers; clients go there from now on. */
    Node findLeader() throws IOException, InterruptedException, Failure {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (true) {
            for (Node node : nodes) {
                Optional<Node> named =
                        get(node, "/membership").flatMap(answer -> Membership.leader(answer.body(), nodes));
                if (named.isPresent() && get(named.get(), TIMESTAMP).isPresent()) {
                    leader = named.get();
                    return leader;
                }
            }
            if (System.nanoTime() > deadline) {
                throw new Failure(peer.name() + " has no leader that answers: " + lastLines());
            }
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    /** Waits until this member, too, answers for itself or by way of the leader. */
    void await(Node node) throws IOException, InterruptedException, Failure {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (get(node, TIMESTAMP).isEmpty()) {
            if (System.nanoTime() > deadline) {
                throw new Failure(peer.name() + " " + node.id() + " does not answer: " + lastLines());
            }
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    /** Empty while it does not answer, or not with 200. */
    Optional<Answer> get(Node node, String path) {
        return get(node.httpPort(), path);
    }

    /** The management port's answer, where there is one. */
    Optional<Answer> getAdmin(Node node, String path) {
        return get(node.adminPort(), path);
    }

    private static Optional<Answer> get(int port, String path) {
        try {
            return Probe.get(port, false, path, List.of()).filter(answer -> answer.status() == OK);
        } catch (IOException notThere) {
            return Optional.empty();
        }
    }

    private String lastLines() throws IOException {
        List<String> lines = new ArrayList<>();
        for (Node node : nodes) {
            List<String> all = Files.readAllLines(log(node));
            lines.addAll(all.subList(Math.max(0, all.size() - 2), all.size()));
        }
        return String.join(" | ", lines);
    }

    /** With SIGKILL, whatever it is doing. */
    void kill(Node node) throws InterruptedException {
        Process process = process(node);
        Stream.concat(Stream.of(process.toHandle()), process.descendants()).forEach(ProcessHandle::destroyForcibly);
        process.waitFor();
    }

    /** Makes all members stand still, so that others have the machine to themselves. */
    void suspend() throws Failure {
        signal(Signal.STOP);
    }

    /** They are a cluster again when {@link #findLeader} finds one. */
    void resume() throws Failure {
        signal(Signal.CONT);
    }

    private void signal(Signal signal) throws Failure {
        for (Process process : processes.values()) {
            if (!signal.send(process.pid())) {
                throw new Failure(peer.name() + " has ended");
            }
        }
    }

    private Process process(Node node) {
        return Optional.ofNullable(processes.get(node.id())).orElseThrow();
    }

    String name() {
        return peer.name();
    }

    List<Node> nodes() {
        return nodes;
    }

    @Override
    public int port(boolean tls) {
        return leader.port(tls);
    }

    @Override
    public List<Long> pids() {
        Stream<Long> others = nodes.stream()
                .filter(node -> !node.equals(leader))
                .map(node -> process(node).pid());
        return Stream.concat(Stream.of(process(leader).pid()), others).toList();
    }

    @Override
    public void close() {
        processes.values().forEach(Process::destroy);
        processes.values().forEach(process -> Children.end(process, STOP_SECONDS));
        processes.clear();
    }
}
