package io.snowgate.gateway;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigValue;
import io.snowgate.gateway.GatewayConfig.Admin;
import io.snowgate.gateway.GatewayConfig.CertificateFiles;
import io.snowgate.gateway.GatewayConfig.Cors;
import io.snowgate.gateway.GatewayConfig.Limits;
import io.snowgate.gateway.GatewayConfig.Snowflake;
import io.snowgate.gateway.GatewayConfig.Tls;
import io.snowgate.gateway.GatewayConfig.TlsProvider;
import io.snowgate.gateway.GatewayConfig.Transport;
import io.snowgate.gateway.GatewayConfig.WorkerLocks;
import io.snowgate.generator.SequenceStart;
import io.snowgate.generator.SnowflakeLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Makes a {@link GatewayConfig} of the merged layers. Every range and every rule between keys stands here. */
final class ConfigChecks {

    private static final int MAX_PORT = 65_535;
    private static final Set<String> ALL_ADDRESSES = Set.of("0.0.0.0", "::");

    private final ConfigReader reader;

    private final ThisMachine machine;

    private ConfigChecks(Config merged, ThisMachine machine) {
        this.reader = new ConfigReader(merged);
        this.machine = machine;
    }

    /** @param machine where a worker id may be taken from */
    static GatewayConfig check(Config merged, ThisMachine machine) throws ConfigFailure {
        return new ConfigChecks(merged, machine).gateway();
    }

    private GatewayConfig gateway() throws ConfigFailure {
        GatewayConfig config = new GatewayConfig(
                host("host"),
                reader.integer("port", 0, MAX_PORT),
                portOrOff("plain-port"),
                reader.path("data-dir", "the path of a directory"),
                reader.choice("transport", Transport.class),
                reader.integer("event-loops", 0, 1024),
                reader.duration("grace", "0s", "10m"),
                snowflake(),
                new ConfigCluster(reader).cluster(),
                new ConfigStates(reader).states(),
                cors(),
                tls(),
                limits(),
                new Admin(host("admin.host"), portOrOff("admin.port")));
        requireDistinctPorts(config);
        return config;
    }

    private String host(String key) throws ConfigFailure {
        String host = reader.text(key);
        boolean plausible = !host.isEmpty() && host.chars().noneMatch(c -> c <= ' ' || c == '/' || c == '[');
        return reader.require(key, plausible, host, "a host name or an IP address without brackets");
    }

    private OptionalInt portOrOff(String key) throws ConfigFailure {
        return reader.integerUnless("off", key, 0, MAX_PORT);
    }

    private void requireDistinctPorts(GatewayConfig config) throws ConfigFailure {
        requireOtherThan(config.port(), "port", config.plainPort(), "plain-port");
        if (overlap(config.host(), config.admin().host())) {
            requireOtherThan(config.port(), "port", config.admin().port(), "admin.port");
            requireOtherThan(
                    config.plainPort().orElse(0), "plain-port", config.admin().port(), "admin.port");
        }
    }

    private void requireOtherThan(int taken, String takenBy, OptionalInt port, String key) throws ConfigFailure {
        boolean same = port.isPresent() && port.getAsInt() != 0 && port.getAsInt() == taken;
        reader.require(key, !same, key, "another port than snowgate." + takenBy);
    }

    private static boolean overlap(String host, String other) {
        return host.equals(other) || ALL_ADDRESSES.contains(host) || ALL_ADDRESSES.contains(other);
    }

    private Snowflake snowflake() throws ConfigFailure {
        ConfigLayout read = new ConfigLayout(reader);
        SnowflakeLayout layout = read.layout();
        Duration maxAhead = reader.duration("snowflake.max-ahead", "0ms", "10s");
        return new Snowflake(
                read.name(),
                layout,
                reader.choice("snowflake.sequence-start", SequenceStart.class),
                maxAhead,
                reader.duration("snowflake.clock-tolerance", "0ms", "10s"),
                reserve(maxAhead),
                reader.duration("snowflake.restart-wait", "0s", "10m"),
                new ConfigWorker(reader, machine).workerId(layout),
                !reader.isDefault("worker-id")
                        || !reader.isDefault("worker-id-from")
                        || !reader.isDefault("datacenter-id"),
                locks());
    }

    private Duration reserve(Duration maxAhead) throws ConfigFailure {
        Duration reserve = reader.duration("snowflake.reserve", "100ms", "1m");
        String limit = "more than snowgate.snowflake.max-ahead (" + reader.text("snowflake.max-ahead") + ", from "
                + reader.place("snowflake.max-ahead") + ")";
        return reader.require("snowflake.reserve", reserve.compareTo(maxAhead) > 0, reserve, limit);
    }

    private WorkerLocks locks() throws ConfigFailure {
        return switch (reader.text("worker-lock-dir")) {
            case "auto" -> WorkerLocks.AUTO;
            case "off" -> WorkerLocks.OFF;
            default ->
                new WorkerLocks(
                        true, Optional.of(reader.path("worker-lock-dir", "auto, off or the path of a directory")));
        };
    }

    private Cors cors() throws ConfigFailure {
        List<String> origins = List.copyOf(reader.list("cors.origins"));
        boolean any = origins.contains(GatewayConfig.ANY_ORIGIN);
        reader.require("cors.origins", !any || origins.size() == 1, origins, "* alone or exact origins, not both");
        if (!any) {
            requireExactOrigins();
        }
        return new Cors(origins, reader.duration("cors.max-age", "0s", "24h"));
    }

    private void requireExactOrigins() throws ConfigFailure {
        for (ConfigValue origin : reader.elements("cors.origins")) {
            Optional<String> allowed = ConfigCorsOrigin.complaint(String.valueOf(origin.unwrapped()));
            if (allowed.isPresent()) {
                throw ConfigReader.refusal("snowgate.cors.origins", allowed.get(), origin);
            }
        }
    }

    private Tls tls() throws ConfigFailure {
        return new Tls(reader.choice("tls.provider", TlsProvider.class), certificate());
    }

    private Optional<CertificateFiles> certificate() throws ConfigFailure {
        Optional<Path> cert = reader.optionalPath("tls.cert");
        Optional<Path> key = reader.optionalPath("tls.key");
        Optional<Path> password = reader.optionalPath("tls.key-password-file");
        requireTogether(cert, "tls.cert", key, "tls.key");
        requireTogether(key, "tls.key", cert, "tls.cert");
        if (password.isPresent() && key.isEmpty()) {
            throw reader.refusal("tls.key-password-file", "empty unless snowgate.tls.key is set");
        }
        return cert.map(file -> new CertificateFiles(file, key.orElseThrow(), password));
    }

    private void requireTogether(Optional<Path> given, String key, Optional<Path> other, String otherKey)
            throws ConfigFailure {
        if (given.isPresent() && other.isEmpty()) {
            throw reader.refusal(key, "set together with snowgate." + otherKey + ", which is empty");
        }
    }

    private Limits limits() throws ConfigFailure {
        return new Limits(
                reader.integer("limits.connections", 1, 1_000_000),
                reader.bytes("limits.request-line", "1KiB", "64KiB"),
                reader.bytes("limits.header-section", "1KiB", "64KiB"),
                reader.integer("limits.header-fields", 1, 1_000),
                reader.bytes("limits.body", "0B", "16MiB"),
                reader.duration("limits.handshake-timeout", "100ms", "5m"),
                reader.duration("limits.header-timeout", "100ms", "5m"),
                reader.duration("limits.body-timeout", "100ms", "5m"),
                reader.duration("limits.idle-timeout", "100ms", "1h"),
                reader.integer("limits.concurrent-streams", 1, 10_000),
                reader.integer("limits.streams", 0, 1_000_000),
                reader.duration("limits.stream-heartbeat", "100ms", "5m"),
                reader.duration("limits.stream-stall-timeout", "100ms", "5m"));
    }
}
