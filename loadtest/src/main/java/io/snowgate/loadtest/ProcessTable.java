package io.snowgate.loadtest;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What all processes had used of the CPUs at one moment.
 *
 * @param stolenTicks what the hypervisor gave to others since the start
 */
record ProcessTable(long nanos, Map<Long, ProcessTimes> processes, long stolenTicks) {

    private static final Path PROC = Path.of("/proc");
    private static final int STOLEN_FIELD = 8;

    static ProcessTable read() throws IOException {
        Map<Long, ProcessTimes> processes = new HashMap<>();
        long nanos = System.nanoTime();
        try (DirectoryStream<Path> directories = Files.newDirectoryStream(PROC, "[1-9]*")) {
            for (Path directory : directories) {
                read(directory).ifPresent(times -> processes.put(times.pid(), times));
            }
        }
        return new ProcessTable(nanos, processes, readStolenTicks());
    }

    private static Optional<ProcessTimes> read(Path directory) {
        try {
            return Optional.of(ProcessTimes.parse(Files.readString(directory.resolve("stat"))));
        } catch (IOException ended) {
            return Optional.empty();
        }
    }

    private static long readStolenTicks() throws IOException {
        String all = Files.readAllLines(PROC.resolve("stat")).getFirst();
        return Long.parseLong(all.split(" +", -1)[STOLEN_FIELD]);
    }

    /** The process and all that descend from it. */
    Set<Long> tree(long root) {
        Map<Long, Set<Long>> children = new HashMap<>();
        for (ProcessTimes times : processes.values()) {
            children.computeIfAbsent(times.parent(), parent -> new HashSet<>()).add(times.pid());
        }
        Set<Long> tree = new HashSet<>();
        Deque<Long> open = new ArrayDeque<>(Set.of(root));
        while (!open.isEmpty()) {
            long pid = open.remove();
            if (processes.containsKey(pid) && tree.add(pid)) {
                open.addAll(children.getOrDefault(pid, Set.of()));
            }
        }
        return tree;
    }

    /** Several processes and all that descend from them. */
    Set<Long> trees(Collection<Long> roots) {
        Set<Long> trees = new HashSet<>();
        roots.forEach(root -> trees.addAll(tree(root)));
        return trees;
    }

    long ticks(Set<Long> pids) {
        return pids.stream()
                .mapToLong(pid -> {
                    ProcessTimes times = processes.get(pid);
                    return times == null ? 0 : times.ticks();
                })
                .sum();
    }

    /**
     * Of all processes but these. The kernel's own {@code ksoftirqd} does not count: what it does on a machine that is
     * busy with nothing but connections is part of them.
     */
    long ticksOfOthers(Set<Long> pids) {
        return processes.values().stream()
                .filter(times -> !pids.contains(times.pid()) && !times.command().startsWith("ksoftirqd"))
                .mapToLong(ProcessTimes::ticks)
                .sum();
    }
}
