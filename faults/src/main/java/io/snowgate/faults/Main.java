package io.snowgate.faults;

import io.snowgate.faults.Fault.Need;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What {@code faults/run} starts. Its first argument is the script's: the repository.
 *
 * <p>Exit codes: 0 all that was asked for was done and nothing was wrong, 1 something was, 2 refused.
 */
public final class Main {

    private static final int GOOD = 0;
    private static final int BAD = 1;
    private static final int REFUSED = 2;
    private static final int MOST_SHOWN = 20;

    private final Path home;
    private final List<Gateway> started = new ArrayList<>();

    private Main(Path home) {
        this.home = home;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Main main = new Main(Path.of(arguments[0]));
        System.exit(main.run(Stream.of(arguments).skip(1).toArray(String[]::new)));
    }

    private int run(String[] arguments) throws IOException, InterruptedException {
        try {
            Arguments parsed = Arguments.parse(arguments);
            if (parsed.wantsHelp()) {
                System.out.print(parsed.help());
                return GOOD;
            }
            return parsed.check().isPresent()
                    ? check(parsed.check().get())
                    : inflict(parsed.faults(), parsed.isNamed(), parsed.settings(home));
        } catch (Failure e) {
            System.err.println("faults/run: " + e.getMessage());
            return REFUSED;
        }
    }

    /** A history that was kept. */
    static int check(Path file) throws Failure {
        List<Operation> operations = read(file);
        Checker checker = new Checker(operations);
        List<String> violations = checker.violations();
        violations.stream().limit(MOST_SHOWN).forEach(System.out::println);
        checker.gaps().forEach((kind, gaps) -> System.out.println(kind + ": " + gaps));
        System.out.println(operations.size() + " operations, " + violations.size() + " violations");
        return violations.isEmpty() ? GOOD : BAD;
    }

    private static List<Operation> read(Path file) throws Failure {
        try {
            return History.read(file).operations();
        } catch (IOException | IllegalArgumentException e) {
            throw new Failure("no history can be read from " + file + ": " + e.getMessage());
        }
    }

    private int inflict(List<Fault> faults, boolean isNamed, Settings settings)
            throws IOException, InterruptedException, Failure {
        Set<Need> missing = missing();
        settings.say("seed " + settings.seed());
        Runtime.getRuntime().addShutdownHook(new Thread(this::killAll, "kill-all"));
        Network network = missing.contains(Need.NAMESPACE) ? null : Network.make();
        Files.createDirectories(settings.out());
        List<Outcome> outcomes = new ArrayList<>();
        boolean isWhole = true;
        for (Fault fault : faults) {
            List<Need> lacking =
                    fault.needs().stream().filter(missing::contains).toList();
            if (lacking.isEmpty()) {
                outcomes.add(inflict(fault, settings, network));
            } else {
                isWhole &= !isNamed;
                lacking.forEach(need -> settings.say(fault.name() + " was left out: it needs " + need.what()));
            }
        }
        report(outcomes, settings);
        return isWhole && outcomes.stream().allMatch(Outcome::isGood) ? GOOD : BAD;
    }

    private static Set<Need> missing() throws InterruptedException {
        Set<Need> missing = EnumSet.noneOf(Need.class);
        if (!Network.isOurs()) {
            missing.add(Need.NAMESPACE);
        }
        if (ClockFaults.library().isEmpty()) {
            missing.add(Need.FAKETIME);
        }
        if (!Programs.works("cc", "--version")) {
            missing.add(Need.COMPILER);
        }
        return missing;
    }

    private Outcome inflict(Fault fault, Settings settings, @Nullable Network network)
            throws IOException, InterruptedException {
        Path directory = settings.out().resolve(fault.name());
        if (Files.exists(directory)) {
            Logs.delete(directory);
        }
        int rounds = settings.rounds().orElse(fault.rounds());
        settings.say(fault.name() + ", " + rounds + " times: " + fault.summary());
        Lab lab = new Lab(directory, settings, network, settings.seed());
        started.addAll(lab.gateways());
        try {
            fault.deed().inflict(lab, rounds);
        } catch (Failure e) {
            lab.require(false, () -> String.valueOf(e.getMessage()));
        } finally {
            lab.close();
        }
        lab.history().write(directory.resolve("history.tsv.gz"));
        Outcome outcome = Outcome.of(fault, lab);
        outcome.wrong().stream().limit(MOST_SHOWN).forEach(wrong -> settings.say(fault.name() + ": " + wrong));
        Files.write(directory.resolve("wrong"), outcome.wrong());
        settings.say(outcome.toString());
        return outcome;
    }

    private static void report(List<Outcome> outcomes, Settings settings) throws IOException {
        String table =
                Table.of(Outcome.HEAD, outcomes.stream().map(Outcome::row).toList());
        Files.writeString(settings.out().resolve("table.md"), table);
        System.out.print("\n" + table);
        settings.say("histories: " + settings.out() + "/*/history.tsv.gz; faults/run --check FILE reads one again");
    }

    /** Whatever ends this process ends them. */
    private void killAll() {
        for (Gateway gateway : started) {
            try {
                gateway.kill();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
