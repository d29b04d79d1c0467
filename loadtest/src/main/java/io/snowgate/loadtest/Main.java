package io.snowgate.loadtest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What {@code loadtest/run} starts. Its first two arguments are the script's: the repository, and the JDK.
 *
 * <p>Exit codes: 0 measured, 1 could not, 2 refused.
 */
public final class Main {

    private static final int MEASURED = 0;
    private static final int NOT_MEASURED = 1;
    private static final int REFUSED = 2;

    private final Path home;
    private final Path jdk;
    private final Progress progress = new Progress(System.err, Boolean.getBoolean("loadtest.terminal"));

    private Main(Path home, Path jdk) {
        this.home = home;
        this.jdk = jdk;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Main main = new Main(Path.of(arguments[0]), Path.of(arguments[1]));
        System.exit(main.run(Stream.of(arguments).skip(2).toArray(String[]::new)));
    }

    private int run(String[] arguments) throws IOException, InterruptedException {
        try {
            Arguments parsed = Arguments.parse(arguments, Scenarios.all(), peerNames());
            if (parsed.wantsHelp()) {
                System.out.print(parsed.help());
            } else if (parsed.plot().isPresent()) {
                System.out.print(plot(parsed.plot().get()));
            } else if (parsed.table().isPresent()) {
                System.out.print(Table.markdown(Results.readAll(parsed.table().get())));
            } else {
                return measure(parsed.options());
            }
            return MEASURED;
        } catch (Failure e) {
            return complain(e, REFUSED);
        }
    }

    private static String plot(Path directory) throws IOException, Failure {
        return Plot.draw(Results.readAll(directory))
                .orElseThrow(() -> new Failure("no results of state over HTTP and HTTPS in " + directory));
    }

    private int measure(Options options) throws IOException, InterruptedException {
        try {
            return measureAll(options);
        } catch (Failure e) {
            return complain(e, NOT_MEASURED);
        }
    }

    private int measureAll(Options options) throws IOException, InterruptedException, Failure {
        Scratch scratch = Scratch.make(jdk);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> cleanUp(scratch), "clean-up"));
        List<Measured> all = new ArrayList<>();
        try (Lab lab = new Lab(options, home, jdk, scratch, progress)) {
            lab.prepare(peers(options, scratch));
            for (Scenario scenario : Scenarios.all()) {
                if (options.scenarios().contains(scenario.name())) {
                    for (Measured measured : scenario.run(lab)) {
                        all.add(measured);
                        progress.clear();
                        System.out.println(new Table(measured).text());
                    }
                }
            }
            new Findings(all).lines().forEach(System.out::println);
            save(lab, all);
        }
        return all.stream().allMatch(Measured::isWhole) ? MEASURED : NOT_MEASURED;
    }

    private void save(Lab lab, List<Measured> all) throws IOException, InterruptedException {
        Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        ObjectNode about = Results.object().put("date", now.toString());
        about.set("machine", Machine.describe(home).toJson());
        about.put("client", lab.client(Setting.https(1, 1)).version());
        ObjectNode versions = about.putObject("versions");
        lab.versions().forEach((peer, version) -> versions.put(peer.name(), version));
        about.set("options", lab.options().toJson());
        LocalDateTime time = LocalDateTime.ofInstant(now, ZoneOffset.UTC);
        Path directory = lab.options().out().orElse(usualDirectory(lab.options().client(), time));
        Path file = directory.resolve(time.format(DateTimeFormatter.ofPattern("HHmmss", Locale.ROOT)) + ".json");
        Results results = new Results(about, all);
        results.write(file);
        progress.say("results: " + file);
        Optional<String> plot = Plot.draw(results);
        if (plot.isPresent()) {
            Files.writeString(directory.resolve("collapse.svg"), plot.get());
            progress.say("plot: " + directory.resolve("collapse.svg"));
        }
    }

    /** Clients do not agree on what a figure contains, so only those of the usual one are put side by side. */
    private Path usualDirectory(Options.Client client, LocalDateTime time) {
        Path day = home.resolve("loadtest/results").resolve(time.toLocalDate().toString());
        return client == Options.Client.H2LOAD ? day : day.resolve(client.lowerCase());
    }

    private static void cleanUp(Scratch scratch) {
        Children.endAll();
        try {
            scratch.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<Program> peers(Options options, Scratch scratch) throws IOException {
        List<Program> peers = new ArrayList<>();
        peers.add(SnowgatePeer.of(home.resolve("snowgate"), scratch));
        for (String name : peerNames()) {
            if (options.peers().isEmpty() || options.peers().contains(name)) {
                Path work = home.resolve("loadtest/target/peers").resolve(name);
                peers.add(program(new ScriptPeer(scripts().resolve(name), work, jdk, scratch)));
            }
        }
        return peers;
    }

    /** By the script it has: a server, one member of a cluster, or a benchmark of its own. */
    private static Program program(ScriptPeer peer) {
        if (Files.isExecutable(peer.scripts().resolve(ScriptCluster.SCRIPT))) {
            return new ScriptCluster(peer);
        }
        return Files.isExecutable(peer.scripts().resolve(BenchPeer.SCRIPT)) ? new BenchPeer(peer) : peer;
    }

    private List<String> peerNames() throws IOException {
        if (!Files.isDirectory(scripts())) {
            return List.of();
        }
        try (Stream<Path> directories = Files.list(scripts())) {
            return directories
                    .filter(directory -> Files.isExecutable(directory.resolve("prepare")))
                    .map(directory -> directory.getFileName().toString())
                    .sorted()
                    .toList();
        }
    }

    private Path scripts() {
        return home.resolve("loadtest/peers");
    }

    private int complain(Failure failure, int status) {
        progress.say("loadtest/run: " + failure.getMessage());
        return status;
    }
}
