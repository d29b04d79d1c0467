package io.snowgate.loadtest;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Several gateways as they are, with three groups and their logs on disk, and one event loop each.
 *
 * @param data of a cluster of its own
 */
record SnowgateCluster(SnowgatePeer gateway, Path data) implements ClusterPeer {

    static SnowgateCluster of(SnowgatePeer gateway) {
        return new SnowgateCluster(gateway, gateway.work().resolve("cluster-" + UUID.randomUUID()));
    }

    @Override
    public String name() {
        return gateway.name();
    }

    @Override
    public String prepare() throws IOException, InterruptedException, Failure {
        return gateway.prepare();
    }

    @Override
    public List<String> command(Node node, List<Node> all) {
        String members = all.stream()
                .map(one -> one.id() + "=127.0.0.1:" + one.peerPort())
                .collect(Collectors.joining(","));
        return List.of(
                gateway.launcher().toString(),
                "--members=" + members,
                "--self=" + node.id(),
                "--worker-id=" + node.id(),
                "--host=127.0.0.1",
                "--port=" + node.httpsPort(),
                "--plain-port=" + node.httpPort(),
                "--admin-port=" + node.adminPort(),
                "--cert=" + gateway.scratch().certificate(),
                "--key=" + gateway.scratch().key(),
                "--state=" + gateway.state(),
                "--data-dir=" + data.resolve(Integer.toString(node.id())),
                "--grace=1s",
                "--set=event-loops=1",
                "--set=worker-lock-dir=off");
    }

    @Override
    public Map<String, String> environment(Node node) {
        return gateway.environment();
    }
}
