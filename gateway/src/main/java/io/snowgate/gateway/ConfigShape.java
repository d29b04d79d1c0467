package io.snowgate.gateway;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.util.Map;
import java.util.TreeMap;

/** Refuses keys that {@code reference.conf} does not have, and values of another kind than its own. */
final class ConfigShape {

    private ConfigShape() {}

    static void check(Config merged, ConfigKeys keys) throws ConfigFailure {
        checkRoom("", merged.root(), keys.reference().root(), keys);
    }

    private static void checkRoom(String prefix, ConfigObject room, ConfigObject known, ConfigKeys keys)
            throws ConfigFailure {
        for (Map.Entry<String, ConfigValue> entry : new TreeMap<>(room).entrySet()) {
            String path = prefix + ConfigUtil.joinPath(entry.getKey());
            ConfigValue expected = known.get(entry.getKey());
            if (expected == null) {
                throw unknown(path, entry.getValue(), keys);
            }
            checkKind(path, entry.getValue(), expected, keys);
        }
    }

    private static void checkKind(String path, ConfigValue value, ConfigValue expected, ConfigKeys keys)
            throws ConfigFailure {
        if (expected instanceof ConfigObject known) {
            if (!(value instanceof ConfigObject room)) {
                throw refused(path, "a group of keys", value);
            }
            checkRoom(path + ".", room, known, keys);
        } else if (expected.valueType() == ConfigValueType.LIST) {
            checkList(path, value);
        } else if (!isScalar(value)) {
            throw refused(path, "a single value", value);
        }
    }

    private static void checkList(String path, ConfigValue value) throws ConfigFailure {
        if (!(value instanceof ConfigList list) || !list.stream().allMatch(ConfigShape::isScalar)) {
            throw refused(path, "a list of texts in [ ]", value);
        }
    }

    private static boolean isScalar(ConfigValue value) {
        return switch (value.valueType()) {
            case STRING, NUMBER, BOOLEAN -> true;
            case LIST, OBJECT, NULL -> false;
        };
    }

    /** Names the first key of an unknown room, because a room that several layers share does not know its line. */
    private static ConfigFailure unknown(String path, ConfigValue value, ConfigKeys keys) {
        if (value instanceof ConfigObject room && !room.isEmpty()) {
            Map.Entry<String, ConfigValue> first = new TreeMap<>(room).firstEntry();
            return unknown(path + "." + ConfigUtil.joinPath(first.getKey()), first.getValue(), keys);
        }
        String hint = keys.nearest(path)
                .map(meant -> "did you mean " + meant + "?")
                .orElse("`snowgate config` lists the keys there are");
        return new ConfigFailure("unknown key " + path + " (from " + ConfigPlace.of(value) + "): " + hint);
    }

    /** The value itself, or the first of a room, which knows its line. */
    static ConfigValue firstLeaf(ConfigValue value) {
        if (value instanceof ConfigObject room && !room.isEmpty()) {
            return firstLeaf(new TreeMap<>(room).firstEntry().getValue());
        }
        return value;
    }

    private static ConfigFailure refused(String path, String allowed, ConfigValue value) {
        String kind = switch (value.valueType()) {
            case OBJECT -> "a group of keys";
            case LIST -> "a list";
            case NULL -> "null";
            case STRING, NUMBER, BOOLEAN -> ConfigSecrets.mask(path, String.valueOf(value.unwrapped()));
        };
        return new ConfigFailure(
                path + " must be " + allowed + ": " + kind + " (from " + ConfigPlace.of(firstLeaf(value)) + ")");
    }
}
