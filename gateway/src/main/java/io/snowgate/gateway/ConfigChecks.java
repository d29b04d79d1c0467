package io.snowgate.gateway;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigValue;
import io.snowgate.gateway.GatewayConfig.Admin;
import io.snowgate.gateway.GatewayConfig.CertificateFiles;
import io.snowgate.gateway.GatewayConfig.Cors;
import io.snowgate.gateway.GatewayConfig.Limits;
import io.snowgate.gateway.GatewayConfig.Snowflake;
import io.snowgate.gateway.GatewayConfig.State;
import io.snowgate.gateway.GatewayConfig.Tls;
import io.snowgate.gateway.GatewayConfig.TlsProvider;
import io.snowgate.gateway.GatewayConfig.Transport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;

/** Makes a {@link GatewayConfig} of the merged layers. Every range and every rule between keys stands here. */
final class ConfigChecks {

    private static final int MAX_PORT = 65_535;
    private static final int SNOWFLAKE_BITS = 63;

    /** Twitter's split of the ten worker bits. */
    private static final int DATACENTER_BITS = 5;

    private static final int WORKER_BITS_OF_A_DATACENTER = 5;
    private static final int MAX_HALF = (1 << DATACENTER_BITS) - 1;

    private static final long LAST_MILLIS_OF_YEAR_9999 = 253_402_300_799_999L;
    private static final Pattern DEMO_SOURCE = Pattern.compile("demo(:-?[0-9]{1,18})?");
    private static final String FILE_SOURCE = "file:";
    private static final Set<String> ALL_ADDRESSES = Set.of("0.0.0.0", "::");

    private final ConfigReader reader;

    private ConfigChecks(Config merged) {
        this.reader = new ConfigReader(merged);
    }

    static GatewayConfig check(Config merged) throws ConfigFailure {
        return new ConfigChecks(merged).gateway();
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
                state(),
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
        int timeBits = reader.integer("snowflake.time-bits", 30, 53);
        int workerBits = reader.integer("snowflake.worker-bits", 0, 22);
        int sequenceBits = reader.integer("snowflake.sequence-bits", 1, 22);
        requireRoomFor(timeBits, workerBits, sequenceBits);
        OptionalInt datacenterId = datacenterId(workerBits);
        return new Snowflake(
                reader.number("snowflake.epoch-millis", 0, LAST_MILLIS_OF_YEAR_9999),
                timeBits,
                workerBits,
                sequenceBits,
                reader.duration("snowflake.max-ahead", "0ms", "10s"),
                workerId(workerBits, datacenterId),
                datacenterId,
                !reader.isDefault("worker-id") || datacenterId.isPresent());
    }

    private void requireRoomFor(int timeBits, int workerBits, int sequenceBits) throws ConfigFailure {
        int sum = timeBits + workerBits + sequenceBits;
        if (sum > SNOWFLAKE_BITS) {
            throw new ConfigFailure(("snowgate.snowflake.time-bits + worker-bits + sequence-bits must be at most %d:"
                            + " %d + %d + %d = %d (from %s, %s, %s)")
                    .formatted(
                            SNOWFLAKE_BITS,
                            timeBits,
                            workerBits,
                            sequenceBits,
                            sum,
                            reader.place("snowflake.time-bits"),
                            reader.place("snowflake.worker-bits"),
                            reader.place("snowflake.sequence-bits")));
        }
    }

    private OptionalInt datacenterId(int workerBits) throws ConfigFailure {
        if (reader.text("datacenter-id").equals("unset")) {
            return OptionalInt.empty();
        }
        if (workerBits != DATACENTER_BITS + WORKER_BITS_OF_A_DATACENTER) {
            throw reader.refusalOf(
                    "datacenter id", "datacenter-id", "unset unless snowgate.snowflake.worker-bits is 10");
        }
        return OptionalInt.of(half("datacenter id", "datacenter-id", "unset or 0.." + MAX_HALF));
    }

    private int workerId(int workerBits, OptionalInt datacenterId) throws ConfigFailure {
        if (datacenterId.isPresent()) {
            int worker = half("worker id", "worker-id", "0.." + MAX_HALF + " beside a datacenter id");
            return datacenterId.getAsInt() << WORKER_BITS_OF_A_DATACENTER | worker;
        }
        int max = (1 << workerBits) - 1;
        return within("worker id", "worker-id", max, "0.." + max);
    }

    private int half(String subject, String key, String allowed) throws ConfigFailure {
        return within(subject, key, MAX_HALF, allowed);
    }

    private int within(String subject, String key, int max, String allowed) throws ConfigFailure {
        return reader.whole(key, 0, max)
                .orElseThrow(() -> reader.refusalOf(subject, key, allowed))
                .intValue();
    }

    private State state() throws ConfigFailure {
        Duration refresh = reader.duration("state.refresh", "100ms", "1h");
        Duration staleAfter = reader.duration("state.stale-after", "100ms", "24h");
        String limit = "at most snowgate.state.stale-after (" + reader.text("state.stale-after") + ", from "
                + reader.place("state.stale-after") + ")";
        reader.require("state.refresh", refresh.compareTo(staleAfter) <= 0, refresh, limit);
        return new State(source(), refresh, staleAfter, reader.bytes("state.max-size", "1KiB", "256MiB"));
    }

    private String source() throws ConfigFailure {
        String source = reader.text("state.source");
        boolean isDemo = DEMO_SOURCE.matcher(source).matches();
        boolean isFile = source.startsWith(FILE_SOURCE) && source.length() > FILE_SOURCE.length();
        return reader.require(
                "state.source", isDemo || isFile, source, "demo, demo:SEED (a whole number) or file:PATH");
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
                reader.integer("limits.concurrent-streams", 1, 10_000));
    }
}
