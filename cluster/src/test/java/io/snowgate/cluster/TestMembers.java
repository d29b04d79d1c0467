package io.snowgate.cluster;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** Members of one cluster in this process, each with a directory and a port of its own. */
final class TestMembers implements AutoCloseable {

    static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path directory;
    private final List<Member> members;
    private final UnaryOperator<ClusterOptions> wish;
    private final Map<String, Cluster> running = new TreeMap<>();

    private TestMembers(Path directory, List<Member> members, UnaryOperator<ClusterOptions> wish) {
        this.directory = directory;
        this.members = members;
        this.wish = wish;
    }

    static TestMembers start(Path directory, int count, UnaryOperator<ClusterOptions> wish) throws IOException {
        TestMembers all = new TestMembers(directory, freeMembers(count), wish);
        for (Member member : all.members) {
            all.start(member.id());
        }
        all.running.values().forEach(TestMembers::awaitReady);
        return all;
    }

    static List<Member> freeMembers(int count) throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        List<Member> members = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
            sockets.add(socket);
            String id = String.valueOf((char) ('a' + i));
            members.add(new Member(id, "127.0.0.1:" + socket.getLocalPort(), "https://" + id + ".example"));
        }
        for (ServerSocket socket : sockets) {
            socket.close();
        }
        return members;
    }

    Cluster start(String id) throws IOException {
        Cluster cluster = Cluster.member(options(id));
        running.put(id, cluster);
        return cluster;
    }

    ClusterOptions options(String id) {
        return wish.apply(ClusterOptions.ofMember("test", members, id, directoryOf(id)));
    }

    Path directoryOf(String id) {
        return directory.resolve(id);
    }

    List<Member> members() {
        return members;
    }

    Cluster get(String id) {
        Cluster cluster = running.get(id);
        if (cluster == null) {
            throw new IllegalArgumentException("does not run: " + id);
        }
        return cluster;
    }

    List<Cluster> all() {
        return List.copyOf(running.values());
    }

    void stop(String id) {
        get(id).close();
        running.remove(id);
    }

    static void awaitReady(Cluster cluster) {
        await().atMost(PATIENCE).until(() -> isReady(cluster));
        await().atMost(PATIENCE)
                .until(() -> cluster.timestamps().claim(1).toCompletableFuture().join() > 0);
    }

    private static boolean isReady(Cluster cluster) {
        return cluster.status().phase() == ClusterStatus.Phase.READY;
    }

    @Override
    public void close() {
        running.values().forEach(Cluster::close);
    }
}
