package io.snowgate.gateway.source;

import io.lettuce.core.RedisCredentialsProvider;
import io.lettuce.core.RedisURI;
import io.lettuce.core.StaticCredentialsProvider;
import io.snowgate.gateway.source.SourceUrl.Host;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which key, in which database, of which Redis, and how to get in. Written as one of {@link #FORMS}; {@code rediss} in
 * place of {@code redis} is TLS.
 *
 * @param key percent-encoding undone
 * @param database null when none is named
 * @param master the name that sentinels know it by; null without sentinels
 * @param trust certificates to trust instead of those of the platform
 */
record RedisAddress(
        Kind kind,
        boolean tls,
        List<Host> hosts,
        @Nullable String user,
        @Nullable Secret password,
        String key,
        @Nullable Integer database,
        @Nullable String master,
        @Nullable Secret sentinelPassword,
        Optional<Path> trust) {

    enum Kind {
        SINGLE(RedisURI.DEFAULT_REDIS_PORT),
        SENTINEL(RedisURI.DEFAULT_SENTINEL_PORT),
        CLUSTER(RedisURI.DEFAULT_REDIS_PORT);

        private final int usualPort;

        Kind(int usualPort) {
            this.usualPort = usualPort;
        }
    }

    /** What the path says, the key not decoded. */
    private record Place(@Nullable String database, String key) {

        private static final Pattern PATH = Pattern.compile("(?:([0-9]{1,5})/)?(.+)");
        private static final Pattern DATABASE_ALONE = Pattern.compile("[0-9]{1,5}/?");

        static Place in(@Nullable String path) {
            Matcher matcher = PATH.matcher(path == null ? "" : path);
            if (!matcher.matches()) {
                throw new SpecFailure(FORMS + "; KEY is missing");
            }
            if (matcher.group(1) == null
                    && DATABASE_ALONE.matcher(matcher.group(2)).matches()) {
                throw new SpecFailure(FORMS + "; KEY is missing: a number alone is a database, and a key that is one is"
                        + " written /0/KEY");
            }
            return new Place(matcher.group(1), matcher.group(2));
        }

        /** A cluster has no databases. */
        static Place inCluster(@Nullable String path) {
            if (path == null || path.isEmpty()) {
                throw new SpecFailure(FORMS + "; KEY is missing");
            }
            return new Place(null, path);
        }
    }

    static final String FORMS = "redis://HOST[:PORT][/DB]/KEY, redis-sentinel://HOST:PORT,.../KEY?master=NAME"
            + " or redis-cluster://HOST:PORT,.../KEY (rediss instead of redis for TLS)";

    private static final Pattern SCHEME = Pattern.compile("redis(s?)(-sentinel|-cluster)?");
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,5}");
    private static final String DATABASE = "db";
    private static final String MASTER = "master";
    private static final String SENTINEL_PASSWORD = "sentinel-password-file";
    private static final String TRUST = "ca-file";

    static boolean isMeant(String scheme) {
        return SCHEME.matcher(scheme).matches();
    }

    /** @throws SpecFailure with what is allowed */
    static RedisAddress parse(String spec) {
        SourceUrl url = SourceUrl.parse(spec, FORMS);
        Matcher scheme = SCHEME.matcher(url.scheme());
        if (!scheme.matches()) {
            throw new SpecFailure(FORMS);
        }
        Kind kind = kind(scheme.group(2));
        url.requireOnly(parameters(kind), FORMS);
        if (kind == Kind.SINGLE && url.hosts().size() > 1) {
            throw new SpecFailure("one host in redis://; several are redis-sentinel:// or redis-cluster://");
        }
        Place place = kind == Kind.CLUSTER ? Place.inCluster(url.path()) : Place.in(url.path());
        String trust = url.option(TRUST);
        return new RedisAddress(
                kind,
                !scheme.group(1).isEmpty(),
                url.hosts().stream()
                        .map(host -> host.withDefaultPort(kind.usualPort))
                        .toList(),
                url.user(),
                Secret.of(url),
                SourceUrl.decode(place.key()),
                database(place, url.option(DATABASE)),
                master(url, kind),
                Secret.inFile(url, SENTINEL_PASSWORD),
                Optional.ofNullable(trust).map(file -> Secret.path(TRUST, file)));
    }

    private static Kind kind(@Nullable String suffix) {
        if (suffix == null) {
            return Kind.SINGLE;
        }
        return suffix.equals("-sentinel") ? Kind.SENTINEL : Kind.CLUSTER;
    }

    private static Set<String> parameters(Kind kind) {
        return switch (kind) {
            case SINGLE -> Set.of(DATABASE, Secret.FILE_OPTION, TRUST);
            case SENTINEL -> Set.of(DATABASE, MASTER, Secret.FILE_OPTION, SENTINEL_PASSWORD, TRUST);
            case CLUSTER -> Set.of(Secret.FILE_OPTION, TRUST);
        };
    }

    private static @Nullable Integer database(Place place, @Nullable String inQuery) {
        if (place.database() != null && inQuery != null) {
            throw new SpecFailure("a URL with the database as /DB/KEY or as ?db=DB, not both");
        }
        String given = place.database() == null ? inQuery : place.database();
        if (given != null && !NUMBER.matcher(given).matches()) {
            throw new SpecFailure("a URL with a number as db");
        }
        return given == null ? null : Integer.valueOf(given);
    }

    private static @Nullable String master(SourceUrl url, Kind kind) {
        String master = url.option(MASTER);
        if (kind == Kind.SENTINEL && (master == null || master.isEmpty())) {
            throw new SpecFailure(
                    "redis-sentinel://HOST:PORT,.../KEY?master=NAME, with the name that the sentinels know");
        }
        return master;
    }

    byte[] keyBytes() {
        return key.getBytes(StandardCharsets.UTF_8);
    }

    /** Where it is, without a secret. */
    String description() {
        String scheme = (tls ? "rediss" : "redis")
                + switch (kind) {
                    case SINGLE -> "";
                    case SENTINEL -> "-sentinel";
                    case CLUSTER -> "-cluster";
                };
        String shownHosts = String.join(",", hosts.stream().map(Host::toString).toList());
        return scheme + "://" + shownHosts + (database == null ? "" : "/" + database) + "/" + key;
    }

    /** For the driver: one for each host, but one for all sentinels. The secrets are read now. */
    List<RedisURI> uris(Duration timeout) throws IOException {
        String secret = password == null ? null : password.read();
        String sentinelSecret = sentinelPassword == null ? null : sentinelPassword.read();
        if (kind == Kind.SENTINEL) {
            return List.of(sentinels(secret, sentinelSecret, timeout));
        }
        return hosts.stream()
                .map(host ->
                        with(secret, RedisURI.builder().withHost(host.name()).withPort(host.port()), timeout))
                .toList();
    }

    private RedisURI sentinels(@Nullable String secret, @Nullable String sentinelSecret, Duration timeout) {
        RedisURI.Builder all = RedisURI.builder().withSentinelMasterId(Objects.requireNonNull(master));
        for (Host host : hosts) {
            RedisURI.Builder one = RedisURI.builder()
                    .withHost(host.name())
                    .withPort(host.port())
                    .withSsl(tls)
                    .withTimeout(timeout);
            if (sentinelSecret != null) {
                one.withAuthentication(credentials(null, sentinelSecret));
            }
            all.withSentinel(one.build());
        }
        return with(secret, all, timeout);
    }

    private RedisURI with(@Nullable String secret, RedisURI.Builder uri, Duration timeout) {
        uri.withSsl(tls).withTimeout(timeout).withDatabase(database == null ? 0 : database);
        if (secret != null) {
            uri.withAuthentication(credentials(user, secret));
        }
        return uri.build();
    }

    /**
     * At hand when the driver asks. Given a bare password, it goes to fetch it on a thread of the JDK's pool, and may then
     * say that a connection stands before it takes commands.
     */
    private static RedisCredentialsProvider credentials(@Nullable String user, String secret) {
        return new StaticCredentialsProvider(user, secret.toCharArray());
    }
}
