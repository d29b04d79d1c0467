package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Three processes that are the members of one cluster, each at a loopback address of its own; asked over plain HTTP. */
final class ThreeGateways implements AutoCloseable {

    static final List<String> IDS = List.of("a", "b", "c");

    private static final JsonMapper JSON = new JsonMapper();

    private final Path directory;
    private final String members;
    private final List<String> flags;
    private final HttpClient client = HttpClient.newHttpClient();
    private final Map<String, GatewayProcess> running = new TreeMap<>();

    private ThreeGateways(Path directory, String members, List<String> flags) {
        this.directory = directory;
        this.members = members;
        this.flags = flags;
    }

    /** Returns when all serve, which is before they have found each other. */
    static ThreeGateways serving(Path directory, String... flags) throws IOException {
        return serving(directory, IDS, flags);
    }

    /** The same with other ids. */
    static ThreeGateways serving(Path directory, List<String> ids, String... flags) throws IOException {
        return started(ids, new ThreeGateways(directory, freeMembers(ids), List.of(flags)));
    }

    private static ThreeGateways started(List<String> ids, ThreeGateways all) throws IOException {
        try {
            for (String id : ids) {
                all.start(id);
            }
            return all;
        } catch (IOException | RuntimeException | Error e) {
            all.close();
            throw e;
        }
    }

    /** The same with certificates that {@code snowgate cluster init} has made. */
    static ThreeGateways servingWithCertificates(Path directory, String... flags) throws Exception {
        Path authority = directory.resolve("authority");
        String members = freeMembers(IDS);
        List<String> init = new ArrayList<>(List.of("cluster", "init", authority.toString()));
        init.addAll(List.of(members.split(",")));
        GatewayProcess.Ended made =
                GatewayProcess.start(directory, init.toArray(String[]::new)).end();
        assertThat(made.status()).as(made.err()).isZero();
        List<String> all = new ArrayList<>(List.of(flags));
        for (String name : List.of("cert=member.crt", "key=member.key", "ca=ca.crt")) {
            all.addAll(List.of("--set", "cluster.tls." + name));
        }
        for (String id : IDS) {
            Path home = Files.createDirectories(directory.resolve(id));
            TestGateway.newDataDir(home);
            Files.copy(authority.resolve(id + ".crt"), home.resolve("member.crt"));
            Files.copy(authority.resolve(id + ".key"), home.resolve("member.key"));
            Files.copy(authority.resolve("ca.crt"), home.resolve("ca.crt"));
        }
        return started(IDS, new ThreeGateways(directory, members, all));
    }

    /** Ports that were free a moment ago. */
    private static String freeMembers(List<String> ids) throws IOException {
        List<String> members = new ArrayList<>();
        for (int i = 0; i < ids.size(); i++) {
            String host = "127.0.1." + (i + 1);
            try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(host))) {
                members.add(ids.get(i) + "=" + host + ":" + socket.getLocalPort());
            }
        }
        return String.join(",", members);
    }

    void start(String id) throws IOException {
        Path home = directory.resolve(id);
        String data = home.resolve("data").toString();
        if (!Files.exists(home)) {
            TestGateway.newDataDir(home);
        }
        List<String> all =
                new ArrayList<>(List.of("--plain-port", "0", "--members", members, "--self", id, "--data-dir", data));
        all.addAll(flags);
        running.put(id, GatewayProcess.serving(home, all.toArray(String[]::new)));
    }

    String members() {
        return members;
    }

    /** Sends SIGKILL. */
    void kill(String id) throws IOException {
        process(id).close();
        running.remove(id);
    }

    GatewayProcess process(String id) {
        GatewayProcess process = running.get(id);
        if (process == null) {
            throw new IllegalArgumentException("does not run: " + id);
        }
        return process;
    }

    List<String> running() {
        return List.copyOf(running.keySet());
    }

    /** What {@code snowgate cluster} says of this one. */
    GatewayProcess.Ended cluster(String id, String... operands) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("cluster"));
        command.addAll(List.of(operands));
        command.addAll(List.of("--admin-port", String.valueOf(process(id).adminPort())));
        return GatewayProcess.start(directory, command.toArray(String[]::new)).end();
    }

    HttpResponse<String> get(String id, String path) throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + process(id).plainPort() + path);
        return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
    }

    JsonNode json(String id, String path) throws IOException, InterruptedException {
        return JSON.readTree(get(id, path).body());
    }

    /** The one that all who run say leads, or null while they do not agree. */
    @Nullable
    String leader() throws IOException, InterruptedException {
        String agreed = null;
        for (String id : running()) {
            JsonNode leader = json(id, "/members").get("leader");
            if (leader.isNull()
                    || (agreed != null && !agreed.equals(leader.get("nodeID").asText()))) {
                return null;
            }
            agreed = leader.get("nodeID").asText();
        }
        return agreed;
    }

    @Override
    public void close() throws IOException {
        for (GatewayProcess process : running.values()) {
            process.close();
        }
        client.close();
    }
}
