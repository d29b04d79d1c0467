package io.snowgate.gateway;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * {@code snowgate config}: the merged layers as HOCON that {@code --config} reads back, in the order of
 * {@code reference.conf}, each value with where it was written. Secrets are masked.
 */
final class ConfigCommand {

    private static final int INDENT = 2;

    /** Means something else to HOCON at the start of a line; a state may have that name. */
    private static final String KEYWORD = "include";

    private final StringBuilder out = new StringBuilder();
    private final Deque<String> open = new ArrayDeque<>();

    private ConfigCommand() {}

    static String print(Config merged, ConfigKeys keys) {
        ConfigCommand command = new ConfigCommand();
        for (String path : keys.paths()) {
            command.line(path, merged.getValue(path));
        }
        command.enter(List.of());
        return command.out.toString();
    }

    private void line(String path, ConfigValue value) {
        List<String> parts = List.of(path.split("\\.", -1));
        enter(parts.subList(0, parts.size() - 1));
        String shown = masked(path, value).render(ConfigRenderOptions.concise());
        indent().append("%s = %s  # %s%n".formatted(parts.getLast(), shown, ConfigPlace.of(value)));
    }

    /** Closes and opens rooms until exactly these are open. */
    private void enter(List<String> rooms) {
        while (!isPrefix(rooms)) {
            open.removeLast();
            indent().append("}%n".formatted());
        }
        for (String room : rooms.subList(open.size(), rooms.size())) {
            indent().append("%s {%n".formatted(room.equals(KEYWORD) ? '"' + room + '"' : room));
            open.addLast(room);
        }
    }

    private boolean isPrefix(List<String> rooms) {
        return open.size() <= rooms.size() && new ArrayList<>(open).equals(rooms.subList(0, open.size()));
    }

    private StringBuilder indent() {
        return out.repeat(' ', INDENT * open.size());
    }

    private static ConfigValue masked(String path, ConfigValue value) {
        if (value instanceof ConfigList list) {
            return ConfigValueFactory.fromIterable(list.stream()
                    .map(element -> masked(path, element).unwrapped())
                    .toList());
        }
        return value.unwrapped() instanceof String text
                ? ConfigValueFactory.fromAnyRef(ConfigSecrets.mask(path, text))
                : value;
    }
}
