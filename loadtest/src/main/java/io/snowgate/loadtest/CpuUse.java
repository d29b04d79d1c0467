package io.snowgate.loadtest;

import java.util.HashSet;
import java.util.Set;

/**
 * Who used how much of the CPUs between two moments, in seconds.
 *
 * @param elapsed by the clock
 * @param other everybody but server, client and this process, the hypervisor's other guests included
 */
record CpuUse(double elapsed, double server, double client, double other) {

    private static final double MOST_OF_A_CORE = 0.05;
    private static final double NANOS_PER_SECOND = 1e9;

    static CpuUse between(ProcessTable before, ProcessTable after, long server, long client) {
        return new CpuUse(
                (after.nanos() - before.nanos()) / NANOS_PER_SECOND,
                seconds(after.ticks(after.tree(server)) - before.ticks(before.tree(server))),
                seconds(after.ticks(after.tree(client)) - before.ticks(before.tree(client))),
                seconds(Math.max(0, others(after, server, client) - others(before, server, client))
                        + after.stolenTicks()
                        - before.stolenTicks()));
    }

    private static long others(ProcessTable table, long server, long client) {
        Set<Long> known = new HashSet<>(table.tree(server));
        known.addAll(table.tree(client));
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
}
