package io.snowgate.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowgate.generator.SnowflakeLayout;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever asks while a part of the cluster is closed, or afterwards, is answered. */
class ClusterCloseTest {

    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    private Path directory;

    @Test
    void refusesEverythingAfterwardsByItsName() throws IOException {
        Cluster client = Cluster.client(ClusterOptions.ofClient("test", TestMembers.freeMembers(1)));
        client.close();

        assertThat(join(client.timestamps().claim(1))).isEqualTo(Timestamps.CLOSED);
        assertClosed(join(client.sequences().claim("s", 1)));
        assertClosed(join(client.sequences().claimStrict("s", 1, null)));
        assertClosed(join(client.sequences().resetForward("s", 7)));
        assertClosed(join(client.sequences().report("s")).refusal());
        assertClosed(join(client.leaseWorker(SnowflakeLayout.TWITTER, "host")));
        assertThat(join(client.admin().remove("a"))).contains("closed");
        assertThat(join(client.admin().transfer(0, "a"))).contains("closed");
    }

    @Test
    void answersAClaimThatNoLeaderHasAnsweredYet() throws IOException {
        Cluster client = Cluster.client(ClusterOptions.ofClient("test", TestMembers.freeMembers(1)));
        CompletionStage<Long> claim = client.timestamps().claim(1);
        client.close();

        assertThat(claim.toCompletableFuture())
                .succeedsWithin(SOON, InstanceOfAssertFactories.LONG)
                .isNegative();
    }

    /** The clock is read between a claim's look at the tenure, which is behind the time, and its place in the queue. */
    @Test
    void answersAClaimThatComesBetweenTheLastLookAndTheEnd() throws IOException {
        Thread asking = Thread.currentThread();
        AtomicReference<@Nullable Cluster> toBeClosed = new AtomicReference<>();
        try (TestMembers members = TestMembers.start(
                directory,
                1,
                options -> options.withClocks(
                        () -> System.currentTimeMillis() + (asking.equals(Thread.currentThread()) ? 3_600_000 : 0),
                        () -> {
                            Cluster closing = asking.equals(Thread.currentThread()) ? toBeClosed.getAndSet(null) : null;
                            if (closing != null) {
                                closing.close();
                            }
                            return System.nanoTime();
                        }))) {
            toBeClosed.set(members.get("a"));
            CompletableFuture<Long> claim =
                    members.get("a").timestamps().claimHere(1).toCompletableFuture();

            assertThat(claim).succeedsWithin(SOON).isEqualTo(Timestamps.CLOSED);
        }
    }

    private static void assertClosed(@Nullable Object result) {
        assertThat(result)
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.reason()).isEqualTo(Refusal.Reason.CLOSED));
    }

    private static <T> T join(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }
}
