package io.snowgate.faults;

import io.snowgate.cluster.Cluster;
import io.snowgate.cluster.ClusterOptions;
import io.snowgate.cluster.Member;
import io.snowgate.faults.Gateway.Place;
import java.io.IOException;
import java.util.concurrent.CompletionStage;

/** Changes who votes, as an operator does while the others serve. */
final class Members implements AutoCloseable {

    private final Cluster cluster;

    Members() throws IOException {
        cluster = Cluster.client(ClusterOptions.ofClient(
                Gateway.CLUSTER,
                Place.three().stream()
                        .map(place -> Member.parse(place.member()))
                        .toList()));
    }

    void remove(Gateway gateway) throws Failure {
        require("remove " + gateway.id(), cluster.admin().remove(gateway.id()));
    }

    /** Its process runs, with an empty directory. */
    void add(Gateway gateway) throws Failure {
        require(
                "add " + gateway.id(),
                cluster.admin().add(Member.parse(gateway.place().member())));
    }

    void transfer(Gateway gateway) throws Failure {
        require("transfer to " + gateway.id(), cluster.admin().transfer(0, gateway.id()));
    }

    private static void require(String what, CompletionStage<String> done) throws Failure {
        String problem = done.toCompletableFuture().join();
        if (!problem.isEmpty()) {
            throw new Failure(what + ": " + problem);
        }
    }

    @Override
    public void close() {
        cluster.close();
    }
}
