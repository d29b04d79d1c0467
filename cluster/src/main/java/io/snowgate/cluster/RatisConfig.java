package io.snowgate.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.RaftConfigKeys;
import org.apache.ratis.client.RaftClient;
import org.apache.ratis.client.RaftClientConfigKeys;
import org.apache.ratis.conf.Parameters;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.grpc.GrpcConfigKeys;
import org.apache.ratis.grpc.GrpcTlsConfig;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.retry.RetryPolicies;
import org.apache.ratis.rpc.SupportedRpcType;
import org.apache.ratis.server.RaftServerConfigKeys;
import org.apache.ratis.util.SizeInBytes;
import org.apache.ratis.util.TimeDuration;
import org.jspecify.annotations.Nullable;

/**
 * How Ratis is set up: what it calls by which name, with every default that is not ours written out.
 *
 * <p>Its own leader lease stays off. Between the round in which a candidate asks who would vote for it and the vote itself
 * a follower may hear from the old leader again and then vote against it all the same, and the lease does not know; what
 * may be answered when is decided by {@link Tenure} and {@link Handover} instead.
 *
 * <p>What is committed is not written into the log as an entry of its own: whoever is next would wait until every member
 * has that on disk, too, and all that it gives is what a member knows after a start that no majority takes part in.
 * Entries are sent at once; those that come meanwhile go together all the same.
 */
final class RatisConfig {

    private static final int SNAPSHOT_EVERY_ENTRIES = 10_000;
    private static final int SNAPSHOTS_KEPT = 2;

    private RatisConfig() {}

    /** The id of a group: the same for everybody who knows the cluster's name. */
    static RaftGroupId groupId(String clusterId, int index) {
        String name = "snowgate " + clusterId + ' ' + index;
        return RaftGroupId.valueOf(UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)));
    }

    /** A member as Ratis knows it; the one that should lead has the higher priority. */
    static RaftPeer peer(Member member, int priority) {
        return RaftPeer.newBuilder()
                .setId(member.id())
                .setAddress(member.peerAddress())
                .setPriority(priority)
                .build();
    }

    static List<RaftPeer> peers(List<Member> members) {
        return members.stream().map(member -> peer(member, 0)).toList();
    }

    static RaftProperties server(ClusterOptions options, Path directory, String peerAddress) {
        ClusterOptions.Times times = options.times();
        RaftProperties properties = client(options);
        RaftServerConfigKeys.setStorageDir(properties, List.of(directory.toFile()));
        RaftServerConfigKeys.setCloseThreshold(properties, TimeDuration.valueOf(3650, TimeUnit.DAYS));
        RaftServerConfigKeys.setStagingTimeout(properties, of(times.request().multipliedBy(3)));
        RaftServerConfigKeys.Rpc.setTimeoutMin(properties, of(times.electionMin()));
        RaftServerConfigKeys.Rpc.setTimeoutMax(properties, of(times.electionMax()));
        RaftServerConfigKeys.Rpc.setFirstElectionTimeoutMin(properties, of(times.electionMin()));
        RaftServerConfigKeys.Rpc.setFirstElectionTimeoutMax(properties, of(times.electionMax()));
        RaftServerConfigKeys.Rpc.setRequestTimeout(properties, of(times.request()));
        RaftServerConfigKeys.LeaderElection.setPreVote(properties, true);
        RaftServerConfigKeys.LeaderElection.setLeaderStepDownWaitTime(properties, of(times.electionMax()));
        RaftServerConfigKeys.LeaderElection.setMemberMajorityAdd(properties, true);
        RaftServerConfigKeys.Read.setOption(properties, RaftServerConfigKeys.Read.Option.LINEARIZABLE);
        RaftServerConfigKeys.Read.setLeaderLeaseEnabled(properties, false);
        RaftServerConfigKeys.Read.setLeaderHeartbeatCheckEnabled(properties, true);
        RaftServerConfigKeys.Log.Appender.setBufferByteLimit(properties, SizeInBytes.valueOf("1MB"));
        RaftServerConfigKeys.Log.setWriteBufferSize(properties, SizeInBytes.valueOf("2MB"));
        RaftServerConfigKeys.Log.Appender.setSnapshotChunkSizeMax(properties, SizeInBytes.valueOf("1MB"));
        RaftServerConfigKeys.Log.Appender.setWaitTimeMin(properties, TimeDuration.ZERO);
        RaftServerConfigKeys.Log.setLogMetadataEnabled(properties, false);
        RaftServerConfigKeys.Log.setUseMemory(properties, false);
        RaftServerConfigKeys.Log.setUnsafeFlushEnabled(properties, false);
        RaftServerConfigKeys.Log.setAsyncFlushEnabled(properties, false);
        RaftServerConfigKeys.Log.setCorruptionPolicy(properties, RaftServerConfigKeys.Log.CorruptionPolicy.EXCEPTION);
        RaftServerConfigKeys.Log.setPurgeUptoSnapshotIndex(properties, true);
        RaftServerConfigKeys.Log.setSegmentSizeMax(properties, SizeInBytes.valueOf("4MB"));
        RaftServerConfigKeys.Log.setPreallocatedSize(properties, SizeInBytes.valueOf("64KB"));
        RaftServerConfigKeys.Snapshot.setAutoTriggerEnabled(properties, true);
        RaftServerConfigKeys.Snapshot.setAutoTriggerThreshold(properties, SNAPSHOT_EVERY_ENTRIES);
        RaftServerConfigKeys.Snapshot.setRetentionFileNum(properties, SNAPSHOTS_KEPT);
        GrpcConfigKeys.Server.setPort(properties, portOf(peerAddress));
        GrpcConfigKeys.Server.setHost(properties, hostOf(peerAddress));
        return properties;
    }

    static RaftProperties client(ClusterOptions options) {
        RaftProperties properties = new RaftProperties();
        RaftConfigKeys.Rpc.setType(properties, SupportedRpcType.GRPC);
        GrpcConfigKeys.setMessageSizeMax(properties, SizeInBytes.valueOf("4MB"));
        RaftClientConfigKeys.Rpc.setRequestTimeout(
                properties, of(options.times().request()));
        return properties;
    }

    /** What members know each other by; an exception when a file cannot be read. */
    static Parameters parameters(@Nullable ClusterTls tls) throws IOException {
        Parameters parameters = new Parameters();
        if (tls != null) {
            requireReadable(tls.certificate());
            requireReadable(tls.key());
            requireReadable(tls.authority());
            GrpcTlsConfig mutual = new GrpcTlsConfig(
                    tls.key().toFile(),
                    tls.certificate().toFile(),
                    tls.authority().toFile(),
                    true);
            GrpcConfigKeys.TLS.setConf(parameters, mutual);
            GrpcConfigKeys.Admin.setTlsConf(parameters, mutual);
            GrpcConfigKeys.Client.setTlsConf(parameters, mutual);
            GrpcConfigKeys.Server.setTlsConf(parameters, mutual);
        }
        return parameters;
    }

    static RaftClient newClient(ClusterOptions options, RaftGroup group, Parameters parameters) {
        Duration pause =
                Duration.ofMillis(Math.max(20, options.times().electionMin().toMillis() / 10));
        int attempts = (int) (options.times().request().toMillis() / pause.toMillis());
        return RaftClient.newBuilder()
                .setProperties(client(options))
                .setParameters(parameters)
                .setRaftGroup(group)
                .setRetryPolicy(RetryPolicies.retryUpToMaximumCountWithFixedSleep(attempts, of(pause)))
                .build();
    }

    static String hostOf(String address) {
        String host = address.substring(0, address.lastIndexOf(':'));
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    private static int portOf(String address) {
        return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    }

    private static TimeDuration of(Duration duration) {
        return TimeDuration.valueOf(duration.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static void requireReadable(Path file) throws IOException {
        if (!Files.isReadable(file)) {
            throw new IOException("cannot read " + file + ", which the members know each other by");
        }
    }
}
