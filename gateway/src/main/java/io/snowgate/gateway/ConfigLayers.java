package io.snowgate.gateway;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigResolveOptions;
import com.typesafe.config.ConfigResolver;
import com.typesafe.config.ConfigSyntax;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Lays flags over the environment over a file over {@code reference.conf}. Nothing else is read: no system property and
 * no file by convention. Only a file may hold substitutions, from other keys or from the environment; flags and
 * variables are taken literally.
 */
final class ConfigLayers {

    private ConfigLayers() {}

    /** {@code keys} with those of every state that a flag or the file names. */
    static ConfigKeys keys(Config flags, Config file, ConfigKeys keys, Map<String, String> variables)
            throws ConfigFailure {
        try {
            Config named = flags.withFallback(file)
                    .withFallback(keys.reference())
                    .resolve(resolving(variables).setAllowUnresolved(true));
            return keys.withStates(ConfigStateNames.of(named));
        } catch (ConfigException.NotResolved e) {
            return keys; // merging them says what cannot be resolved, and where
        } catch (ConfigException e) {
            throw new ConfigFailure(place(e) + reason(e));
        }
    }

    static Config merge(Config flags, Config environment, Config file, ConfigKeys keys, Map<String, String> variables)
            throws ConfigFailure {
        try {
            Config merged = flags.withFallback(environment)
                    .withFallback(file)
                    .withFallback(keys.reference())
                    .resolve(resolving(variables));
            ConfigShape.check(merged, keys);
            return merged;
        } catch (ConfigException e) {
            throw new ConfigFailure(place(e) + reason(e));
        }
    }

    static Config readFile(Path file) throws ConfigFailure {
        if (!Files.exists(file)) {
            throw new ConfigFailure("cannot read " + file + ": there is no such file (from --config)");
        }
        if (Files.isDirectory(file)) {
            throw new ConfigFailure("cannot read " + file + ": it is a directory (from --config)");
        }
        if (!Files.isReadable(file)) {
            throw new ConfigFailure("cannot read " + file + ": permission denied (from --config)");
        }
        return parse(file);
    }

    /** What a flag or a variable says, as the kind of value the key has; a list has commas between its elements. */
    static ConfigValue value(ConfigKeys keys, String path, String text, String place) {
        if (keys.isList(path)) {
            return list(elements(text), place);
        }
        return ConfigValueFactory.fromAnyRef(text, place);
    }

    static ConfigValue list(List<String> elements, String place) {
        return ConfigValueFactory.fromIterable(elements, place);
    }

    private static ConfigResolveOptions resolving(Map<String, String> variables) {
        return ConfigResolveOptions.noSystem().appendResolver(new Variables(variables));
    }

    private static List<String> elements(String text) {
        return Arrays.stream(text.split(",", -1))
                .map(String::strip)
                .filter(element -> !element.isEmpty())
                .toList();
    }

    private static Config parse(Path file) throws ConfigFailure {
        ConfigSyntax syntax = file.toString().endsWith(".json") ? ConfigSyntax.JSON : ConfigSyntax.CONF;
        try {
            return ConfigFactory.parseFile(
                    file.toFile(),
                    ConfigParseOptions.defaults().setSyntax(syntax).setAllowMissing(false));
        } catch (ConfigException e) {
            throw new ConfigFailure("cannot read " + file + ": " + place(e) + reason(e));
        }
    }

    private static String place(ConfigException e) {
        return e.origin() == null ? "" : ConfigPlace.of(e.origin()) + ": ";
    }

    private static String reason(ConfigException e) {
        String description = e.origin() == null ? "" : e.origin().description() + ": ";
        return String.valueOf(e.getMessage()).replace(description, "");
    }

    private record Variables(Map<String, String> variables) implements ConfigResolver {

        @Override
        public @Nullable ConfigValue lookup(String name) {
            String text = variables.get(name);
            return text == null ? null : ConfigValueFactory.fromAnyRef(text, ConfigPlace.variable(name));
        }

        @Override
        public ConfigResolver withFallback(ConfigResolver fallback) {
            return this;
        }
    }
}
