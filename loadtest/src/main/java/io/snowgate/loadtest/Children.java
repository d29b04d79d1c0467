package io.snowgate.loadtest;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** The processes that this one started, so that none is left behind, whatever ends this one. */
final class Children {

    private static final Set<Process> STARTED = ConcurrentHashMap.newKeySet();
    private static final long HURRY_SECONDS = 2;

    private Children() {}

    static Process started(Process process) {
        STARTED.removeIf(other -> !other.isAlive());
        STARTED.add(process);
        return process;
    }

    /** Asks it to end, and no longer asks after that many seconds. What it started itself ends with it. */
    static void end(Process process, long seconds) {
        List<ProcessHandle> descendants = process.descendants().toList();
        process.destroy();
        try {
            if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        descendants.forEach(ProcessHandle::destroyForcibly);
    }

    static void endAll() {
        STARTED.forEach(Process::destroy);
        STARTED.stream().filter(Process::isAlive).forEach(process -> Signal.CONT.send(process.pid())); // to hear that
        STARTED.forEach(process -> end(process, HURRY_SECONDS));
    }
}
