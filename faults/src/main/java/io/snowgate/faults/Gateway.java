package io.snowgate.faults;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One member, in a process that is started, killed and suspended at will. Its directory and its ports stay. */
final class Gateway {

    /** The name of the cluster. */
    static final String CLUSTER = "faults";

    private static final Pattern LEADER = Pattern.compile("\"leader\":\\{\"nodeID\":\"([^\"]+)\"");
    private static final int OK = 200;
    private static final int PATIENCE_MILLIS = 1_000;

    private final Place place;
    private final Path home;
    private final Path directory;
    private final List<String> prefix;
    private final Map<String, String> environment = new HashMap<>();
    private final Map<String, Path> preloaded = new HashMap<>();
    private @Nullable Process process;

    /** Where a member is, in the network and by which user. */
    record Place(String id, String host, int peerPort, int httpPort, int user) {

        /** Three of them, at loopback addresses of their own. */
        static List<Place> three() {
            List<Place> places = new ArrayList<>();
            for (int i = 1; i <= 3; i++) {
                String id = String.valueOf((char) ('a' + i - 1));
                places.add(new Place(id, "127.0.1." + i, 17_000 + i, 18_000 + i, 61_000 + i));
            }
            return places;
        }

        String member() {
            return id + "=" + host + ":" + peerPort;
        }
    }

    /**
     * @param home the repository
     * @param directory of its own: data, output
     * @param prefix what starts the JVM, such as another user
     */
    Gateway(Place place, Path home, Path directory, List<String> prefix) {
        this.place = place;
        this.home = home;
        this.directory = directory;
        this.prefix = prefix;
    }

    String id() {
        return place.id;
    }

    Place place() {
        return place;
    }

    /** Where clients ask. */
    InetSocketAddress address() {
        return new InetSocketAddress(place.host, place.httpPort);
    }

    /** Where the other members reach it. */
    InetSocketAddress peerAddress() {
        return new InetSocketAddress(place.host, place.peerPort);
    }

    /** What it writes, all of it. */
    Path data() {
        return directory.resolve("data");
    }

    /** The Raft logs. */
    Path logs() {
        return data().resolve("cluster");
    }

    /** Loads a library into it from its next start on. */
    void preload(Path library, Map<String, String> told) {
        preloaded.put(library.getFileName().toString(), library);
        environment.putAll(told);
    }

    void start() throws IOException {
        Files.createDirectories(data());
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx160m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-jar",
                home.resolve("gateway/target/snowgate.jar").toString(),
                "--host=" + place.host,
                "--port=0",
                "--plain-port=" + place.httpPort,
                "--admin-port=off",
                "--cluster-id=" + CLUSTER,
                "--members="
                        + String.join(
                                ",", Place.three().stream().map(Place::member).toList()),
                "--self=" + place.id,
                "--worker-id=auto",
                "--data-dir=" + data(),
                "--grace=1s",
                "--set=event-loops=1",
                "--set=worker-lock-dir=off"));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        directory.resolve("output").toFile()));
        builder.environment().putAll(environment);
        if (!preloaded.isEmpty()) {
            List<String> libraries =
                    preloaded.values().stream().map(Path::toString).toList();
            builder.environment().put("LD_PRELOAD", String.join(":", libraries));
        }
        process = builder.start();
    }

    boolean isRunning() {
        return process != null && process.isAlive();
    }

    /** SIGKILL; returns when it is gone. */
    void kill() throws InterruptedException {
        Process running = process;
        if (running != null) {
            running.destroyForcibly().waitFor();
        }
    }

    void suspend() throws IOException, InterruptedException, Failure {
        Programs.run("kill", "-STOP", pid());
    }

    void resume() throws IOException, InterruptedException, Failure {
        Programs.run("kill", "-CONT", pid());
    }

    private String pid() throws Failure {
        Process running = process;
        if (running == null) {
            throw new Failure("gateway " + id() + " was never started");
        }
        return Long.toString(running.pid());
    }

    /** Whether it says that traffic should come to it. */
    boolean isReady() {
        return ask("/ready").filter(answer -> answer.status() == OK).isPresent();
    }

    /** Why it is not ready, in its own words. */
    String readiness() {
        return ask("/ready").map(answer -> answer.body().strip()).orElse("does not answer");
    }

    /** Who leads the timestamps as far as it knows. */
    Optional<String> leader() {
        return ask("/members")
                .map(answer -> LEADER.matcher(answer.body()))
                .filter(Matcher::find)
                .map(found -> found.group(1));
    }

    boolean answers(Question question) {
        return ask(question.path()).filter(answer -> answer.status() == OK).isPresent();
    }

    private Optional<Connection.Answer> ask(String path) {
        try (Connection connection = new Connection(address(), PATIENCE_MILLIS)) {
            return Optional.of(connection.get(path, Map.of()));
        } catch (IOException down) {
            return Optional.empty();
        }
    }
}
