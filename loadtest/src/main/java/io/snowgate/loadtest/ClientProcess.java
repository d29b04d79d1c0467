package io.snowgate.loadtest;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** A client that runs on the core of clients, and says line by line what it does. Ended when it takes too long. */
final class ClientProcess implements AutoCloseable {

    private final String name;
    private final Process process;
    private final BufferedReader output;
    private final Writer input;
    private final List<String> lines = new ArrayList<>();
    private final AtomicBoolean late = new AtomicBoolean();
    private final int seconds;

    private ClientProcess(String name, Process process, int seconds) {
        this.name = name;
        this.process = process;
        this.output = process.inputReader(StandardCharsets.UTF_8);
        this.input = process.outputWriter(StandardCharsets.UTF_8);
        this.seconds = seconds;
    }

    /**
     * @param complaints where what it says on stderr goes
     * @param seconds that it may take
     */
    static ClientProcess start(List<String> command, int core, Path complaints, int seconds) throws IOException {
        return start(command, Integer.toString(core), complaints, seconds);
    }

    /** @param environment in addition to this process's own */
    static ClientProcess start(
            List<String> command, Map<String, String> environment, int core, Path complaints, int seconds)
            throws IOException {
        return start(command, environment, Integer.toString(core), complaints, seconds);
    }

    /** @param cores it may run on, as taskset wants them */
    static ClientProcess start(List<String> command, String cores, Path complaints, int seconds) throws IOException {
        return start(command, Map.of(), cores, complaints, seconds);
    }

    private static ClientProcess start(
            List<String> command, Map<String, String> environment, String cores, Path complaints, int seconds)
            throws IOException {
        List<String> pinned = new ArrayList<>(List.of("taskset", "-c", cores));
        pinned.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(pinned).redirectError(complaints.toFile());
        builder.environment().putAll(environment);
        Process process = Children.started(builder.start());
        String name = Path.of(command.getFirst()).getFileName().toString();
        ClientProcess client = new ClientProcess(name, process, seconds);
        CompletableFuture.delayedExecutor(seconds, TimeUnit.SECONDS).execute(client::giveUp);
        return client;
    }

    private void giveUp() {
        if (process.isAlive()) {
            late.set(true);
            process.destroyForcibly();
        }
    }

    long pid() {
        return process.pid();
    }

    List<String> lines() {
        return lines;
    }

    void tell(String command) throws IOException, Failure {
        try {
            input.write(command + "\n");
            input.flush();
        } catch (IOException gone) {
            throw ended(command);
        }
    }

    /** Reads on until a line begins so, and gives that line. */
    String await(String beginning) throws IOException, Failure {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            lines.add(line);
            if (line.startsWith(beginning)) {
                return line;
            }
        }
        throw ended(beginning);
    }

    /** Reads what is left. */
    void awaitEnd() throws IOException, InterruptedException, Failure {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            lines.add(line);
        }
        process.waitFor();
        if (late.get()) {
            throw ended("its end");
        }
    }

    private Failure ended(String waitedFor) {
        return late.get()
                ? new Failure(name + " did not end within " + seconds + " s")
                : new Failure(name + " ended before: " + waitedFor);
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        output.close();
    }
}
