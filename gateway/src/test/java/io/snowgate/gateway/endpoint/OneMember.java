package io.snowgate.gateway.endpoint;

import static org.awaitility.Awaitility.await;

import io.snowgate.cluster.Cluster;
import io.snowgate.cluster.ClusterOptions;
import io.snowgate.cluster.ClusterStatus;
import io.snowgate.cluster.Member;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A real cluster of one member in this process. */
final class OneMember {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private OneMember() {}

    /** Starts one that is ready: it is the timestamps' leader, and every group is open, so that each name has its log. */
    static Cluster start(Path directory) throws IOException {
        Member self = new Member("a", "127.0.0.1:" + freePort(), "https://a.example");
        Cluster cluster = Cluster.member(ClusterOptions.ofMember("test", List.of(self), "a", directory));
        await().atMost(PATIENCE)
                .until(() -> cluster.status().phase() == ClusterStatus.Phase.READY
                        && cluster.timestamps().claim(1).toCompletableFuture().join() > 0);
        return cluster;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
