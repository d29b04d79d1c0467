package io.snowgate.loadtest;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Where it all happens: the cores, the scratch directory, the peers that are here and, from first use to the end, their
 * servers. Confined to one thread.
 */
final class Lab implements AutoCloseable {

    private final Options options;
    private final Cores cores;
    private final Scratch scratch;
    private final Progress progress;
    private final LoadClient client;
    private final Ports ports = new Ports();
    private final Map<Peer, String> versions = new LinkedHashMap<>();
    private final List<Server> servers = new ArrayList<>();
    private final Set<Server> warm = new HashSet<>();

    Lab(Options options, Cores cores, Scratch scratch, Progress progress)
            throws IOException, InterruptedException, Failure {
        this.options = options;
        this.cores = cores;
        this.scratch = scratch;
        this.progress = progress;
        this.client = new H2load(cores.client(), scratch);
    }

    /** Finds out which of the peers can run here; Snowgate must. */
    void prepare(List<Peer> peers) throws IOException, InterruptedException, Failure {
        for (Peer peer : peers) {
            progress.show("preparing " + peer.name());
            try {
                versions.put(peer, peer.prepare());
            } catch (Failure missing) {
                if (peer.name().equals(Peer.SNOWGATE)) {
                    throw missing;
                }
                progress.say("without " + missing.getMessage());
            }
        }
    }

    Map<Peer, String> versions() {
        return versions;
    }

    Options options() {
        return options;
    }

    Cores cores() {
        return cores;
    }

    Scratch scratch() {
        return scratch;
    }

    Progress progress() {
        return progress;
    }

    LoadClient client() {
        return client;
    }

    Rounds rounds() {
        return new Rounds(progress, options.busyOk());
    }

    /** Of all peers, Snowgate first; those that do not start are left out, with a line why. */
    List<Server> servers() throws IOException, InterruptedException, Failure {
        if (servers.isEmpty()) {
            for (Peer peer : versions.keySet()) {
                progress.show("starting " + peer.name());
                try {
                    servers.add(start(peer));
                } catch (Failure e) {
                    if (peer.name().equals(Peer.SNOWGATE)) {
                        throw e;
                    }
                    progress.say("without " + e.getMessage());
                }
            }
        }
        return servers;
    }

    /** Once true for each server: nothing was asked of it yet. */
    boolean isCold(Server server) {
        return warm.add(server);
    }

    /** One more, that whoever asks has to close. */
    Server start(Peer peer) throws IOException, InterruptedException, Failure {
        return Server.start(peer, ports, cores.server(), scratch);
    }

    @Override
    public void close() {
        servers.forEach(Server::close);
        servers.clear();
    }
}
