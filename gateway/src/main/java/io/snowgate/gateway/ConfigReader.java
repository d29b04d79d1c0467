package io.snowgate.gateway;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigOrigin;
import com.typesafe.config.ConfigValue;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * Takes one value after the other out of the merged layers, each with what it may be. A refusal names the key, what is
 * allowed, the value and where it was written; secrets are masked in it.
 */
final class ConfigReader {

    private static final String UNITS_OF_TIME = ", with a unit such as 500ms or 1m";

    private final Config merged;

    /** @param merged resolved and of the shape of the reference, see {@link ConfigLayers} */
    ConfigReader(Config merged) {
        this.merged = merged;
    }

    String text(String key) {
        return merged.getString(path(key));
    }

    List<String> list(String key) {
        return merged.getStringList(path(key));
    }

    /** Elements with the place where each was written. */
    ConfigList elements(String key) {
        return merged.getList(path(key));
    }

    /** The names of the groups in a group, in order. */
    List<String> rooms(String key) {
        return merged.getObject(path(key)).keySet().stream().sorted().toList();
    }

    boolean isDefault(String key) {
        ConfigOrigin origin = merged.getValue(path(key)).origin();
        return origin.filename() == null && origin.description().startsWith(ConfigKeys.REFERENCE_NAME + ":");
    }

    long number(String key, long min, long max) throws ConfigFailure {
        return whole(key, min, max).orElseThrow(() -> refusal(key, min + ".." + max));
    }

    int integer(String key, int min, int max) throws ConfigFailure {
        return (int) number(key, min, max);
    }

    /** Empty for the {@code word}. */
    OptionalInt integerUnless(String word, String key, int min, int max) throws ConfigFailure {
        Optional<Long> value = numberUnless(word, key, min, max);
        return value.isEmpty()
                ? OptionalInt.empty()
                : OptionalInt.of(value.get().intValue());
    }

    /** Empty when the text is no whole number of this range. */
    Optional<Long> whole(String key, long min, long max) {
        try {
            return Optional.of(Long.parseLong(text(key))).filter(value -> value >= min && value <= max);
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** Empty for the {@code word}. */
    Optional<Long> numberUnless(String word, String key, long min, long max) throws ConfigFailure {
        if (text(key).equals(word)) {
            return Optional.empty();
        }
        return Optional.of(whole(key, min, max).orElseThrow(() -> refusal(key, word + " or " + min + ".." + max)));
    }

    /** Empty for the {@code word}. */
    Optional<Duration> durationUnless(String word, String key, String min, String max) throws ConfigFailure {
        return text(key).equals(word) ? Optional.empty() : Optional.of(duration(key, min, max, word + " or "));
    }

    Duration duration(String key, String min, String max) throws ConfigFailure {
        return duration(key, min, max, "");
    }

    private Duration duration(String key, String min, String max, String before) throws ConfigFailure {
        String allowed = before + min + ".." + max;
        require(key, hasUnit(text(key)), key, allowed + UNITS_OF_TIME);
        try {
            Duration value = merged.getDuration(path(key));
            boolean within = value.compareTo(parseDuration(min)) >= 0 && value.compareTo(parseDuration(max)) <= 0;
            return require(key, within, value, allowed);
        } catch (ConfigException e) {
            throw refusal(key, allowed + UNITS_OF_TIME);
        }
    }

    int bytes(String key, String min, String max) throws ConfigFailure {
        String allowed = min + ".." + max;
        try {
            long value = merged.getBytes(path(key));
            boolean within = value >= parseBytes(min) && value <= parseBytes(max);
            return (int) require(key, within, value, allowed).longValue();
        } catch (ConfigException e) {
            throw refusal(key, allowed + ", with a unit such as 8KiB or 1MiB");
        }
    }

    boolean truth(String key) throws ConfigFailure {
        String text = text(key);
        return require(key, text.equals("true") || text.equals("false"), text, "true or false")
                .equals("true");
    }

    <E extends Enum<E>> E choice(String key, Class<E> type) throws ConfigFailure {
        for (E constant : type.getEnumConstants()) {
            if (word(constant).equals(text(key))) {
                return constant;
            }
        }
        throw refusal(
                key,
                Arrays.stream(type.getEnumConstants()).map(ConfigReader::word).collect(Collectors.joining(" or ")));
    }

    Path path(String key, String allowed) throws ConfigFailure {
        return optionalPath(key).orElseThrow(() -> refusal(key, allowed));
    }

    /** Empty for an empty text. */
    Optional<Path> optionalPath(String key) throws ConfigFailure {
        try {
            return text(key).isEmpty() ? Optional.empty() : Optional.of(Path.of(text(key)));
        } catch (InvalidPathException e) {
            throw refusal(key, "a path");
        }
    }

    <T> T require(String key, boolean holds, T value, String allowed) throws ConfigFailure {
        if (!holds) {
            throw refusal(key, allowed);
        }
        return value;
    }

    ConfigFailure refusal(String key, String allowed) {
        return refusal(path(key), allowed, merged.getValue(path(key)));
    }

    /** @param subject what is refused, mostly the full path of the key */
    static ConfigFailure refusal(String subject, String allowed, ConfigValue value) {
        return new ConfigFailure(subject + " must be " + allowed + ": " + shown(subject, value) + " (from "
                + ConfigPlace.of(value) + ")");
    }

    ConfigFailure refusalOf(String subject, String key, String allowed) {
        return refusal(subject, allowed, merged.getValue(path(key)));
    }

    String place(String key) {
        return ConfigPlace.of(merged.getValue(path(key)));
    }

    private static String shown(String path, ConfigValue value) {
        List<String> texts = new ArrayList<>();
        if (value instanceof ConfigList list) {
            list.forEach(element -> texts.add(String.valueOf(element.unwrapped())));
        } else {
            texts.add(value.atKey("v").getString("v"));
        }
        String text = String.join(", ", texts);
        return text.isBlank() ? '"' + text + '"' : ConfigSecrets.mask(path, text);
    }

    private static boolean hasUnit(String text) {
        return !text.isEmpty() && Character.isLetter(text.charAt(text.length() - 1));
    }

    private static Duration parseDuration(String text) {
        return ConfigFactory.parseString("v=" + text).getDuration("v");
    }

    private static long parseBytes(String text) {
        return ConfigFactory.parseString("v=" + text).getBytes("v");
    }

    /** The constant in small letters, or what it says of itself. */
    private static String word(Enum<?> constant) {
        return constant.toString().toLowerCase(Locale.ROOT);
    }

    private static String path(String key) {
        return ConfigKeys.ROOT + "." + key;
    }
}
