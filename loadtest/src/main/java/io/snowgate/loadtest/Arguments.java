package io.snowgate.loadtest;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** The command line: what is wrong in it is refused in one line. */
final class Arguments {

    private static final List<String> USUAL = List.of("state", "id", "handshake", "idle");
    private static final String LIST = ",";
    private static final int MOST_CONNECTIONS = 19_000;
    private static final int MOST_SECONDS = 600;
    private static final int MOST_TURNS = 100;

    private final CommandLine line;
    private final ParseResult result;
    private final List<String> scenarios;
    private final List<String> peers;

    private Arguments(CommandLine line, ParseResult result, List<String> scenarios, List<String> peers) {
        this.line = line;
        this.result = result;
        this.scenarios = scenarios;
        this.peers = peers;
    }

    /**
     * @param scenarios all there are
     * @param peers the names of all there are
     */
    static Arguments parse(String[] arguments, List<Scenario> scenarios, List<String> peers) throws Failure {
        CommandLine line = new CommandLine(spec(scenarios, peers));
        line.setExpandAtFiles(false).setInterpolateVariables(false).setUsageHelpAutoWidth(false);
        try {
            ParseResult result = line.parseArgs(arguments);
            return new Arguments(
                    line, result, scenarios.stream().map(Scenario::name).toList(), peers);
        } catch (ParameterException e) {
            throw new Failure(String.valueOf(e.getMessage()).replaceAll("\\s*\\R\\s*", " "));
        }
    }

    private static CommandSpec spec(List<Scenario> scenarios, List<String> peers) {
        CommandSpec spec = CommandSpec.create().name("loadtest/run");
        spec.addPositional(PositionalParamSpec.builder()
                .paramLabel("SCENARIO")
                .arity("0..*")
                .type(List.class)
                .auxiliaryTypes(String.class)
                .description("What to measure; " + String.join(" ", USUAL) + " without.")
                .build());
        spec.addOption(text(
                "--peers",
                "NAMES",
                "Beside which servers, with commas: " + String.join(", ", peers)
                        + ". All that are here without. Those named take every turn."));
        spec.addOption(text(
                "--connections",
                "NUMBERS",
                "Instead of those a scenario usually takes, such as 1,64,1000,10000."
                        + " Over HTTP/2 requests in flight, 8 on a connection."));
        spec.addOption(text("--over", "WIRES", "Instead of those a scenario usually takes: https, http, h2."));
        spec.addOption(text("--seconds", "N", "Of a turn; " + Options.USUAL_SECONDS + " without."));
        spec.addOption(text(
                "--turns",
                "N",
                "Of each server; without " + Options.USUAL_TURNS + ", and 1 of those that no bar names."));
        spec.addOption(text(
                "--out",
                "DIR",
                "Where results go; loadtest/results/DATE without, and DATE/CLIENT with another client."));
        spec.addOption(
                text(
                        "--client",
                        "NAME",
                        "h2load, wrk, httpress or k6; h2load without, which leaves handshakes out of its figures. httpress takes the"
                                + " scenario of its name, k6 latency, too. What one cannot do is done as without, HTTP/2 always."));
        spec.addOption(OptionSpec.builder("--busy-ok")
                .description("Compare although others use the machine, and say so.")
                .build());
        spec.addOption(
                text("--plot", "DIR", "Measures nothing, and prints docs/collapse.svg from the results in DIR."));
        spec.addOption(text("--table", "DIR", "Measures nothing, and prints the results in DIR as Markdown."));
        spec.addOption(OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("This text.")
                .build());
        spec.usageMessage()
                .width(110)
                .sortOptions(false)
                .header(
                        "Puts Snowgate and other servers under load, by turns, each on one core with the client on another, and prints"
                                + " how they compare.",
                        "")
                .footer(footer(scenarios));
        return spec;
    }

    private static OptionSpec text(String name, String label, String description) {
        return OptionSpec.builder(name)
                .paramLabel(label)
                .type(String.class)
                .description(description)
                .build();
    }

    private static String[] footer(List<Scenario> scenarios) {
        Stream<String> lines = Stream.of("", "Scenarios:");
        Stream<String> each = scenarios.stream()
                .map(scenario -> String.format(Locale.ROOT, "  %-12s %s", scenario.name(), scenario.summary()));
        Stream<String> needs = Stream.of(
                "",
                "Needs Linux with two cores, h2load and taskset (apt install nghttp2-client util-linux). A server that is",
                "missing is left out, with a line how to get it. With up to 1,000 connections h2load asks all servers in one",
                "turn, a quarter of a second each at a time. A turn during which others used more than 5 %% of a core is",
                "repeated. Exit status: 0 when everything was measured, 1 when not, 2 when the command line is wrong.",
                "",
                "Other clients:",
                "  wrk       " + Wrk.ADVICE,
                "  httpress  " + Httpress.ADVICE,
                "  k6        " + K6.ADVICE);
        return Stream.of(lines, each, needs).flatMap(one -> one).toArray(String[]::new);
    }

    boolean wantsHelp() {
        return result.isUsageHelpRequested();
    }

    String help() {
        return line.getUsageMessage();
    }

    Optional<Path> plot() {
        return value("--plot").map(Path::of);
    }

    Optional<Path> table() {
        return value("--table").map(Path::of);
    }

    Options options() throws Failure {
        List<String> named =
                result.hasMatchedPositional(0) ? result.matchedPositional(0).getValue() : USUAL;
        check("scenario", named, scenarios);
        List<String> wanted = list("--peers", text -> text);
        check("peer", wanted, peers);
        return new Options(
                named,
                wanted,
                checked("--connections", list("--connections", Arguments::number), MOST_CONNECTIONS),
                wires(),
                single("--seconds", MOST_SECONDS).orElse(Options.USUAL_SECONDS),
                single("--turns", MOST_TURNS),
                value("--out").map(Path::of),
                client(),
                result.hasMatchedOption("--busy-ok"));
    }

    private Options.Client client() throws Failure {
        String client = value("--client").orElse(Options.Client.H2LOAD.lowerCase());
        check(
                "client",
                List.of(client),
                Stream.of(Options.Client.values())
                        .map(Options.Client::lowerCase)
                        .toList());
        return Options.Client.valueOf(client.toUpperCase(Locale.ROOT));
    }

    private static void check(String kind, List<String> named, List<String> allowed) throws Failure {
        for (String name : named) {
            if (!allowed.contains(name)) {
                throw new Failure("no such " + kind + ": " + name + "; there are " + String.join(", ", allowed));
            }
        }
    }

    private Optional<String> value(String option) {
        return Optional.ofNullable(result.matchedOptionValue(option, null));
    }

    private <T> List<T> list(String option, Function<String, T> read) {
        return value(option).stream()
                .flatMap(text -> Stream.of(text.split(LIST, -1)))
                .map(read)
                .toList();
    }

    private List<Options.Wire> wires() throws Failure {
        List<String> names = list("--over", text -> text);
        check(
                "wire",
                names,
                Stream.of(Options.Wire.values())
                        .map(wire -> wire.name().toLowerCase(Locale.ROOT))
                        .toList());
        return names.stream()
                .map(name -> Options.Wire.valueOf(name.toUpperCase(Locale.ROOT)))
                .collect(Collectors.toList());
    }

    private Optional<Integer> single(String option, int most) throws Failure {
        return checked(option, value(option).map(Arguments::number).stream().toList(), most).stream()
                .findFirst();
    }

    /** 0, which is never allowed, for what is no number. */
    private static int number(String text) {
        return text.matches("\\d{1,6}") ? Integer.parseInt(text) : 0;
    }

    private List<Integer> checked(String option, List<Integer> numbers, int most) throws Failure {
        if (numbers.stream().anyMatch(number -> number < 1 || number > most)) {
            throw new Failure(
                    option + " must be 1.." + most + ": " + value(option).orElse(""));
        }
        return numbers;
    }
}
