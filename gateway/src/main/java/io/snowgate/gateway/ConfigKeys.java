package io.snowgate.gateway;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import com.typesafe.config.ConfigValueType;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * The keys there are, as {@code reference.conf} lists them and in its order. Whatever else needs to know a key (the
 * environment, {@code --set}, {@code --help}, the refusal of unknown ones) asks here, so that a key is written down once.
 * One room is open: each member of {@code states} has the keys of {@code state}, once {@link #withStates} was told its name.
 */
final class ConfigKeys {

    /** Every key stands below this one. */
    static final String ROOT = "snowgate";

    static final String REFERENCE_NAME = "reference.conf";

    /** Where states are named; each has the shape of {@link #STATE}. */
    static final String STATES = ROOT + ".states";

    private static final String STATE = ROOT + ".state";

    private static final Comparator<Map.Entry<String, ConfigValue>> IN_FILE_ORDER =
            Comparator.<Map.Entry<String, ConfigValue>>comparingInt(
                            entry -> entry.getValue().origin().lineNumber())
                    .thenComparing(Map.Entry.comparingByKey());

    private final Config reference;
    private final Map<String, ConfigValue> leaves = new LinkedHashMap<>();

    private ConfigKeys(Config reference) {
        this.reference = reference;
        collect(ROOT + ".", reference.getObject(ROOT));
    }

    static ConfigKeys load() {
        try (InputStream in = Objects.requireNonNull(
                ConfigKeys.class.getClassLoader().getResourceAsStream(REFERENCE_NAME), REFERENCE_NAME)) {
            return new ConfigKeys(ConfigFactory.parseReader(
                    new InputStreamReader(in, StandardCharsets.UTF_8),
                    ConfigParseOptions.defaults().setOriginDescription(REFERENCE_NAME)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** These keys, and those of each state in {@code names}, with the defaults of {@code state}. */
    ConfigKeys withStates(Set<String> names) {
        Map<String, ConfigValue> states = new TreeMap<>();
        names.forEach(name -> states.put(name, reference.getObject(STATE)));
        return new ConfigKeys(reference.withValue(STATES, ConfigValueFactory.fromMap(states)));
    }

    Config reference() {
        return reference;
    }

    /** Full paths such as {@code snowgate.tls.cert}, in the order of the file. */
    Set<String> paths() {
        return Collections.unmodifiableSet(leaves.keySet());
    }

    /** Whether the key has a list; also of states that nobody has named yet. */
    boolean isList(String path) {
        ConfigValue leaf = leaves.get(path.startsWith(STATES + ".") ? STATE + "." + lastPart(path) : path);
        return leaf != null && leaf.valueType() == ConfigValueType.LIST;
    }

    /** The default as HOCON. */
    ConfigValue leaf(String path) {
        return Objects.requireNonNull(leaves.get(path), path);
    }

    /** The first line of the key's comment. */
    String summary(String path) {
        return leaf(path).origin().comments().getFirst().strip();
    }

    /** {@code SNOWGATE_TLS_CERT} for {@code snowgate.tls.cert}. */
    static String environmentName(String path) {
        return path.replace('.', '_').replace('-', '_').toUpperCase(Locale.ROOT);
    }

    /** The key someone most likely meant: the one with the fewest typos, in the whole path or else in its last part. */
    Optional<String> nearest(String unknown) {
        String prefix = ROOT + ".";
        String below = unknown.startsWith(prefix) ? unknown.substring(prefix.length()) : unknown;
        return nearest(below, leaves.keySet(), path -> path.substring(prefix.length()))
                .or(() -> nearest(lastPart(unknown), leaves.keySet(), ConfigKeys::lastPart));
    }

    /** The candidate whose {@code name} has the fewest typos, unless it has too many to be meant. */
    static Optional<String> nearest(String unknown, Iterable<String> candidates, UnaryOperator<String> name) {
        String nearest = null;
        int fewest = unknown.length() / 3 + 1;
        for (String candidate : candidates) {
            int typos = typos(unknown, name.apply(candidate));
            if (typos < fewest) {
                fewest = typos;
                nearest = candidate;
            }
        }
        return Optional.ofNullable(nearest);
    }

    private void collect(String prefix, ConfigObject object) {
        object.entrySet().stream().sorted(IN_FILE_ORDER).forEach(entry -> {
            if (entry.getValue() instanceof ConfigObject room) {
                collect(prefix + ConfigUtil.joinPath(entry.getKey()) + ".", room);
            } else {
                leaves.put(prefix + entry.getKey(), entry.getValue());
            }
        });
    }

    private static String lastPart(String path) {
        return path.substring(path.lastIndexOf('.') + 1);
    }

    /** Letters missing, added, wrong or swapped with their neighbour (optimal string alignment distance). */
    private static int typos(String left, String right) {
        int[][] cost = new int[left.length() + 1][right.length() + 1];
        for (int i = 0; i <= left.length(); i++) {
            for (int j = 0; j <= right.length(); j++) {
                cost[i][j] = Math.min(i, j) == 0 ? i + j : typos(left, i, right, j, cost);
            }
        }
        return cost[left.length()][right.length()];
    }

    private static int typos(String left, int i, String right, int j, int[][] cost) {
        boolean same = left.charAt(i - 1) == right.charAt(j - 1);
        int fewest = cost[i - 1][j - 1] + (same ? 0 : 1);
        fewest = Math.min(fewest, Math.min(cost[i - 1][j], cost[i][j - 1]) + 1);
        boolean swapped = Math.min(i, j) > 1
                && left.charAt(i - 1) == right.charAt(j - 2)
                && left.charAt(i - 2) == right.charAt(j - 1);
        return swapped ? Math.min(fewest, cost[i - 2][j - 2] + 1) : fewest;
    }
}
