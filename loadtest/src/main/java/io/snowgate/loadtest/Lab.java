package io.snowgate.loadtest;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where it all happens: the cores, the scratch directory, the peers that are here and, from first use to the end, their
 * servers. Confined to one thread.
 */
final class Lab implements AutoCloseable {

    private static final int FIRST_WARM_UP_SECONDS = 10;
    private static final int LATER_WARM_UP_SECONDS = 4;
    private static final int WARM_UP_CONNECTIONS = 64;

    private final Options options;
    private final Path home;
    private final Path jdk;
    private final Cores cores;
    private final Scratch scratch;
    private final Progress progress;
    private final H2load h2load;
    private final LoadClient client;
    private final Ports ports = new Ports();
    private final Map<Program, String> versions = new LinkedHashMap<>();
    private final List<Server> servers = new ArrayList<>();
    private final Set<Object> warm = new HashSet<>();
    private @Nullable ClusterServer gateways;

    Lab(Options options, Path home, Path jdk, Scratch scratch, Progress progress)
            throws IOException, InterruptedException, Failure {
        this.options = options;
        this.home = home;
        this.jdk = jdk;
        this.scratch = scratch;
        this.progress = progress;
        this.cores = Cores.choose();
        this.h2load = new H2load(cores.client(), scratch);
        this.client = switch (options.client()) {
            case H2LOAD -> h2load;
            case WRK -> new Wrk(cores.client(), scratch);
            case HTTPRESS -> new Httpress(cores.client(), scratch);
            case K6 -> new K6(cores.client(), scratch);
        };
        cores.stayWithClients();
    }

    /** Finds out which of the peers can run here; Snowgate must. */
    void prepare(List<Program> programs) throws IOException, InterruptedException, Failure {
        for (Program peer : programs) {
            progress.show("preparing " + peer.name());
            try {
                versions.put(peer, peer.prepare());
            } catch (Failure missing) {
                forgive(peer, missing);
            }
        }
    }

    private void forgive(Program peer, Failure failure) throws Failure {
        if (peer.name().equals(Peer.SNOWGATE)) {
            throw failure;
        }
        progress.say("without " + failure.getMessage());
    }

    Map<Program, String> versions() {
        return versions;
    }

    /** Snowgate first. */
    List<Peer> peers() {
        return are(Peer.class);
    }

    /** Those that make clusters, without Snowgate. */
    List<ClusterPeer> clusterPeers() {
        return are(ClusterPeer.class);
    }

    List<BenchPeer> benches() {
        return are(BenchPeer.class);
    }

    private <T> List<T> are(Class<T> kind) {
        return versions.keySet().stream()
                .filter(kind::isInstance)
                .map(kind::cast)
                .toList();
    }

    SnowgatePeer snowgate() {
        return (SnowgatePeer) peers().getFirst();
    }

    Options options() {
        return options;
    }

    Path home() {
        return home;
    }

    Progress progress() {
        return progress;
    }

    H2load h2load() {
        return h2load;
    }

    /** For closed loops under this setting. */
    LoadClient client(Setting setting) {
        return setting.http() == 1 ? client : h2load;
    }

    BurstClient burstClient() {
        return client instanceof BurstClient bursts ? bursts : h2load;
    }

    /** Nothing when the client that was asked for has none. */
    Optional<OpenLoop> openLoop() {
        return client instanceof OpenLoop open ? Optional.of(open) : Optional.empty();
    }

    /** A process of this program's own on the core of clients. */
    ClientProcess javaClient(Class<?> main, List<String> jvmOptions, int seconds, Object... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(List.of(
                jdk.resolve("bin/java").toString(),
                "-Xms1g",
                "-Xmx1g",
                "-Xmn512m",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow"));
        command.addAll(jvmOptions);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        Stream.of(arguments).map(Object::toString).forEach(command::add);
        return ClientProcess.start(command, cores.client(), scratch.file(main.getSimpleName() + ".err"), seconds);
    }

    void plan(List<Contestant> contestants) {
        contestants.forEach(contestant -> progress.plan(contestant.totalSeconds()));
    }

    Rounds rounds() {
        return new Rounds(progress, options.busyOk());
    }

    /** Of all peers; those that do not start are left out, with a line why. */
    List<Server> servers() throws IOException, InterruptedException, Failure {
        if (servers.isEmpty()) {
            for (Peer peer : peers()) {
                progress.show("starting " + peer.name());
                try {
                    servers.add(start(peer));
                } catch (Failure e) {
                    forgive(peer, e);
                }
            }
        }
        return servers;
    }

    /** One more, that whoever asks has to close. */
    Server start(Peer peer) throws IOException, InterruptedException, Failure {
        return Server.start(peer, ports, Integer.toString(cores.server()), scratch);
    }

    /** The same, but on all cores. */
    Server startAnywhere(Peer peer) throws IOException, InterruptedException, Failure {
        return Server.start(peer, ports, cores.allowed(), scratch);
    }

    /** Three gateways, from first use to the end. */
    ClusterServer gateways() throws IOException, InterruptedException, Failure {
        if (gateways == null) {
            progress.show("starting three gateways");
            gateways = start(SnowgateCluster.of(snowgate()));
        }
        return gateways;
    }

    /** One more, all of it on the core of servers, that whoever asks has to close. */
    ClusterServer start(ClusterPeer peer) throws IOException, InterruptedException, Failure {
        return ClusterServer.start(peer, ports, Integer.toString(cores.server()), scratch);
    }

    /** The same, but on all cores. */
    ClusterServer startAnywhere(ClusterPeer peer) throws IOException, InterruptedException, Failure {
        return ClusterServer.start(peer, ports, cores.allowed(), scratch);
    }

    /** While the gateways stand still, for whoever is no part of them. */
    Outcome alone(Contestant.Attempt attempt) throws IOException, InterruptedException, Failure {
        ClusterServer still = gateways;
        if (still == null) {
            return attempt.take();
        }
        still.suspend();
        try {
            return attempt.take();
        } finally {
            still.resume();
        }
    }

    String allCores() {
        return cores.allowed();
    }

    Path log(String name) {
        return scratch.file(name + ".log");
    }

    /** What a server takes while it is given one kind of work. */
    @FunctionalInterface
    interface Window {

        /** The CPU of a request, or of whatever is counted. */
        double cpuMicros(int seconds) throws IOException, InterruptedException, Failure;
    }

    /** Lets a server whose speed grows while it runs see such requests until it gets no faster, once. */
    void warmUp(Target server, Request request, Setting setting) throws IOException, InterruptedException, Failure {
        record Work(Target server, int port, Request request, int http) {}
        int connections = Math.min(setting.connections(), WARM_UP_CONNECTIONS);
        Setting light = new Setting(setting.tls(), setting.http(), connections, "");
        Work work = new Work(server, server.port(setting.tls()), request, setting.http());
        warmUp(
                server,
                work,
                light.toString(),
                seconds -> h2load.run(server, request, light, 1, seconds)
                        .turn()
                        .get(Metric.CPU_MICROS)
                        .orElseThrow());
    }

    /** The same with any {@code work}, which is done with the server as often as that takes. */
    void warmUp(Target server, Object work, String title, Window window)
            throws IOException, InterruptedException, Failure {
        if (server.compilesWhileItRuns() && warm.add(work)) {
            WarmUp warmUp =
                    new WarmUp(warm.add(server) ? FIRST_WARM_UP_SECONDS : LATER_WARM_UP_SECONDS, LATER_WARM_UP_SECONDS);
            double cpuMicros;
            do {
                progress.show("warming up, " + title + ", " + warmUp.seconds() + " s at a time");
                cpuMicros = window.cpuMicros(warmUp.seconds());
            } while (warmUp.goesOn(cpuMicros));
        }
    }

    @Override
    public void close() {
        servers.forEach(Server::close);
        servers.clear();
        if (gateways != null) {
            gateways.close();
        }
    }
}
