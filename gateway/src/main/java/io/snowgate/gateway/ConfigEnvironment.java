package io.snowgate.gateway;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The layer of the environment: {@code SNOWGATE_TLS_CERT} sets {@code snowgate.tls.cert}.
 *
 * <p>Kubernetes puts variables for every service into each container, and for services named {@code snowgate} or
 * {@code snowgate-plain} they look like ours ({@code SNOWGATE_PORT=tcp://10.0.0.1:8443}). These are left alone; what
 * remains unknown is reported and ignored, because an environment is shared by many.
 *
 * @param values the keys that are set
 * @param unknown names that begin as ours do but set no key, each with what was likely meant
 */
record ConfigEnvironment(Config values, List<String> unknown) {

    private static final String PREFIX = ConfigKeys.environmentName(ConfigKeys.ROOT) + "_";

    /** Read by the launcher, not by us. */
    private static final Set<String> OF_THE_LAUNCHER =
            Set.of("SNOWGATE_JAVA_OPTS", "SNOWGATE_AOT", "SNOWGATE_JDK_SEARCH");

    private static final Pattern KUBERNETES_NAME = Pattern.compile(
            "SNOWGATE_(.*_)?(SERVICE_(HOST|PORT(_.+)?)|PORT_[0-9]+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)");
    private static final Pattern KUBERNETES_PORT = Pattern.compile("SNOWGATE_(.*_)?PORT=(tcp|udp|sctp)://.*");

    static ConfigEnvironment read(Map<String, String> environment, ConfigKeys keys) {
        Map<String, String> ours = ours(environment);
        Config values = ConfigFactory.empty();
        for (String path : keys.paths()) {
            String name = ConfigKeys.environmentName(path);
            String text = ours.remove(name);
            if (text != null) {
                values = values.withValue(path, ConfigLayers.value(keys, path, text, ConfigPlace.variable(name)));
            }
        }
        return new ConfigEnvironment(values, unknown(ours.keySet(), keys));
    }

    private static Map<String, String> ours(Map<String, String> environment) {
        Map<String, String> ours = new TreeMap<>(environment);
        ours.keySet().removeIf(name -> !name.startsWith(PREFIX) || OF_THE_LAUNCHER.contains(name));
        ours.entrySet().removeIf(entry -> isOfKubernetes(entry.getKey(), entry.getValue()));
        return ours;
    }

    private static boolean isOfKubernetes(String name, String value) {
        return KUBERNETES_NAME.matcher(name).matches()
                || KUBERNETES_PORT.matcher(name + "=" + value).matches();
    }

    private static List<String> unknown(Set<String> names, ConfigKeys keys) {
        List<String> known = new ArrayList<>();
        keys.paths().forEach(path -> known.add(ConfigKeys.environmentName(path)));
        return names.stream()
                .map(name -> name
                        + ConfigKeys.nearest(
                                        name.substring(PREFIX.length()),
                                        known,
                                        other -> other.substring(PREFIX.length()))
                                .map(meant -> " (did you mean " + meant + "?)")
                                .orElse(""))
                .toList();
    }
}
