package io.snowgate.gateway;

import io.snowgate.cluster.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What is said once the gateway serves: where, how to try it, and what it runs on. */
final class Banner {

    private static final String ALL_ADDRESSES = "0.0.0.0";
    private static final String DEMO = "demo";

    private Banner() {}

    static String of(Gateway gateway) {
        GatewayConfig config = gateway.config();
        String https = "https://" + host(config.host()) + ":" + gateway.port();
        List<String> lines = new ArrayList<>();
        lines.add("Snowgate serves " + https + (config.host().equals(ALL_ADDRESSES) ? " (and on every address)" : ""));
        gateway.plainPort().ifPresent(port -> lines.add("  plain HTTP   http://" + host(config.host()) + ":" + port));
        gateway.adminPort()
                .ifPresent(port ->
                        lines.add("  management   http://" + host(config.admin().host()) + ":" + port + "/metrics"));
        lines.add("  try          curl -k " + https + "/api/snowflake");
        lines.add("               curl -k " + https + "/state");
        lines.add("               or open " + https + " in a browser");
        lines.add("  state        " + state(config));
        if (config.states().size() > 1) {
            lines.add("               " + (config.states().size() - 1) + " more: " + https + "/states");
        }
        lines.add("  IDs          layout " + config.snowflake().layoutName());
        lines.add("  worker id    " + worker(config.snowflake()));
        if (config.clusterBeginsAtStart()) {
            lines.add("  cluster      " + cluster(config.cluster()));
        }
        lines.add("  TLS          " + gateway.tls().describe());
        lines.add("  certificate  "
                + String.join(
                        System.lineSeparator() + "               ",
                        gateway.tls().certificate().describe()));
        lines.add("  stop         Ctrl-C");
        return String.join(System.lineSeparator(), lines);
    }

    private static String state(GatewayConfig config) {
        String source = ConfigSecrets.maskUrls(config.state().source());
        return source.startsWith(DEMO)
                ? "demo data, an election night that never was; yours: --state file:PATH, redis://, mongodb:// or https://"
                : source;
    }

    private static String worker(GatewayConfig.Snowflake snowflake) {
        if (snowflake.isLeased()) {
            return "leased from the cluster";
        }
        return snowflake.workerId()
                + (snowflake.workerIdGiven()
                        ? ""
                        : " (the default; give every other gateway one of its own: --worker-id)");
    }

    private static String cluster(GatewayConfig.Cluster cluster) {
        String members = cluster.members().stream().map(Member::id).collect(Collectors.joining(", "));
        if (members.isEmpty()) {
            return "of its own";
        }
        return cluster.self().map(self -> "member " + self + " of ").orElse("asks the members ") + members;
    }

    private static String host(String host) {
        if (host.equals(ALL_ADDRESSES)) {
            return "localhost";
        }
        return host.contains(":") ? "[" + host + "]" : host;
    }
}
