package io.snowgate.gateway;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import io.snowgate.gateway.state.StateOptions;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The names of the states below {@code snowgate.states}. A name is a segment of a path and a part of a variable, so it
 * must be plain in both and clear beside the others.
 */
final class ConfigStateNames {

    static final int MAX_STATES = 1_000;

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");
    private static final Set<String> RESERVED = Set.of("stream", "dictionary");
    private static final String SUBJECT = "the name of a state";

    private ConfigStateNames() {}

    /** Empty when {@code states} is no group of keys, which is refused elsewhere. */
    static Set<String> of(Config layers) throws ConfigFailure {
        if (!(layers.getValue(ConfigKeys.STATES) instanceof ConfigObject states)) {
            return Set.of();
        }
        Map<String, String> namesByVariable = new HashMap<>();
        for (Map.Entry<String, ConfigValue> state : new TreeMap<>(states).entrySet()) {
            check(state.getKey(), state.getValue());
            String other = namesByVariable.put(ConfigKeys.environmentName(state.getKey()), state.getKey());
            if (other != null) {
                throw refused(state.getKey(), state.getValue(), "unlike " + other + " in more than case, - and _");
            }
        }
        if (states.size() > MAX_STATES) {
            throw new ConfigFailure(ConfigKeys.STATES + " must be at most " + MAX_STATES + ": " + states.size());
        }
        return states.keySet();
    }

    private static void check(String name, ConfigValue state) throws ConfigFailure {
        String word = name.toLowerCase(Locale.ROOT);
        if (!NAME.matcher(name).matches()) {
            throw refused(name, state, "1..64 of A-Z, a-z, 0-9, _ and -");
        }
        if (RESERVED.contains(word)) {
            throw refused(name, state, "another than stream and dictionary, which are reserved");
        }
        if (word.equals(StateOptions.DEFAULT_NAME)) {
            throw refused(name, state, "another than default, which is snowgate.state itself");
        }
    }

    private static ConfigFailure refused(String name, ConfigValue state, String allowed) {
        String shown = name.isBlank() ? '"' + name + '"' : name;
        return new ConfigFailure(SUBJECT + " must be " + allowed + ": " + shown + " (from "
                + ConfigPlace.of(ConfigShape.firstLeaf(state)) + ")");
    }
}
