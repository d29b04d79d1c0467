package io.snowgate.cluster;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** A member in a process of its own, which answers a line for a line. */
final class MemberProcess implements AutoCloseable {

    private final String id;
    private final Process process;
    private final PrintWriter in;
    private final BufferedReader out;

    private MemberProcess(String id, Process process) {
        this.id = id;
        this.process = process;
        this.in = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
        this.out = process.inputReader(StandardCharsets.UTF_8);
    }

    static MemberProcess start(String id, Path directory, List<Member> members) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String list = String.join(
                ",",
                members.stream()
                        .map(member -> member.id() + "=" + member.peerAddress())
                        .toList());
        Process process = new ProcessBuilder(
                        java,
                        "-Xmx256m",
                        "-Dratis.level=OFF",
                        "-cp",
                        System.getProperty("java.class.path"),
                        MemberProcess.class.getName(),
                        id,
                        directory.resolve(id).toString(),
                        list)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        return new MemberProcess(id, process);
    }

    String id() {
        return id;
    }

    /** The answer to one line, or an exception when the process is gone. */
    String ask(String line) throws IOException {
        in.println(line);
        String answer;
        do {
            answer = out.readLine();
            if (answer == null) {
                throw new IOException("member " + id + " is gone");
            }
        } while (!answer.startsWith("= "));
        return answer.substring(2);
    }

    long pid() {
        return process.pid();
    }

    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    void signal(String name) throws IOException, InterruptedException {
        int exit = new ProcessBuilder("kill", "-" + name, String.valueOf(pid()))
                .start()
                .waitFor();
        if (exit != 0) {
            throw new IOException("kill -" + name + " " + pid() + ": " + exit);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    /** The process: id, directory, members. */
    public static void main(String[] args) throws IOException {
        List<Member> members =
                Arrays.stream(args[2].split(",")).map(Member::parse).toList();
        ClusterOptions options = ClusterOptions.ofMember("processes", members, args[0], Path.of(args[1]));
        try (Cluster cluster = Cluster.member(options.withEvents(new Told()))) {
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                System.out.println("= " + answer(cluster, line.split(" ")));
            }
        }
    }

    /** Says when this member leads. */
    private static final class Told implements ClusterEvents {

        @Override
        public void failedOver(long nanos) {
            System.out.println("answers again after " + nanos / 1_000_000 + " ms, at " + Instant.now());
        }
    }

    private static String answer(Cluster cluster, String[] words) {
        return switch (words[0]) {
            case "claim" ->
                String.valueOf(cluster.timestamps()
                        .claim(Integer.parseInt(words[1]))
                        .toCompletableFuture()
                        .join());
            case "try" -> String.valueOf(cluster.timestamps().tryClaim(Integer.parseInt(words[1])));
            case "fast" ->
                text(cluster.sequences()
                        .claim(words[1], Long.parseLong(words[2]))
                        .toCompletableFuture()
                        .join());
            case "strict" ->
                text(cluster.sequences()
                        .claimStrict(words[1], Long.parseLong(words[2]), null)
                        .toCompletableFuture()
                        .join());
            case "leader" ->
                Objects.toString(cluster.status().groups().getFirst().leader());
            case "applied" ->
                String.valueOf(cluster.status().groups().getFirst().appliedIndex());
            case "phase" -> cluster.status().phase().toString();
            default -> "?";
        };
    }

    private static String text(SequenceResult result) {
        return result instanceof Range range ? range.from() + " " + range.to() : "refused " + result;
    }
}
