package io.snowgate.gateway;

import io.snowgate.cluster.Cluster;
import io.snowgate.cluster.ClusterEvents;
import io.snowgate.cluster.ClusterOptions;
import io.snowgate.cluster.ClusterTls;
import io.snowgate.cluster.Member;
import io.snowgate.generator.EpochClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Makes a gateway's part in the cluster of what was told.
 *
 * <pre>
 *   members and self      a member: its log in DATA-DIR/cluster
 *   members, no self      one that asks the members, and keeps nothing
 *   nothing               a cluster of its own: a log in DATA-DIR/cluster, a port of loopback that the system chooses
 * </pre>
 *
 * @param publicPort the port of HTTPS, for where clients find a member that was not told
 */
record ClusterStarter(GatewayConfig.Cluster told, Path dataDir, IntSupplier publicPort, EpochClock clock) {

    /** The only member of a cluster of one. */
    static final String SINGLE = "single";

    private static final String ROOM = "cluster";
    private static final int MOST_SEQUENCES = 100_000;

    /** The part of Ratis that does not log as all else does; held, because a logger that nobody holds forgets its level. */
    private static final Logger BESIDE_THE_LOG = Logger.getLogger("org.apache.ratis");

    static {
        BESIDE_THE_LOG.setLevel(Level.WARNING);
    }

    /**
     * Starts it.
     *
     * @throws IOException when it cannot start, with a message that says what to do
     */
    Cluster start(ClusterEvents events) throws IOException {
        if (!told.hasMembers()) {
            return Cluster.member(with(events, options(told, SINGLE, List.of(single()), room(), null)));
        }
        String self = told.self().orElse(null);
        ClusterTls tls = told.tls().orElse(null);
        return self == null
                ? Cluster.client(with(events, options(told, null, told.members(), null, tls)))
                : Cluster.member(with(events, options(told, self, announced(self), room(), tls)));
    }

    /** Checked on the way. */
    static ClusterOptions options(
            GatewayConfig.Cluster told,
            @Nullable String self,
            List<Member> members,
            @Nullable Path room,
            @Nullable ClusterTls tls) {
        return new ClusterOptions(
                told.id(),
                members,
                self,
                told.groups(),
                room,
                tls,
                ClusterOptions.Times.DEFAULT,
                MOST_SEQUENCES,
                ClusterEvents.NONE,
                EpochClock.system(),
                System::nanoTime);
    }

    private ClusterOptions with(ClusterEvents events, ClusterOptions options) {
        return options.withEvents(events).withClocks(clock, System::nanoTime);
    }

    private Path room() throws IOException {
        return PrivateDirectory.in(dataDir, ROOM);
    }

    /** Nobody else ever calls this port, so another one at each start does no harm. */
    private static Member single() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return new Member(SINGLE, "127.0.0.1:" + free.getLocalPort());
        }
    }

    private List<Member> announced(String self) {
        return told.members().stream()
                .map(member -> member.id().equals(self)
                        ? new Member(self, member.peerAddress(), publicUrl(member.peerAddress()))
                        : member)
                .toList();
    }

    private String publicUrl(String peerAddress) {
        String host = peerAddress.substring(0, peerAddress.lastIndexOf(':'));
        return told.publicUrl().orElse("https://" + host + ":" + publicPort.getAsInt());
    }
}
