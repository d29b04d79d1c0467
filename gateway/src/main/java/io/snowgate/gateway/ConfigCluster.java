package io.snowgate.gateway;

import io.snowgate.cluster.ClusterOptions;
import io.snowgate.cluster.ClusterTls;
import io.snowgate.cluster.Member;
import io.snowgate.cluster.Sequences;
import io.snowgate.gateway.GatewayConfig.Cluster;
import io.snowgate.gateway.GatewayConfig.ClusterStart;
import io.snowgate.gateway.GatewayConfig.TimestampFollower;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The cluster: a gateway of its own, a member, or one that asks the members. */
final class ConfigCluster {

    private static final Set<String> SCHEMES = Set.of("https", "http");
    private static final String MEMBERS = "cluster.members";
    private static final String STRICT = "cluster.strict-sequences";

    private final ConfigReader reader;

    ConfigCluster(ConfigReader reader) {
        this.reader = reader;
    }

    Cluster cluster() throws ConfigFailure {
        List<Member> members = members();
        Optional<String> self = self(members);
        Cluster told = new Cluster(
                start(members),
                id(),
                members,
                self,
                reader.integer("cluster.groups", 1, ClusterOptions.MAX_GROUPS),
                publicUrl(self),
                reader.choice("cluster.timestamp-follower", TimestampFollower.class),
                strictSequences(),
                tls(members));
        if (told.hasMembers()) {
            requireWhatTheClusterWants(told);
        }
        return told;
    }

    private ClusterStart start(List<Member> members) throws ConfigFailure {
        ClusterStart start = reader.choice("cluster.start", ClusterStart.class);
        boolean fits = start != ClusterStart.OFF || members.isEmpty();
        return reader.require("cluster.start", fits, start, "auto or on with " + ofMembers());
    }

    private String id() throws ConfigFailure {
        String id = reader.text("cluster.id");
        return reader.require(
                "cluster.id", id.matches("[A-Za-z0-9._-]{1,64}"), id, "1..64 of A-Z, a-z, 0-9, '.', '_' and '-'");
    }

    private List<Member> members() throws ConfigFailure {
        List<Member> members = new ArrayList<>();
        for (String text : elements(MEMBERS)) {
            members.add(member(text));
        }
        return List.copyOf(members);
    }

    /** A flag has them in one text, with commas. */
    private List<String> elements(String key) {
        return reader.list(key).stream()
                .flatMap(element -> Stream.of(element.split(",", -1)))
                .map(String::strip)
                .toList();
    }

    private Set<String> strictSequences() throws ConfigFailure {
        Set<String> names = Set.copyOf(elements(STRICT));
        boolean all = names.contains(Cluster.ALL_SEQUENCES);
        reader.require(STRICT, !all || names.size() == 1, names, "* alone or names, not both");
        boolean named = all || names.stream().allMatch(Sequences::isName);
        return reader.require(STRICT, named, names, "* or names of 1..128 of A-Z, a-z, 0-9, '.', '_' and '-'");
    }

    private Member member(String text) throws ConfigFailure {
        try {
            Member member = Member.parse(text);
            return reader.require(MEMBERS, !text.matches(".*:0+"), member, "id=host:port with ports of 1..65535");
        } catch (IllegalArgumentException e) {
            throw failure(String.valueOf(e.getMessage()));
        }
    }

    private Optional<String> self(List<Member> members) throws ConfigFailure {
        String self = reader.text("cluster.self");
        if (members.isEmpty()) {
            reader.require("cluster.self", self.isEmpty(), self, "empty without snowgate." + MEMBERS);
        }
        boolean known = members.stream().anyMatch(member -> member.id().equals(self));
        String ids = members.stream().map(Member::id).collect(Collectors.joining(", "));
        reader.require("cluster.self", known || self.isEmpty(), self, "one of " + ids + ", or empty for none of them");
        return Optional.of(self).filter(id -> !id.isEmpty());
    }

    private Optional<String> publicUrl(Optional<String> self) throws ConfigFailure {
        String text = reader.text("cluster.public-url");
        if (text.isEmpty()) {
            return Optional.empty();
        }
        reader.require("cluster.public-url", self.isPresent(), text, "empty unless snowgate.cluster.self is set");
        return Optional.of(
                reader.require("cluster.public-url", isOrigin(text), text, "https://HOST[:PORT], without a path"));
    }

    private static boolean isOrigin(String text) {
        try {
            URI uri = new URI(text);
            return SCHEMES.contains(String.valueOf(uri.getScheme()))
                    && uri.getHost() != null
                    && text.equals(uri.getScheme() + "://" + uri.getAuthority())
                    && uri.getUserInfo() == null;
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private Optional<ClusterTls> tls(List<Member> members) throws ConfigFailure {
        Optional<Path> cert = reader.optionalPath("cluster.tls.cert");
        Optional<Path> key = reader.optionalPath("cluster.tls.key");
        Optional<Path> authority = reader.optionalPath("cluster.tls.ca");
        if (cert.isEmpty() && key.isEmpty() && authority.isEmpty()) {
            return Optional.empty();
        }
        for (String name : List.of("cert", "key", "ca")) {
            requireMembersAndTheOthers("cluster.tls." + name, members);
        }
        return Optional.of(new ClusterTls(cert.orElseThrow(), key.orElseThrow(), authority.orElseThrow()));
    }

    private void requireMembersAndTheOthers(String key, List<Member> members) throws ConfigFailure {
        String text = reader.text(key);
        reader.require(key, !text.isEmpty(), text, "set when another of snowgate.cluster.tls.cert, key and ca is");
        reader.require(key, !members.isEmpty(), text, "empty without snowgate." + MEMBERS);
    }

    private void requireWhatTheClusterWants(Cluster told) throws ConfigFailure {
        ClusterOptions options = require(
                () -> ClusterStarter.options(
                        told, null, told.members(), null, told.tls().orElse(null)),
                "");
        require(options::checked, "; set snowgate.cluster.tls.cert, key and ca");
    }

    private ClusterOptions require(Supplier<ClusterOptions> options, String advice) throws ConfigFailure {
        try {
            return options.get();
        } catch (IllegalArgumentException e) {
            throw failure(e.getMessage() + advice);
        }
    }

    private ConfigFailure failure(String complaint) {
        return new ConfigFailure("snowgate." + MEMBERS + ": " + complaint + " (from " + reader.place(MEMBERS) + ")");
    }

    private String ofMembers() {
        return "snowgate." + MEMBERS + " (from " + reader.place(MEMBERS) + ")";
    }
}
