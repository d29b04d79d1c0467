package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowgate.cluster.Cluster;
import io.snowgate.cluster.ClusterStatus;
import io.snowgate.cluster.ClusterStatus.Phase;
import io.snowgate.cluster.Refusal;
import io.snowgate.cluster.Timestamps;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class LateClusterTest {

    private final CountDownLatch mayStart = new CountDownLatch(1);
    private final AtomicInteger starts = new AtomicInteger();
    private final AtomicBoolean isClosed = new AtomicBoolean();
    private final AtomicInteger looks = new AtomicInteger();
    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.LEADERLESS);

    @Test
    void refusesByNameWhileItLooksForOthers() {
        try (LateCluster cluster = late(this::startedSlowly, false)) {
            cluster.begin();
            assertThat(cluster.timestamps().tryClaim(1)).isEqualTo(Timestamps.NOT_READY);
            assertThat(cluster.timestamps().claim(1).toCompletableFuture().join())
                    .isEqualTo(Timestamps.UNAVAILABLE);
            assertThat(cluster.sequences().tryClaim("orders", 1)).isNull();
            assertThat(cluster.sequences()
                            .claim("orders", 1)
                            .toCompletableFuture()
                            .join())
                    .isInstanceOfSatisfying(
                            Refusal.class,
                            refusal -> assertThat(refusal.reason()).isEqualTo(Refusal.Reason.NOT_READY));
            assertThat(cluster.statusNow().phase()).isEqualTo(Phase.GATHERING);
            mayStart.countDown();
        }
    }

    @Test
    void hasTheFirstWhoAskWaitForOneOfItsOwnThatMayAnswer() {
        try (LateCluster cluster = late(this::startedSlowly, true)) {
            assertThat(cluster.timestamps().tryClaim(1)).isEqualTo(Timestamps.NOT_READY);
            CompletableFuture<Long> first = cluster.timestamps().claim(1).toCompletableFuture();
            mayStart.countDown();
            await().until(() -> looks.get() > 3);
            assertThat(first).isNotDone();
            phase.set(Phase.READY);

            assertThat(first).succeedsWithin(Duration.ofSeconds(10)).isEqualTo(4711L);
            assertThat(starts).hasValue(1);
        }
    }

    @Test
    void sendsThoseWhoWaitAwayWhenItIsClosed() {
        LateCluster cluster = late(this::startedSlowly, true);
        CompletableFuture<Long> waiting = cluster.timestamps().claim(1).toCompletableFuture();
        mayStart.countDown();
        cluster.close();

        assertThat(waiting).succeedsWithin(Duration.ofSeconds(10)).isEqualTo(Timestamps.UNAVAILABLE);
        assertThat(isClosed).isTrue();
    }

    @Test
    void saysWhyItCouldNotStart() {
        try (LateCluster cluster = late(
                () -> {
                    throw new IOException("the port is taken");
                },
                true)) {
            cluster.begin();

            await().until(() -> cluster.statusNow().phase() == Phase.REFUSED);
            assertThat(cluster.statusNow().problem()).isEqualTo("the port is taken");
            assertThat(cluster.sequences()
                            .claim("orders", 1)
                            .toCompletableFuture()
                            .join())
                    .isEqualTo(new Refusal(Refusal.Reason.UNAVAILABLE, "the port is taken"));
        }
    }

    @Test
    void startsOnceHoweverManyAsk() {
        try (LateCluster cluster = late(this::startedSlowly, true)) {
            for (int i = 0; i < 100; i++) {
                cluster.tryClaim(1);
            }
            mayStart.countDown();
            await().until(() -> starts.get() > 0);
            cluster.begin();
        }
        assertThat(starts).hasValue(1);
    }

    @Test
    void waitsToBeToldWhereRequestsDoNotStartIt() {
        try (LateCluster cluster = late(this::startedSlowly, false)) {
            cluster.tryClaim(1);
            cluster.status();
            assertThat(starts).hasValue(0);
        }
        assertThat(starts).hasValue(0);
    }

    @Test
    void closesWhatHasStartedTooLate() {
        LateCluster cluster = late(this::startedSlowly, true);
        cluster.begin();
        await().until(() -> starts.get() == 1);
        Thread closing = Thread.startVirtualThread(cluster::close);
        await().until(() -> cluster.statusNow().phase() == Phase.REFUSED);
        mayStart.countDown();

        await().until(() -> !closing.isAlive());
        assertThat(isClosed).isTrue();
    }

    private LateCluster late(LateCluster.Starter starter, boolean beginsOnRequest) {
        return new LateCluster(starter, beginsOnRequest, () -> {}, "a", List.of());
    }

    private Cluster startedSlowly() throws IOException {
        starts.incrementAndGet();
        try {
            mayStart.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
        return (Cluster) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Cluster.class, Timestamps.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "status" -> {
                        looks.incrementAndGet();
                        yield new ClusterStatus("a", null, List.of(), phase.get(), null, List.of());
                    }
                    case "timestamps" -> proxy;
                    case "claim" -> CompletableFuture.completedFuture(4711L);
                    case "close" -> {
                        isClosed.set(true);
                        yield null;
                    }
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }
}
