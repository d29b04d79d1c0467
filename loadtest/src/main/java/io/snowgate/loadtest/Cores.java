package io.snowgate.loadtest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The core of the server and that of the client; never two threads of one core where there is a choice.
 *
 * @param allowed all that may be used, as the kernel writes lists
 */
record Cores(int server, int client, String allowed) {

    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String ALLOWED = "Cpus_allowed_list:";

    static Cores choose() throws IOException, Failure {
        String allowed = Files.readAllLines(STATUS).stream()
                .filter(line -> line.startsWith(ALLOWED))
                .findFirst()
                .orElse("")
                .replace(ALLOWED, "")
                .strip();
        List<Integer> cores = parse(allowed);
        if (cores.size() < 2) {
            throw new Failure("needs two cores, one for the server and one for the client; may use only: " + allowed);
        }
        return new Cores(cores.getFirst(), client(cores, siblings(cores.getFirst())), allowed);
    }

    static int client(List<Integer> allowed, List<Integer> siblingsOfFirst) {
        return allowed.stream()
                .skip(1)
                .filter(core -> !siblingsOfFirst.contains(core))
                .findFirst()
                .orElse(allowed.get(1));
    }

    /** Moves this process, too, to the core of clients, out of the server's way. */
    void stayWithClients() throws IOException, InterruptedException, Failure {
        String own = Long.toString(ProcessHandle.current().pid());
        Programs.version("taskset", "apt install util-linux", "taskset", "-acp", Integer.toString(client), own);
    }

    private static List<Integer> siblings(int core) throws IOException {
        Path list = Path.of("/sys/devices/system/cpu/cpu" + core + "/topology/thread_siblings_list");
        return Files.exists(list) ? parse(Files.readString(list).strip()) : List.of(core);
    }

    /** {@code 0-3,8}, as the kernel writes lists. */
    static List<Integer> parse(String list) {
        List<Integer> cores = new ArrayList<>();
        for (String range : list.split(",", -1)) {
            String[] ends = range.split("-", 2);
            for (int core = Integer.parseInt(ends[0]); core <= Integer.parseInt(ends[ends.length - 1]); core++) {
                cores.add(core);
            }
        }
        return cores;
    }
}
