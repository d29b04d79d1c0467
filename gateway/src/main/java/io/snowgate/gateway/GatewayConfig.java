package io.snowgate.gateway;

import io.snowgate.cluster.ClusterTls;
import io.snowgate.cluster.Member;
import io.snowgate.gateway.state.StateOptions;
import io.snowgate.generator.SequenceStart;
import io.snowgate.generator.SnowflakeLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Everything the gateway was told, read once, checked and frozen. {@code reference.conf} explains each value; the ranges
 * stand in {@link ConfigChecks}.
 *
 * @param plainPort empty when plain HTTP is off
 * @param eventLoops 0 for one per core
 * @param states the default one first, then the others by name
 */
record GatewayConfig(
        String host,
        int port,
        OptionalInt plainPort,
        Path dataDir,
        Transport transport,
        int eventLoops,
        Duration grace,
        Snowflake snowflake,
        Cluster cluster,
        List<State> states,
        Cors cors,
        Tls tls,
        Limits limits,
        Admin admin) {

    /**
     * @param layoutName of the preset, whatever was overridden in it
     * @param workerId the whole node field, the datacenter in its upper part when there is one; {@link #LEASED}
     * @param workerIdGiven whether someone chose it; otherwise it is the default and should be said at start
     * @param locks where the locks of this machine lie
     * @param reserve how much time is reserved on disk at once
     * @param restartWait how long a start may wait for the clock
     */
    record Snowflake(
            String layoutName,
            SnowflakeLayout layout,
            SequenceStart sequenceStart,
            Duration maxAhead,
            Duration clockTolerance,
            Duration reserve,
            Duration restartWait,
            int workerId,
            boolean workerIdGiven,
            WorkerLocks locks) {

        /** The worker id of who leases one from the cluster. */
        static final int LEASED = -1;

        boolean isLeased() {
            return workerId == LEASED;
        }
    }

    /** @param directory empty for the usual one */
    record WorkerLocks(boolean machineWide, Optional<Path> directory) {

        static final WorkerLocks AUTO = new WorkerLocks(true, Optional.empty());
        static final WorkerLocks OFF = new WorkerLocks(false, Optional.empty());
    }

    /**
     * @param members empty for a gateway that is a cluster of its own
     * @param self empty for one that only asks the members
     * @param publicUrl empty for what follows from the address among the members
     * @param strictSequences names, or {@link #ALL_SEQUENCES} alone
     */
    record Cluster(
            ClusterStart start,
            String id,
            List<Member> members,
            Optional<String> self,
            int groups,
            Optional<String> publicUrl,
            TimestampFollower timestampFollower,
            Set<String> strictSequences,
            Optional<ClusterTls> tls) {

        static final String ALL_SEQUENCES = "*";

        boolean isStrict(String sequence) {
            return strictSequences.contains(sequence) || strictSequences.contains(ALL_SEQUENCES);
        }

        boolean hasMembers() {
            return !members.isEmpty();
        }

        boolean isOff() {
            return start == ClusterStart.OFF;
        }
    }

    /** @param source {@code demo} or {@code file:PATH} */
    record State(String source, StateOptions options) {}

    /** @param origins {@code *} alone, or serialised origins to be matched exactly */
    record Cors(List<String> origins, Duration maxAge) {

        boolean allowsAnyOrigin() {
            return origins.equals(List.of(ANY_ORIGIN));
        }
    }

    /** @param certificate empty for a development certificate */
    record Tls(TlsProvider provider, Optional<CertificateFiles> certificate) {}

    record CertificateFiles(Path cert, Path key, Optional<Path> keyPasswordFile) {}

    record Limits(
            int connections,
            int requestLineBytes,
            int headerSectionBytes,
            int headerFields,
            int bodyBytes,
            Duration handshakeTimeout,
            Duration headerTimeout,
            Duration bodyTimeout,
            Duration idleTimeout,
            int concurrentStreams,
            int streams,
            Duration streamHeartbeat,
            Duration streamStallTimeout) {}

    /** @param port empty when the management port is off */
    record Admin(String host, OptionalInt port) {}

    enum Transport {
        AUTO,
        EPOLL,
        IO_URING,
        KQUEUE,
        NIO
    }

    enum ClusterStart {
        AUTO,
        ON,
        OFF
    }

    /** What a gateway does that is asked for timestamps and does not lead. */
    enum TimestampFollower {
        FORWARD,
        REDIRECT,
        REJECT
    }

    enum TlsProvider {
        BORINGSSL,
        JDK
    }

    static final String ANY_ORIGIN = "*";

    /** Whether the cluster begins before anybody asks for it. */
    boolean clusterBeginsAtStart() {
        return cluster.start() == ClusterStart.ON || cluster.hasMembers() || snowflake.isLeased();
    }

    /** The one at {@code /state}. */
    State state() {
        return states.getFirst();
    }
}
