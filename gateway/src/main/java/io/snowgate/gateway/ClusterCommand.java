package io.snowgate.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snowgate.cluster.Member;
import io.snowgate.cluster.Sequences;
import io.snowgate.gateway.tls.ClusterAuthority;
import io.snowgate.gateway.tls.TlsFailure;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * {@code snowgate cluster}: asks a running gateway, by its management port, how its cluster stands, and changes it.
 * {@code init} asks nobody: it makes the certificates.
 */
sealed interface ClusterCommand {

    String HELP = """
            Usage: snowgate cluster status                        who votes, who leads, how far the logs are
                   snowgate cluster add ID=HOST:PORT              let a member in, which runs and waits for that
                   snowgate cluster remove ID                     take a member's vote for good
                   snowgate cluster transfer ID [GROUP]           let this member lead; group 0 has the timestamps [0]
                   snowgate cluster reset NAME NEXT               move a sequence forward, so that NEXT is its next value
                   snowgate cluster init DIRECTORY ID=HOST...     make the certificates of members

            All but init ask a gateway on this machine: the one whose management port is --admin-port.

                  --admin-port=PORT     Its management port. [9090]

            Add one member at a time, and remove one at a time. A new member is started with an empty data directory,
            with the others and itself in --members; it waits until it is added. A member that was removed may come back
            under its id only with an empty data directory, and added again.

            init keeps the authority that is in DIRECTORY, or makes one, and then a certificate and a key for each member,
            by the name or address that the others reach it by. Give each member its ID.crt, its ID.key and ca.crt. Who
            has a certificate of this authority is let in: keep ca.key to yourself.

            Examples:
              snowgate cluster init ~/snowgate-cluster a=10.0.0.1 b=10.0.0.2 c=10.0.0.3
              snowgate cluster status --admin-port 9091
              snowgate cluster add d=10.0.0.4:7001
              snowgate cluster remove a

            Exit codes: 0 done, 1 refused by the cluster or not answered, 2 refused options or operands.
            """;

    Duration PATIENCE = Duration.ofSeconds(40);

    /** Does it, and prints what there is to say. */
    void run(GatewayConfig config, PrintStream out) throws StartFailure;

    static ClusterCommand read(List<String> operands) throws ConfigFailure {
        try {
            return parse(operands);
        } catch (IllegalArgumentException e) {
            throw new ConfigFailure(String.valueOf(e.getMessage()));
        }
    }

    private static ClusterCommand parse(List<String> operands) throws ConfigFailure {
        String verb = operands.isEmpty() ? "" : operands.getFirst();
        List<String> rest = operands.isEmpty() ? List.of() : operands.subList(1, operands.size());
        return switch (verb) {
            case "status" -> {
                require(rest.isEmpty(), "status takes no operands: " + String.join(" ", rest));
                yield new Status();
            }
            case "add" -> add(rest);
            case "remove" -> {
                require(rest.size() == 1, "remove needs the id of one member");
                yield new Change(
                        "DELETE", "members/" + Member.checkId(rest.getFirst()), rest.getFirst() + " votes no more");
            }
            case "transfer" -> transfer(rest);
            case "reset" -> reset(rest);
            case "init" -> init(rest);
            default ->
                throw new ConfigFailure((verb.isEmpty() ? "cluster needs a command" : "unknown command cluster " + verb)
                        + ": one of status, add, remove, transfer, reset and init");
        };
    }

    private static ClusterCommand add(List<String> operands) throws ConfigFailure {
        require(operands.size() == 1, "add needs one member, ID=HOST:PORT");
        Member member = Member.parse(operands.getFirst());
        String path = "members/" + member.id() + "?peer="
                + member.peerAddress().replace("[", "%5B").replace("]", "%5D");
        return new Change("PUT", path, member.id() + " votes now");
    }

    private static ClusterCommand transfer(List<String> operands) throws ConfigFailure {
        require(
                operands.size() == 1 || operands.size() == 2,
                "transfer needs the id of a member, and may have a group");
        String group = operands.size() == 2 ? operands.getLast() : "0";
        require(group.matches("[0-9]{1,4}"), "the group must be a number, as in the status: " + group);
        String id = Member.checkId(operands.getFirst());
        return new Change("PUT", "groups/" + group + "/leader?id=" + id, id + " leads the group " + group);
    }

    private static ClusterCommand reset(List<String> operands) throws ConfigFailure {
        require(operands.size() == 2, "reset needs the name of a sequence and its next value");
        String name = operands.getFirst();
        long next = ClusterControl.checkNext(operands.getLast());
        require(Sequences.isName(name), "the name must be 1..128 of A-Z, a-z, 0-9, '.', '_' and '-': " + name);
        return new Change("PUT", "sequences/" + name + "?next=" + next, name + " goes on at " + next + " or above");
    }

    private static ClusterCommand init(List<String> operands) throws ConfigFailure {
        require(operands.size() >= 2, "init needs a directory and at least one ID=HOST");
        Map<String, String> hosts = new LinkedHashMap<>();
        for (String member : operands.subList(1, operands.size())) {
            int equals = member.indexOf('=');
            require(equals > 0, "a member must be ID=HOST: " + member);
            String id = Member.checkId(member.substring(0, equals));
            String host = member.substring(equals + 1).replaceFirst("(?<=[^:]):[0-9]{1,5}$", "");
            require(!id.equals(ClusterAuthority.NAME), "a member may not be called as the authority is: " + id);
            require(
                    host.matches("[A-Za-z0-9.:-]{1,253}"),
                    "the host of " + id + " must be a name or an address: " + host);
            require(hosts.put(id, host) == null, "a member may be given once: " + id);
        }
        try {
            return new Init(Path.of(operands.getFirst()), hosts);
        } catch (InvalidPathException e) {
            throw new ConfigFailure("init needs a directory: " + operands.getFirst());
        }
    }

    private static void require(boolean holds, String otherwise) throws ConfigFailure {
        if (!holds) {
            throw new ConfigFailure(otherwise);
        }
    }

    /** What the gateway answered. */
    private static String ask(GatewayConfig config, String method, String path) throws StartFailure {
        URI uri = uri(config, path);
        HttpRequest request = HttpRequest.newBuilder(uri)
                .timeout(PATIENCE)
                .method(method, BodyPublishers.noBody())
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
            if (response.statusCode() != 200) {
                throw new StartFailure(response.body().strip());
            }
            return response.body();
        } catch (IOException e) {
            throw new StartFailure(
                    "no gateway answers at " + uri.getAuthority() + " (" + e
                            + "); name its management port: --admin-port",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartFailure("interrupted", e);
        }
    }

    private static URI uri(GatewayConfig config, String path) throws StartFailure {
        if (config.admin().port().isEmpty()) {
            throw new StartFailure("the management port is off, and there is nobody to ask: --admin-port");
        }
        InetAddress host = new InetSocketAddress(config.admin().host(), 0).getAddress();
        String name = host == null || host.isAnyLocalAddress() ? "127.0.0.1" : host.getHostAddress();
        String bracketed = name.contains(":") ? "[" + name + "]" : name;
        return URI.create("http://" + bracketed + ":" + config.admin().port().getAsInt() + ClusterControl.PATH + path);
    }

    /** {@code status}. */
    record Status() implements ClusterCommand {

        private static final ObjectMapper JSON = new ObjectMapper();
        private static final String MEMBER_ROW = "%-16s  %-26s  %-34s  %s%n";

        @Override
        public void run(GatewayConfig config, PrintStream out) throws StartFailure {
            try {
                print(JSON.readTree(ask(config, "GET", "")), out);
            } catch (IOException e) {
                throw new StartFailure("the management port answers, but not as a gateway does: " + e.getMessage(), e);
            }
        }

        private static void print(JsonNode status, PrintStream out) {
            JsonNode problem = status.path("problem");
            out.println(status.path("phase").asText().toLowerCase(Locale.ROOT)
                    + (problem.isTextual() ? ": " + problem.asText() : "")
                    + "; asked "
                    + (status.path("self").isTextual() ? status.path("self").asText() : "a client"));
            out.println();
            out.printf(MEMBER_ROW, "member", "peers reach it at", "clients reach it at", "leads groups");
            for (JsonNode member : status.path("members")) {
                String id = member.path("id").asText();
                out.printf(MEMBER_ROW, id, member.path("peer").asText(), http(member), ledBy(id, status));
            }
            out.println();
            out.printf("%-6s  %-16s  %8s  %12s%n", "group", "leader", "term", "log applied");
            for (JsonNode group : status.path("groups")) {
                out.printf(
                        "%-6s  %-16s  %8s  %12s%n",
                        group.path("group").asText(),
                        group.path("leader").isTextual() ? group.path("leader").asText() : "(none)",
                        group.path("term").asText(),
                        group.path("applied").asText());
            }
        }

        /** A cluster of one never says it: whoever asks is there already. */
        private static String http(JsonNode member) {
            return member.path("http").isTextual() ? member.path("http").asText() : "(not said)";
        }

        private static String ledBy(String id, JsonNode status) {
            return StreamSupport.stream(status.path("groups").spliterator(), false)
                    .filter(group -> group.path("leader").asText().equals(id))
                    .map(group -> group.path("group").asText())
                    .collect(Collectors.joining(", "));
        }
    }

    /** What changes something. */
    record Change(String method, String path, String done) implements ClusterCommand {

        @Override
        public void run(GatewayConfig config, PrintStream out) throws StartFailure {
            ask(config, method, "/" + path);
            out.println(done);
        }
    }

    /** {@code init}. */
    record Init(Path directory, Map<String, String> hosts) implements ClusterCommand {

        @Override
        public void run(GatewayConfig config, PrintStream out) throws StartFailure {
            try {
                ClusterAuthority.sign(directory, hosts, InstantSource.system());
            } catch (TlsFailure e) {
                throw new StartFailure(String.valueOf(e.getMessage()), e);
            }
            String any = hosts.keySet().iterator().next();
            out.println("In " + directory + ", for each member ID.crt and ID.key, and ca.crt for all; on " + any + ":");
            out.println("  snowgate --self " + any + " --members ... --set cluster.tls.cert=" + any + ".crt"
                    + " --set cluster.tls.key=" + any + ".key --set cluster.tls.ca=ca.crt");
        }
    }
}
