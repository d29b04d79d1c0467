package io.snowgate.gateway;

import io.snowgate.cluster.Cluster;
import io.snowgate.cluster.ClusterAdmin;
import io.snowgate.cluster.ClusterStatus;
import io.snowgate.cluster.LeaseResult;
import io.snowgate.cluster.Member;
import io.snowgate.cluster.Range;
import io.snowgate.cluster.Refusal;
import io.snowgate.cluster.SequenceReport;
import io.snowgate.cluster.SequenceResult;
import io.snowgate.cluster.Sequences;
import io.snowgate.cluster.TicketKey;
import io.snowgate.cluster.Timestamps;
import io.snowgate.generator.SnowflakeLayout;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A cluster that starts behind the back of the gateway: at once when told to {@link #begin}, otherwise with the first
 * request, on a thread of its own. Whoever asks before waits in the second case, which takes a second or two, until it
 * answers; in the first, where others have to be found, they are refused with a name and may come again. What cannot
 * start is said once in the log, and in every refusal.
 *
 * <pre>
 *   ASLEEP ── begin, or the first request ──→ STARTING ──→ RUNNING
 *                                                    └───→ FAILED
 *   any ── close ──→ CLOSED
 * </pre>
 *
 * <p>Any thread. A request costs one more read of a field than without it.
 */
final class LateCluster implements Cluster, Timestamps, Sequences {

    private static final Logger LOG = LoggerFactory.getLogger(LateCluster.class);
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final long LOOK_NANOS = Duration.ofMillis(5).toNanos();
    private static final String STARTING = "timestamps and sequences are being started; try again at once";
    private static final String CLOSED_HERE = "this server is being stopped";

    private final Starter starter;
    private final boolean beginsOnRequest;
    private final Runnable whenRunning;
    private final @Nullable String self;
    private final List<Member> members;
    private final Thread thread;

    /** For those who wait: the real one, or nothing when there will be none. */
    private final CompletableFuture<Optional<Cluster>> started = new CompletableFuture<>();

    /** Guarded by this object; the fields below are for everybody to read. */
    private Stage stage = Stage.ASLEEP;

    private volatile @Nullable Cluster running;
    private volatile @Nullable String problem;

    /** Starts the real one, and may take its time. */
    @FunctionalInterface
    interface Starter {
        Cluster start() throws IOException;
    }

    private enum Stage {
        ASLEEP,
        STARTING,
        RUNNING,
        FAILED,
        CLOSED
    }

    /**
     * @param beginsOnRequest whether the first request starts it; otherwise {@link #begin} does
     * @param whenRunning run once, when this answers for the real one
     * @param self which member this will be, or null
     * @param members who is known before it has started
     */
    LateCluster(
            Starter starter,
            boolean beginsOnRequest,
            Runnable whenRunning,
            @Nullable String self,
            List<Member> members) {
        this.starter = starter;
        this.beginsOnRequest = beginsOnRequest;
        this.whenRunning = whenRunning;
        this.self = self;
        this.members = List.copyOf(members);
        this.thread = Thread.ofPlatform().daemon().name("snowgate-cluster").unstarted(this::run);
    }

    /** Starts it unless somebody did. Returns at once. */
    synchronized void begin() {
        if (stage == Stage.ASLEEP) {
            stage = Stage.STARTING;
            thread.start();
        }
    }

    private void run() {
        try {
            begun(starter.start());
        } catch (IOException | RuntimeException e) {
            failed(String.valueOf(e.getMessage()));
        }
    }

    private void begun(Cluster cluster) {
        if (beginsOnRequest) {
            awaitReady(cluster);
        }
        if (isTaken(cluster)) {
            whenRunning.run();
            started.complete(Optional.of(cluster));
        } else {
            cluster.close();
        }
    }

    /** One on its own leads as soon as it has elected itself. */
    private void awaitReady(Cluster cluster) {
        long beganNanos = System.nanoTime();
        while (cluster.status().phase() != ClusterStatus.Phase.READY
                && !isClosed()
                && System.nanoTime() - beganNanos < PATIENCE.toNanos()) {
            LockSupport.parkNanos(this, LOOK_NANOS);
        }
    }

    private synchronized boolean isClosed() {
        return stage == Stage.CLOSED;
    }

    private synchronized boolean isTaken(Cluster cluster) {
        if (stage == Stage.CLOSED) {
            return false;
        }
        stage = Stage.RUNNING;
        running = cluster;
        return true;
    }

    private synchronized void failed(String why) {
        if (stage != Stage.CLOSED) {
            stage = Stage.FAILED;
            problem = why;
            LOG.error("there will be no timestamps and sequences until the next start: {}", why);
        }
        started.complete(Optional.empty());
    }

    /** The real one, if it runs; otherwise null, and it may be started for this. */
    private @Nullable Cluster awake() {
        Cluster cluster = running;
        if (cluster == null && beginsOnRequest) {
            begin();
        }
        return cluster;
    }

    @Override
    public Timestamps timestamps() {
        return this;
    }

    @Override
    public Sequences sequences() {
        return this;
    }

    @Override
    public long tryClaim(int count) {
        Cluster cluster = awake();
        return cluster == null ? NOT_READY : cluster.timestamps().tryClaim(count);
    }

    @Override
    public CompletionStage<Long> claim(int count) {
        return ask(cluster -> cluster.timestamps().claim(count), () -> UNAVAILABLE);
    }

    @Override
    public CompletionStage<Long> claimHere(int count) {
        return ask(cluster -> cluster.timestamps().claimHere(count), () -> UNAVAILABLE);
    }

    @Override
    public boolean isLeader() {
        Cluster cluster = running;
        return cluster != null && cluster.timestamps().isLeader();
    }

    @Override
    public @Nullable Range tryClaim(String name, long count) {
        Cluster cluster = awake();
        return cluster == null ? null : cluster.sequences().tryClaim(name, count);
    }

    @Override
    public CompletionStage<SequenceResult> claim(String name, long count) {
        return ask(cluster -> cluster.sequences().claim(name, count), this::refusal);
    }

    @Override
    public CompletionStage<SequenceResult> claimStrict(String name, long count, @Nullable String idempotencyKey) {
        return ask(cluster -> cluster.sequences().claimStrict(name, count, idempotencyKey), this::refusal);
    }

    @Override
    public CompletionStage<SequenceReport> report(String name) {
        return ask(
                cluster -> cluster.sequences().report(name),
                () -> new SequenceReport(name, 0, 0, 0, 0, 0, 0, refusal()));
    }

    @Override
    public CompletionStage<SequenceResult> resetForward(String name, long next) {
        return ask(cluster -> cluster.sequences().resetForward(name, next), this::refusal);
    }

    @Override
    public CompletionStage<LeaseResult> leaseWorker(SnowflakeLayout layout, String holder) {
        return ask(cluster -> cluster.leaseWorker(layout, holder), this::refusal);
    }

    /** Asks the real one now, or when it has started, or says {@code otherwise}. */
    private <T> CompletionStage<T> ask(
            Function<Cluster, CompletionStage<T>> question, Supplier<? extends T> otherwise) {
        Cluster cluster = awake();
        if (cluster != null) {
            return question.apply(cluster);
        }
        return beginsOnRequest
                ? started.thenCompose(
                        real -> real.map(question).orElseGet(() -> CompletableFuture.completedFuture(otherwise.get())))
                : CompletableFuture.completedFuture(otherwise.get());
    }

    private Refusal refusal() {
        String why = problem;
        return why == null
                ? new Refusal(Refusal.Reason.NOT_READY, STARTING)
                : new Refusal(Refusal.Reason.UNAVAILABLE, why);
    }

    @Override
    public List<TicketKey> ticketKeys() {
        Cluster cluster = running;
        return cluster == null ? List.of() : cluster.ticketKeys();
    }

    /** Asking for it is a request, too. */
    @Override
    public ClusterStatus status() {
        awake();
        return statusNow();
    }

    @Override
    public CompletionStage<ClusterStatus> statusOnceStarted() {
        return ask(cluster -> CompletableFuture.completedFuture(cluster.status()), this::statusBefore);
    }

    /** The same for who only looks, and starts nothing. */
    ClusterStatus statusNow() {
        Cluster cluster = running;
        return cluster == null ? statusBefore() : cluster.status();
    }

    private ClusterStatus statusBefore() {
        String why = problem;
        ClusterStatus.Phase phase = why == null ? ClusterStatus.Phase.GATHERING : ClusterStatus.Phase.REFUSED;
        return new ClusterStatus(self, null, members, phase, why, List.of());
    }

    @Override
    public ClusterAdmin admin() {
        Cluster cluster = awake();
        if (cluster == null) {
            throw new IllegalStateException(refusal().message());
        }
        return cluster.admin();
    }

    /** Waits for a start that is under way, but not for ever. */
    @Override
    public void close() {
        Cluster cluster = closed();
        if (cluster != null) {
            cluster.close();
            return;
        }
        try {
            if (thread.isAlive() && !thread.join(PATIENCE)) {
                LOG.warn("the cluster is still being started, and is left behind");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized @Nullable Cluster closed() {
        stage = Stage.CLOSED;
        problem = CLOSED_HERE;
        started.complete(Optional.empty());
        Cluster cluster = running;
        return cluster;
    }
}
