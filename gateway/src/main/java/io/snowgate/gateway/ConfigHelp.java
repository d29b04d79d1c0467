package io.snowgate.gateway;

import com.typesafe.config.ConfigRenderOptions;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.OptionSpec;

/** The text of {@code --help}: flags by room, each with the first line of its key's comment and its default. */
final class ConfigHelp {

    private static final String HEAD = """
            Usage: snowgate [OPTIONS]                run the gateway
                   snowgate config [OPTIONS]         print the configuration these options give, with origins
                   snowgate id [-n N] [OPTIONS]      print new IDs, without a gateway
                   snowgate decode [OPTIONS] ID...   print what IDs say
                   snowgate cluster COMMAND          ask and change a cluster: status, add, remove, transfer, reset, init

            Snowflake IDs and live state for browsers, over HTTPS, from memory.
            """;

    private static final String TAIL = """

            Every option can also be given in the environment (SNOWGATE_PORT, SNOWGATE_TLS_CERT) or in a file
            (--config); options win over the environment, the environment over the file. `snowgate config` prints
            every key there is. Times carry a unit (500ms, 1s, 1m), sizes too (8KiB, 1MiB).
            ./snowgate, the launcher, also reads SNOWGATE_JAVA_OPTS, more options for the JVM such as -Xmx512m, and
            SNOWGATE_AOT: off starts without the AOT cache, which makes starts shorter.

            Examples:
              snowgate                                           demo data, development certificate, port 8443
              snowgate --state file:results.json --refresh 500ms
              snowgate --cert fullchain.pem --key key.pem --cors-origin https://app.example
              snowgate --worker-id 7 --set limits.connections=5000
              snowgate decode --layout discord 175928847299117063
              curl -k https://localhost:8443/api/snowflake
              curl -k https://localhost:8443/state

            Exit codes: 0 stopped as asked, 1 could not start, 2 refused options or configuration.
            """;

    private ConfigHelp() {}

    /** What {@code --help} says of a flag. */
    static String of(ConfigFlag flag, ConfigKeys keys) {
        String repeatable = keys.isList(flag.path()) ? " Repeatable." : "";
        return keys.summary(flag.path()) + repeatable + shownDefault(flag.path(), keys);
    }

    static String render(Help help, ConfigKeys keys) {
        StringBuilder text = new StringBuilder(HEAD);
        for (ConfigFlag.Room room : ConfigFlag.Room.values()) {
            text.append('\n')
                    .append(help.colorScheme().text("@|bold " + room.heading() + "|@"))
                    .append('\n');
            text.append(options(help, room));
            if (room == ConfigFlag.Room.LIMITS) {
                text.append(limits(help, keys));
            }
        }
        return text.append(TAIL).toString();
    }

    private static String options(Help help, ConfigFlag.Room room) {
        List<OptionSpec> options = new ArrayList<>();
        for (OptionSpec option : help.commandSpec().options()) {
            if (roomOf(option) == room) {
                options.add(option);
            }
        }
        Help.Layout layout = help.createDefaultLayout();
        layout.addOptions(options, help.parameterLabelRenderer());
        return layout.toString();
    }

    private static ConfigFlag.Room roomOf(OptionSpec option) {
        return ConfigFlag.ALL.stream()
                .filter(flag -> flag.name().equals(option.longestName()))
                .map(ConfigFlag::room)
                .findFirst()
                .orElse(ConfigFlag.Room.RUNNING);
    }

    /** The limits have no flags of their own: seldom changed, and many. */
    private static String limits(Help help, ConfigKeys keys) {
        String prefix = ConfigKeys.ROOT + ".limits.";
        Help.TextTable table = help.createDefaultLayout().textTable();
        for (String path : keys.paths()) {
            if (path.startsWith(prefix)) {
                table.addRowValues(
                        "",
                        "",
                        "",
                        "limits." + path.substring(prefix.length()),
                        keys.summary(path) + shownDefault(path, keys));
            }
        }
        return table.toString();
    }

    private static String shownDefault(String path, ConfigKeys keys) {
        String value = keys.leaf(path).render(ConfigRenderOptions.concise()).replaceAll("[\"\\[\\]]", "");
        return value.isEmpty() ? "" : " [" + value + "]";
    }
}
