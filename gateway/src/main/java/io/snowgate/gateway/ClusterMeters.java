package io.snowgate.gateway;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.snowgate.cluster.ClusterEvents;
import io.snowgate.cluster.ClusterStatus;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What happens in the cluster, counted; and whoever has to know of new ticket keys is told. Sequences are counted by name
 * as long as there are few: their names are the clients', and may be many.
 */
final class ClusterMeters implements ClusterEvents {

    private static final Logger LOG = LoggerFactory.getLogger(ClusterMeters.class);
    private static final double MILLIS_PER_SECOND = 1_000;
    private static final int MOST_NAMED = 100;
    /** No name of a sequence. */
    private static final String OTHERS = "(others)";

    private final MeterRegistry registry;
    private final Runnable ticketKeys;
    private final Timer failover;
    private final Map<String, Counter> lost = new ConcurrentHashMap<>();
    private final Map<String, Counter> reserved = new ConcurrentHashMap<>();
    private final AtomicLong leases = new AtomicLong();
    private final AtomicLong leasesLost = new AtomicLong();
    private volatile long marginMillis;

    /** @param ticketKeys run when there are new ones, on a thread of the cluster */
    ClusterMeters(MeterRegistry registry, Runnable ticketKeys) {
        this.registry = registry;
        this.ticketKeys = ticketKeys;
        this.failover = Timer.builder("snowgate.cluster.failover.gap")
                .description(
                        "Between the last sign of a leader and the first timestamp of the next one, which is this member")
                .register(registry);
        changes(0);
        bind();
    }

    private void bind() {
        Gauge.builder("snowgate.timestamp.bound.margin.seconds", this, now -> now.marginMillis / MILLIS_PER_SECOND)
                .description("How far ahead of the clock this member has last committed the bound of timestamps")
                .register(registry);
        FunctionCounter.builder("snowgate.worker.leases", leases, AtomicLong::get)
                .description("Worker ids that were leased")
                .register(registry);
        FunctionCounter.builder("snowgate.worker.leases.lost", leasesLost, AtomicLong::get)
                .description("Leased worker ids that were lost before they were given back")
                .register(registry);
    }

    /** What is known now; read when somebody scrapes. */
    void bindStatus(Supplier<ClusterStatus> status) {
        gauge("snowgate.cluster.ready", "1 while the cluster has a leader", status, ClusterMeters::isReady);
        gauge("snowgate.cluster.leading", "1 while this member leads timestamps", status, ClusterStatus::isLeader);
    }

    private void gauge(
            String name, String description, Supplier<ClusterStatus> status, Predicate<ClusterStatus> holds) {
        Gauge.builder(name, () -> holds.test(status.get()) ? 1 : 0)
                .description(description)
                .register(registry);
    }

    private static boolean isReady(ClusterStatus status) {
        return status.phase() == ClusterStatus.Phase.READY;
    }

    @Override
    public void leaderChanged(int group, String leader) {
        changes(group).increment();
        if (group == 0) {
            LOG.info("{} leads the cluster", leader);
        }
    }

    private Counter changes(int group) {
        return Counter.builder("snowgate.cluster.leader.changes")
                .description("Leaders that were elected, by group; the group 0 has the timestamps")
                .tag("group", Integer.toString(group))
                .register(registry);
    }

    @Override
    public void failedOver(long nanos) {
        failover.record(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void boundRaised(long millis) {
        marginMillis = millis;
    }

    @Override
    public void rangeLost(String sequence, long values) {
        of(sequence, lost, "lost", "Values that were reserved here and will not be handed out")
                .increment((double) values);
    }

    @Override
    public void rangeReserved(String sequence, long values) {
        of(sequence, reserved, "reserved", "Values that were reserved here ahead of need")
                .increment((double) values);
    }

    private Counter of(String sequence, Map<String, Counter> counters, String what, String description) {
        String name = counters.containsKey(sequence) || counters.size() < MOST_NAMED ? sequence : OTHERS;
        return counters.computeIfAbsent(
                name,
                key -> Counter.builder("snowgate.sequence.values." + what)
                        .description(description)
                        .tag("sequence", key)
                        .register(registry));
    }

    @Override
    public void workerLeased(int workerId, long epoch) {
        leases.incrementAndGet();
    }

    @Override
    public void workerLost(int workerId, long epoch) {
        leasesLost.incrementAndGet();
    }

    @Override
    public void ticketKeysChanged() {
        ticketKeys.run();
    }

    @Override
    public void refused(String problem) {
        LOG.error("this gateway takes no part in the cluster: {}", problem);
    }
}
