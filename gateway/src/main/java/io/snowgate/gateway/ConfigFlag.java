package io.snowgate.gateway;

import java.util.List;

/**
 * A flag with a name of its own. What it means is said by the comment of its key in {@code reference.conf}.
 *
 * @param key below {@code snowgate}
 */
record ConfigFlag(Room room, String name, String label, String key) {

    /** Sections of {@code --help}, in its order. */
    enum Room {
        LISTENING("Listening"),
        TLS("TLS"),
        IDS("IDs"),
        CLUSTER("Cluster"),
        STATE("State"),
        CORS("CORS"),
        LIMITS("Limits, each by --set KEY=VALUE"),
        RUNNING("Running");

        private final String heading;

        Room(String heading) {
            this.heading = heading;
        }

        String heading() {
            return heading;
        }
    }

    static final List<ConfigFlag> ALL = List.of(
            new ConfigFlag(Room.LISTENING, "--host", "ADDRESS", "host"),
            new ConfigFlag(Room.LISTENING, "--port", "PORT", "port"),
            new ConfigFlag(Room.LISTENING, "--plain-port", "PORT", "plain-port"),
            new ConfigFlag(Room.LISTENING, "--admin-port", "PORT", "admin.port"),
            new ConfigFlag(Room.TLS, "--tls-provider", "NAME", "tls.provider"),
            new ConfigFlag(Room.TLS, "--cert", "FILE", "tls.cert"),
            new ConfigFlag(Room.TLS, "--key", "FILE", "tls.key"),
            new ConfigFlag(Room.TLS, "--key-password-file", "FILE", "tls.key-password-file"),
            new ConfigFlag(Room.IDS, "--worker-id", "ID", "worker-id"),
            new ConfigFlag(Room.IDS, "--datacenter-id", "ID", "datacenter-id"),
            new ConfigFlag(Room.IDS, "--worker-id-from", "SOURCE", "worker-id-from"),
            new ConfigFlag(Room.IDS, "--layout", "NAME", "snowflake.layout"),
            new ConfigFlag(Room.IDS, "--sequence-start", "HOW", "snowflake.sequence-start"),
            new ConfigFlag(Room.IDS, "--max-ahead", "TIME", "snowflake.max-ahead"),
            new ConfigFlag(Room.IDS, "--clock-tolerance", "TIME", "snowflake.clock-tolerance"),
            new ConfigFlag(Room.CLUSTER, "--cluster", "WHEN", "cluster.start"),
            new ConfigFlag(Room.CLUSTER, "--cluster-id", "NAME", "cluster.id"),
            new ConfigFlag(Room.CLUSTER, "--members", "ID=HOST:PORT,...", "cluster.members"),
            new ConfigFlag(Room.CLUSTER, "--self", "ID", "cluster.self"),
            new ConfigFlag(Room.CLUSTER, "--groups", "N", "cluster.groups"),
            new ConfigFlag(Room.CLUSTER, "--peer-public", "URL", "cluster.public-url"),
            new ConfigFlag(Room.CLUSTER, "--timestamp-follower", "HOW", "cluster.timestamp-follower"),
            new ConfigFlag(Room.STATE, "--state", "SOURCE", "state.source"),
            new ConfigFlag(Room.STATE, "--refresh", "TIME", "state.refresh"),
            new ConfigFlag(Room.STATE, "--stale-after", "TIME", "state.stale-after"),
            new ConfigFlag(Room.CORS, "--cors-origin", "ORIGIN", "cors.origins"),
            new ConfigFlag(Room.RUNNING, "--data-dir", "DIR", "data-dir"),
            new ConfigFlag(Room.RUNNING, "--transport", "NAME", "transport"),
            new ConfigFlag(Room.RUNNING, "--grace", "TIME", "grace"));

    String path() {
        return ConfigKeys.ROOT + "." + key;
    }
}
