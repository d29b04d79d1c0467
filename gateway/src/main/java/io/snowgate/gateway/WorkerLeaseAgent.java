package io.snowgate.gateway;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.snowgate.cluster.Cluster;
import io.snowgate.cluster.LeaseResult;
import io.snowgate.cluster.Refusal;
import io.snowgate.cluster.WorkerLease;
import io.snowgate.gateway.endpoint.IdStatus;
import io.snowgate.gateway.endpoint.LeasedSnowflakeEndpoint;
import io.snowgate.gateway.endpoint.SnowflakeEndpoint;
import io.snowgate.generator.EpochClock;
import io.snowgate.generator.SnowflakeGenerator;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a worker id of the cluster: asks for one, issues by it for as long as it is leased, and asks for another when it
 * is lost. Owns a thread, which alone moves from one lease to the next.
 *
 * <p>What stops IDs in time is not this thread but the lease itself, which is the bound of the generator: it falls by the
 * monotonic clock, whoever sleeps.
 */
final class WorkerLeaseAgent implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(WorkerLeaseAgent.class);
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long ANSWER_SECONDS = 30;

    private final GatewayConfig.Snowflake told;
    private final String holder;
    private final Cluster cluster;
    private final EpochClock clock;
    private final IdStatus status;
    private final LeasedSnowflakeEndpoint endpoint;
    private final MeterRegistry registry;
    private final Thread thread;
    private volatile @Nullable Holding holding;
    private volatile boolean isClosing;

    /** A lease, and who issues by it. */
    private record Holding(WorkerLease lease, SnowflakeGenerator generator) {}

    /** @param holder a name for this gateway that it keeps over a restart */
    WorkerLeaseAgent(
            GatewayConfig.Snowflake told,
            String holder,
            Cluster cluster,
            EpochClock clock,
            IdStatus status,
            LeasedSnowflakeEndpoint endpoint,
            MeterRegistry registry) {
        this.told = told;
        this.holder = holder;
        this.cluster = cluster;
        this.clock = clock;
        this.status = status;
        this.endpoint = endpoint;
        this.registry = registry;
        this.thread = Thread.ofPlatform().daemon().name("snowgate-worker").unstarted(this::run);
        status.without("no worker id is leased yet");
    }

    void start() {
        thread.start();
    }

    void bindTo(MeterRegistry meters) {
        gauge(
                meters,
                "snowgate.worker.id",
                "The leased worker id; -1 while there is none",
                now -> now.lease.workerId());
        gauge(meters, "snowgate.worker.lease.epoch", "Rises with every lease; -1 without one", now ->
                (double) now.lease.epoch());
        gauge(
                meters,
                "snowgate.worker.lease.seconds",
                "How long the lease holds if it is not renewed; below 0 when it has lapsed",
                now -> (double) now.lease.remainingNanos() / TimeUnit.SECONDS.toNanos(1));
    }

    private void gauge(MeterRegistry meters, String name, String description, ToDoubleFunction<Holding> value) {
        Gauge.builder(name, this, agent -> {
                    Holding now = agent.holding;
                    return now == null ? -1 : value.applyAsDouble(now);
                })
                .description(description)
                .register(meters);
    }

    /** Returns when nothing is issued any more and the worker id has been given back; also when nothing was started. */
    @Override
    public void close() {
        isClosing = true;
        try {
            thread.interrupt();
            thread.join(PATIENCE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Holding last = holding;
        if (last != null) {
            holding = null;
            last.lease.release(last.generator.close());
        }
    }

    private void run() {
        while (!isClosing) {
            Holding now = holding;
            if (now == null) {
                LockSupport.parkNanos(this, lease() ? LOOK_NANOS : RETRY_NANOS);
            } else if (now.lease.isLost()) {
                lost(now);
            } else {
                status.look();
                LockSupport.parkNanos(this, LOOK_NANOS);
            }
        }
    }

    private boolean lease() {
        try {
            return began(cluster.leaseWorker(told.layout(), holder)
                    .toCompletableFuture()
                    .get(ANSWER_SECONDS, TimeUnit.SECONDS));
        } catch (InterruptedException closing) {
            return false;
        } catch (TimeoutException | ExecutionException | RuntimeException e) {
            status.without("no worker id could be leased (" + e.getMessage() + ")");
            return false;
        }
    }

    private boolean began(LeaseResult result) {
        return switch (result) {
            case WorkerLease lease -> {
                issueBy(lease);
                yield true;
            }
            case Refusal refusal -> {
                status.without("no worker id is leased: " + refusal.message());
                yield false;
            }
        };
    }

    private void issueBy(WorkerLease lease) {
        SnowflakeGenerator generator =
                WorkerClaim.newGenerator(told, lease.workerId(), clock, lease, lease.firstPosition());
        holding = new Holding(lease, generator);
        endpoint.use(new SnowflakeEndpoint(generator, status, registry));
        status.issueBy(generator);
        LOG.info("worker id {} is leased from the cluster, epoch {}", lease.workerId(), lease.epoch());
    }

    private void lost(Holding lost) {
        LOG.warn("worker id {} is lost: it was not renewed in time", lost.lease.workerId());
        status.without("the lease of worker id " + lost.lease.workerId() + " was lost, and there is no other yet");
        endpoint.use(null);
        holding = null;
        lost.generator.close();
        lost.lease.close();
    }
}
