package io.snowgate.loadtest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What figures depend on besides the servers. Names neither host nor user nor any path; {@code cores} are all there are. */
record Machine(String processor, int cores, String kernel, String java, String commit, boolean dirty) {

    static Machine describe(Path home) throws IOException, InterruptedException {
        List<String> models = Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
                .filter(line -> line.startsWith("model name"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .toList();
        return new Machine(
                models.isEmpty() ? "unknown" : models.getFirst(),
                Math.max(models.size(), Runtime.getRuntime().availableProcessors()),
                Files.readString(Path.of("/proc/sys/kernel/osrelease")).strip(),
                Runtime.version().toString(),
                git(home, "rev-parse", "--short", "HEAD"),
                !git(home, "status", "--porcelain", "--untracked-files=no").isEmpty());
    }

    private static String git(Path home, String... arguments) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("git").directory(home.toFile());
        builder.command().addAll(List.of(arguments));
        Process git = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
        String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        return git.waitFor() == 0 ? said : "";
    }

    ObjectNode toJson() {
        return Results.object()
                .put("commit", commit)
                .put("dirty", dirty)
                .put("processor", processor)
                .put("cores", cores)
                .put("kernel", kernel)
                .put("java", java);
    }
}
