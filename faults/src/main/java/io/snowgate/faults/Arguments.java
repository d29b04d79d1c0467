package io.snowgate.faults;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** The command line: what is wrong in it is refused in one line. */
final class Arguments {

    private static final int USUAL_MINUTES = 10;
    private static final int MOST_ROUNDS = 1_000;
    private static final int MOST_MINUTES = 1_440;

    private final CommandLine line;
    private final ParseResult result;

    private Arguments(CommandLine line, ParseResult result) {
        this.line = line;
        this.result = result;
    }

    static Arguments parse(String[] arguments) throws Failure {
        CommandLine line = new CommandLine(spec());
        line.setExpandAtFiles(false).setInterpolateVariables(false).setUsageHelpAutoWidth(false);
        try {
            return new Arguments(line, line.parseArgs(arguments));
        } catch (ParameterException e) {
            throw new Failure(String.valueOf(e.getMessage()).replaceAll("\\s*\\R\\s*", " "));
        }
    }

    private static CommandSpec spec() {
        CommandSpec spec = CommandSpec.create().name("faults/run");
        spec.addPositional(PositionalParamSpec.builder()
                .paramLabel("FAULT")
                .arity("0..*")
                .type(List.class)
                .auxiliaryTypes(String.class)
                .description("What to do to them; without, all but " + Faults.AT_RANDOM.name() + ".")
                .build());
        spec.addOption(text("--rounds", "N", "How often in a row, instead of as often as each fault usually is."));
        spec.addOption(text("--minutes", "N", "How long at random; " + USUAL_MINUTES + " without."));
        spec.addOption(text("--seed", "N", "Of what is left to chance; printed."));
        spec.addOption(text("--out", "DIR", "Where histories and the table go; faults/target/run without."));
        spec.addOption(text("--check", "FILE", "Does nothing to anybody, and checks a history that was kept."));
        spec.addOption(OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("This text.")
                .build());
        spec.usageMessage()
                .width(110)
                .sortOptions(false)
                .header(
                        "Starts three gateways that are a cluster, asks all of them for everything all the time, breaks something,"
                                + " and looks whether a value came twice or fell.",
                        "")
                .footer(footer());
        return spec;
    }

    private static OptionSpec text(String name, String label, String description) {
        return OptionSpec.builder(name)
                .paramLabel(label)
                .type(String.class)
                .description(description)
                .build();
    }

    private static String[] footer() {
        Stream<String> each = Faults.all().stream()
                .map(fault -> String.format(Locale.ROOT, "  %-18s %s", fault.name(), fault.summary())
                        .replace("%", "%%"));
        Stream<String> needs = Stream.of(
                "",
                "Needs Linux. A fault that needs more (root, iptables, setpriv; libfaketime; cc) is left out with a line"
                        + " where that is missing, and an error when it was named.",
                "Exit status: 0 when nothing was wrong, 1 when something was, 2 when the command line is wrong.");
        return Stream.of(Stream.of("", "Faults:"), each, needs)
                .flatMap(one -> one)
                .toArray(String[]::new);
    }

    boolean wantsHelp() {
        return result.isUsageHelpRequested();
    }

    String help() {
        return line.getUsageMessage();
    }

    boolean isNamed() {
        return result.hasMatchedPositional(0);
    }

    List<Fault> faults() throws Failure {
        if (!isNamed()) {
            return Faults.all().stream()
                    .filter(fault -> !fault.equals(Faults.AT_RANDOM))
                    .toList();
        }
        List<String> names = result.matchedPositional(0).getValue();
        List<String> all = Faults.all().stream().map(Fault::name).toList();
        for (String name : names) {
            if (!all.contains(name)) {
                throw new Failure("no such fault: " + name + "; there are " + String.join(", ", all));
            }
        }
        return Faults.all().stream()
                .filter(fault -> names.contains(fault.name()))
                .toList();
    }

    Optional<Path> check() {
        return value("--check").map(Path::of);
    }

    Settings settings(Path home) throws Failure {
        return new Settings(
                home,
                number("--rounds", MOST_ROUNDS),
                number("--minutes", MOST_MINUTES).orElse(USUAL_MINUTES),
                seed(),
                value("--out").map(Path::of).orElse(home.resolve("faults/target/run")));
    }

    private long seed() throws Failure {
        String text = value("--seed").orElse(Long.toString(new SplittableRandom().nextLong(Long.MAX_VALUE)));
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new Failure("--seed must be " + Long.MIN_VALUE + ".." + Long.MAX_VALUE + ": " + text);
        }
    }

    private Optional<Integer> number(String option, int most) throws Failure {
        Optional<String> text = value(option);
        if (text.isPresent()
                && (!text.get().matches("\\d{1,6}")
                        || Integer.parseInt(text.get()) < 1
                        || Integer.parseInt(text.get()) > most)) {
            throw new Failure(option + " must be 1.." + most + ": " + text.get());
        }
        return text.map(Integer::valueOf);
    }

    private Optional<String> value(String option) {
        return Optional.ofNullable(result.matchedOptionValue(option, null));
    }
}
