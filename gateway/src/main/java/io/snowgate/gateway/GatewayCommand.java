package io.snowgate.gateway;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command line: which flags there are and what was given. Values stay texts here; {@link ConfigChecks} judges them
 * together with those of the other layers.
 *
 * <p>Built without annotations, which saves the reflection at start, without the subcommands that are not named, and
 * without descriptions unless somebody reads them.
 */
final class GatewayCommand {

    static final String CONFIG = "config";
    static final String ID = "id";
    static final String DECODE = "decode";
    static final String CLUSTER = "cluster";

    private static final List<String> SUBCOMMANDS = List.of(CONFIG, ID, DECODE, CLUSTER);

    private static final int HELP_WIDTH = 110;
    private static final int HELP_OPTION_WIDTH = 30;

    private static final String FILE = "--config";
    private static final String SET = "--set";
    private static final String HELP = "--help";
    private static final String SHORT_HELP = "-h";
    private static final String VERSION = "--version";
    private static final String SHORT_VERSION = "-V";
    private static final List<String> QUESTIONS = List.of(HELP, SHORT_HELP, VERSION, SHORT_VERSION);

    private static final String COUNT = "-n";
    private static final String FORMAT = "--format";
    private static final String FORM = "--form";
    private static final String LAYOUT = "--layout";

    private final ConfigKeys keys;
    private final CommandLine line;
    private final List<ParseResult> results = new ArrayList<>();

    private GatewayCommand(List<String> arguments, ConfigKeys keys) {
        this.keys = keys;
        this.line = line(arguments);
    }

    private static CommandLine line(List<String> arguments) {
        CommandSpec spec = spec("snowgate");
        SUBCOMMANDS.stream().filter(arguments::contains).forEach(name -> spec.addSubcommand(name, subcommand(name)));
        return new CommandLine(spec).setExpandAtFiles(false).setInterpolateVariables(false);
    }

    static GatewayCommand parse(String[] arguments, ConfigKeys keys) throws ConfigFailure {
        GatewayCommand command = new GatewayCommand(List.of(arguments), keys);
        try {
            ParseResult root = command.line.parseArgs(arguments);
            command.results.add(root);
            command.results.addAll(root.subcommands());
            return command;
        } catch (ParameterException e) {
            throw new ConfigFailure(command.complaint(e));
        }
    }

    /** A first glance: whether {@code arguments} seem to ask for a gateway, and not for help or a subcommand. */
    static boolean isForGateway(List<String> arguments) {
        return Collections.disjoint(arguments, SUBCOMMANDS) && Collections.disjoint(arguments, QUESTIONS);
    }

    boolean wantsHelp() {
        return isGiven(HELP);
    }

    boolean wantsVersion() {
        return isGiven(VERSION);
    }

    /** What to do instead of running a gateway, one of those above; empty for a gateway. */
    String subcommand() {
        return results.size() > 1 ? results.getLast().commandSpec().name() : "";
    }

    String help() {
        return switch (subcommand()) {
            case ID -> IdCommand.HELP;
            case DECODE -> DecodeCommand.HELP;
            case CLUSTER -> ClusterCommand.HELP;
            default -> ConfigHelp.render(described(), keys);
        };
    }

    /** What {@code -n} says. */
    Optional<String> count() throws ConfigFailure {
        return atMostOnce(COUNT);
    }

    /** What {@code --format} says. */
    Optional<String> format() throws ConfigFailure {
        return atMostOnce(FORMAT);
    }

    /** What {@code --form} says. */
    Optional<String> form() throws ConfigFailure {
        return atMostOnce(FORM);
    }

    /** What {@code --layout} says, and no other layer. */
    Optional<String> layout() throws ConfigFailure {
        return atMostOnce(LAYOUT);
    }

    /** What stands behind the options. */
    List<String> operands() {
        List<String> operands = new ArrayList<>();
        for (ParseResult result : results) {
            result.matchedPositionals().forEach(position -> operands.addAll(position.originalStringValues()));
        }
        return operands;
    }

    private Optional<String> atMostOnce(String name) throws ConfigFailure {
        List<String> given = values(name);
        if (given.size() > 1) {
            throw new ConfigFailure(name + " may be given once: " + String.join(", ", given));
        }
        return given.stream().findFirst();
    }

    Optional<Path> file() throws ConfigFailure {
        List<String> files = values(FILE);
        if (files.size() > 1) {
            throw new ConfigFailure("--config may be given once: " + String.join(", ", files));
        }
        try {
            return files.stream().map(Path::of).findFirst();
        } catch (InvalidPathException e) {
            throw new ConfigFailure("--config must be a path: " + files.getFirst());
        }
    }

    /** The layer of the flags; a flag of its own stands above {@code --set}. */
    Config flags() throws ConfigFailure {
        Config flags = ConfigFactory.empty();
        for (String assignment : values(SET)) {
            flags = set(flags, assignment);
        }
        for (ConfigFlag flag : ConfigFlag.ALL) {
            flags = with(flags, flag);
        }
        return flags;
    }

    private Config with(Config flags, ConfigFlag flag) throws ConfigFailure {
        List<String> given = values(flag.name());
        if (given.isEmpty()) {
            return flags;
        }
        if (keys.isList(flag.path())) {
            return flags.withValue(flag.path(), ConfigLayers.list(given, flag.name()));
        }
        if (given.size() > 1) {
            throw new ConfigFailure(flag.name() + " may be given once: " + String.join(", ", given));
        }
        return flags.withValue(flag.path(), ConfigLayers.value(keys, flag.path(), given.getFirst(), flag.name()));
    }

    private Config set(Config flags, String assignment) throws ConfigFailure {
        int equals = assignment.indexOf('=');
        if (equals < 1) {
            throw new ConfigFailure("--set must be key=value: " + assignment);
        }
        String path = fullPath(assignment.substring(0, equals).strip());
        try {
            return flags.withValue(path, ConfigLayers.value(keys, path, assignment.substring(equals + 1), SET));
        } catch (ConfigException.BadPath e) {
            throw new ConfigFailure("--set must be key=value: " + assignment);
        }
    }

    private static String fullPath(String key) {
        return key.startsWith(ConfigKeys.ROOT + ".") ? key : ConfigKeys.ROOT + "." + key;
    }

    private boolean isGiven(String name) {
        return results.stream().anyMatch(result -> result.hasMatchedOption(name));
    }

    private List<String> values(String name) {
        return results.stream()
                .flatMap(result -> Stream.of(result.matchedOption(name)))
                .<String>mapMulti(GatewayCommand::addTexts)
                .toList();
    }

    private static void addTexts(@Nullable OptionSpec option, Consumer<String> texts) {
        if (option != null) {
            option.originalStringValues().forEach(texts);
        }
    }

    private CommandLine.Help described() {
        CommandSpec spec = spec("snowgate", flag -> ConfigHelp.of(flag, keys));
        spec.usageMessage().width(HELP_WIDTH).longOptionsMaxWidth(HELP_OPTION_WIDTH);
        return new CommandLine.Help(spec);
    }

    private static CommandSpec subcommand(String name) {
        return switch (name) {
            case ID -> idSpec();
            case DECODE -> decodeSpec();
            case CLUSTER -> spec(CLUSTER).addPositional(operands("COMMAND"));
            default -> spec(name);
        };
    }

    private static CommandSpec spec(String name) {
        return spec(name, flag -> "");
    }

    private static CommandSpec spec(String name, Function<ConfigFlag, String> description) {
        CommandSpec spec = CommandSpec.create().name(name);
        for (ConfigFlag flag : ConfigFlag.ALL) {
            spec.addOption(repeatable(flag.name(), flag.label(), description.apply(flag)));
        }
        spec.addOption(repeatable(FILE, "FILE", "Read keys from FILE: HOCON, or JSON when it ends in .json."));
        spec.addOption(repeatable(SET, "KEY=VALUE", "Set any key, such as limits.body=1MiB; repeatable."));
        spec.addOption(question(HELP, SHORT_HELP, "Print this and exit.")
                .usageHelp(true)
                .build());
        spec.addOption(question(VERSION, SHORT_VERSION, "Print the versions of Snowgate, Java and Netty and exit.")
                .versionHelp(true)
                .build());
        return spec;
    }

    private static CommandSpec idSpec() {
        return spec(ID).addOption(repeatable(COUNT, "N", "How many IDs."))
                .addOption(repeatable(FORMAT, "FORMAT", "How IDs are written."));
    }

    private static CommandSpec decodeSpec() {
        return spec(DECODE)
                .addOption(repeatable(FORM, "FORM", "How the IDs are written."))
                .addOption(repeatable(FORMAT, "FORMAT", "table or json."))
                .addPositional(operands("ID"));
    }

    private static PositionalParamSpec operands(String label) {
        return PositionalParamSpec.builder()
                .paramLabel(label)
                .arity("0..*")
                .type(List.class)
                .auxiliaryTypes(String.class)
                .build();
    }

    /** Repeatable for the parser; {@link #with} refuses a second value where there can be only one. */
    private static OptionSpec repeatable(String name, String label, String description) {
        return OptionSpec.builder(name)
                .paramLabel(label)
                .type(List.class)
                .auxiliaryTypes(String.class)
                .arity("1")
                .description(description)
                .build();
    }

    private static OptionSpec.Builder question(String name, String shortName, String description) {
        return OptionSpec.builder(name, shortName).description(description);
    }

    private String complaint(ParameterException e) {
        if (e instanceof UnmatchedArgumentException unmatched) {
            String given = unmatched.getUnmatched().getFirst();
            return (given.startsWith("-") ? "unknown option " : "unknown command ") + given + ": " + hint(given);
        }
        return String.valueOf(e.getMessage());
    }

    private String hint(String given) {
        String name = bare(given.split("=", 2)[0]);
        List<String> known = new ArrayList<>(SUBCOMMANDS);
        line.getCommandSpec().options().forEach(option -> known.add(option.longestName()));
        return ConfigKeys.nearest(name, known, GatewayCommand::bare)
                .map(meant -> "did you mean " + meant + "?")
                .orElse("`snowgate --help` lists what there is");
    }

    private static String bare(String option) {
        return option.replaceFirst("^-+", "");
    }
}
