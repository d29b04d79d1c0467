package io.snowgate.gateway.source;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.MaintNotificationsConfig;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SslOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.resource.ClientResources;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * One connection to a Redis, or to a cluster, from its opening to its end. It does not reconnect: who finds it broken
 * closes it and opens the next, which asks sentinels and cluster nodes anew. Commands on a lost connection are refused; in a
 * cluster a few may wait, until the link is closed over them.
 */
final class RedisLink {

    private static final int MAX_COMMANDS_WAITING = 8;

    private final AbstractRedisClient client;
    private final StatefulConnection<byte[], byte[]> connection;
    private final RedisClusterAsyncCommands<byte[], byte[]> commands;

    private RedisLink(
            AbstractRedisClient client,
            StatefulConnection<byte[], byte[]> connection,
            RedisClusterAsyncCommands<byte[], byte[]> commands) {
        this.client = client;
        this.connection = connection;
        this.commands = commands;
    }

    /** Connects, or throws what the driver throws; an interrupt among it. */
    static RedisLink open(RedisAddress address, ClientResources resources, Duration timeout) throws IOException {
        List<RedisURI> uris = address.uris(timeout);
        ClusterClientOptions options = options(address, timeout);
        return address.kind() == RedisAddress.Kind.CLUSTER
                ? openCluster(RedisClusterClient.create(resources, uris), options)
                : openSingle(RedisClient.create(resources, uris.getFirst()), options);
    }

    private static RedisLink openSingle(RedisClient client, ClusterClientOptions options) {
        client.setOptions(options);
        try {
            StatefulRedisConnection<byte[], byte[]> connection = client.connect(ByteArrayCodec.INSTANCE);
            return new RedisLink(client, connection, connection.async());
        } catch (RuntimeException e) {
            shutDown(client, () -> {});
            throw e;
        }
    }

    private static RedisLink openCluster(RedisClusterClient client, ClusterClientOptions options) {
        client.setOptions(options);
        try {
            StatefulRedisClusterConnection<byte[], byte[]> connection = client.connect(ByteArrayCodec.INSTANCE);
            return new RedisLink(client, connection, connection.async());
        } catch (RuntimeException e) {
            shutDown(client, () -> {});
            throw e;
        }
    }

    private static ClusterClientOptions options(RedisAddress address, Duration timeout) {
        ClusterClientOptions.Builder options = ClusterClientOptions.builder();
        options.maintNotificationsConfig(MaintNotificationsConfig.disabled());
        return options.autoReconnect(false)
                .disconnectedBehavior(whileDisconnected(address))
                .requestQueueSize(MAX_COMMANDS_WAITING)
                .pingBeforeActivateConnection(false)
                .timeoutOptions(TimeoutOptions.builder().timeoutCommands(false).build())
                .socketOptions(SocketOptions.builder().connectTimeout(timeout).build())
                .sslOptions(ssl(address, timeout))
                .build();
    }

    /** In a cluster the first command to a node is what connects to it, so it must be let wait. */
    private static DisconnectedBehavior whileDisconnected(RedisAddress address) {
        return address.kind() == RedisAddress.Kind.CLUSTER
                ? DisconnectedBehavior.ACCEPT_COMMANDS
                : DisconnectedBehavior.REJECT_COMMANDS;
    }

    private static SslOptions ssl(RedisAddress address, Duration timeout) {
        SslOptions.Builder ssl = SslOptions.builder().jdkSslProvider().handshakeTimeout(timeout);
        address.trust().map(Path::toFile).ifPresent(ssl::trustManager);
        return ssl.build();
    }

    RedisClusterAsyncCommands<byte[], byte[]> commands() {
        return commands;
    }

    boolean isOpen() {
        return connection.isOpen();
    }

    /** Does not wait for the end; {@code then} is run after it, or after a second. */
    void end(Runnable then) {
        shutDown(client, then);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // nobody is left to be told
    private static void shutDown(AbstractRedisClient client, Runnable then) {
        client.shutdownAsync(0, 1, TimeUnit.SECONDS)
                .orTimeout(1, TimeUnit.SECONDS)
                .whenComplete((done, late) -> then.run());
    }
}
