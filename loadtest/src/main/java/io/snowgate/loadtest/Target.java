package io.snowgate.loadtest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** What runs and is asked: one process tree, or several that work together. */
interface Target {

    double KIB_PER_MIB = 1_024;

    int port(boolean tls);

    /** Of its process trees the roots; first that of the one who is asked. */
    List<Long> pids();

    /** Whether its speed grows while it runs. */
    default boolean compilesWhileItRuns() throws IOException {
        ProcessTable table = ProcessTable.read();
        Set<Long> all = table.trees(pids());
        return table.processes().values().stream()
                .anyMatch(times ->
                        all.contains(times.pid()) && Set.of("java", "node").contains(times.command()));
    }

    /** Of all its processes, in MiB; what they share counts once for each. */
    default double rssMib() throws IOException {
        long kib = 0;
        for (long pid : ProcessTable.read().trees(pids())) {
            kib += Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
                    .filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .sum();
        }
        return kib / KIB_PER_MIB;
    }
}
