package io.snowgate.loadtest;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * Who used how much of the CPUs between two moments, in seconds.
 *
 * @param elapsed by the clock
 * @param other everybody but server, client and this process, the hypervisor's other guests included
 */
record CpuUse(double elapsed, double server, double client, double other) {

    private static final double MOST_OF_A_CORE = 0.05;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MICROS_PER_SECOND = 1e6;
    private static final double PERCENT = 100;

    static CpuUse between(ProcessTable before, ProcessTable after, long server, long... clients) {
        return between(
                before, after, List.of(server), LongStream.of(clients).boxed().toList());
    }

    /** All servers count as one. */
    static CpuUse between(ProcessTable before, ProcessTable after, List<Long> servers, List<Long> clients) {
        return between(before, after, servers, clients, List.of());
    }

    /** @param pauses during which nothing counts */
    static CpuUse between(
            ProcessTable before, ProcessTable after, List<Long> servers, List<Long> clients, List<Part.Pause> pauses) {
        long nanos = after.nanos() - before.nanos();
        long server = used(after, servers) - used(before, servers);
        long client = used(after, clients) - used(before, clients);
        long others = others(after, servers, clients) - others(before, servers, clients);
        long stolen = after.stolenTicks() - before.stolenTicks();
        for (Part.Pause whole : pauses) {
            Part.Pause pause = whole.between(before, after).orElse(null);
            if (pause != null) {
                nanos -= pause.nanos();
                server -= used(pause.to(), servers) - used(pause.from(), servers);
                client -= used(pause.to(), clients) - used(pause.from(), clients);
                others -= others(pause.to(), servers, clients) - others(pause.from(), servers, clients);
                stolen -= pause.to().stolenTicks() - pause.from().stolenTicks();
            }
        }
        return new CpuUse(
                nanos / NANOS_PER_SECOND, seconds(server), seconds(client), seconds(Math.max(0, others) + stolen));
    }

    private static long used(ProcessTable table, List<Long> roots) {
        return table.ticks(table.trees(roots));
    }

    private static long others(ProcessTable table, List<Long> servers, List<Long> clients) {
        Set<Long> known = new HashSet<>(table.trees(clients));
        known.addAll(table.trees(servers));
        known.add(ProcessHandle.current().pid());
        return table.ticksOfOthers(known);
    }

    private static double seconds(long ticks) {
        return (double) ticks / ProcessTimes.TICKS_PER_SECOND;
    }

    /** What others used, as a share of one core. */
    double otherShare() {
        return other / elapsed;
    }

    boolean machineWasBusy() {
        return otherShare() > MOST_OF_A_CORE;
    }

    double serverMicros() {
        return server * MICROS_PER_SECOND;
    }

    void addTo(Map<Metric, Double> figures) {
        figures.put(Metric.SERVER_BUSY_PERCENT, server / elapsed * PERCENT);
        figures.put(Metric.OTHER_PERCENT, otherShare() * PERCENT);
    }
}
