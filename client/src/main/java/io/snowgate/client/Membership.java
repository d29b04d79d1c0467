package io.snowgate.client;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Who votes and who leads, as {@code /members} says: those whose address for clients is known.
 *
 * @param leader where it is, or empty
 * @param members where they are
 */
record Membership(Optional<URI> leader, List<URI> members) {

    private static final String ADDRESS = "\"http\":\\s*\"([^\"\\\\]{1,300})\"";
    private static final Pattern EACH = Pattern.compile(ADDRESS);
    private static final Pattern LEADER = Pattern.compile("\"leader\":\\s*\\{[^}]*?" + ADDRESS);

    Membership {
        members = List.copyOf(members);
    }

    static Membership read(byte[] body) {
        String text = new String(body, StandardCharsets.UTF_8);
        Matcher leader = LEADER.matcher(text);
        return new Membership(
                leader.find() ? Origins.tryRead(leader.group(1)) : Optional.empty(),
                EACH.matcher(text)
                        .results()
                        .map((MatchResult found) -> found.group(1))
                        .distinct()
                        .flatMap(address -> Origins.tryRead(address).stream())
                        .toList());
    }
}
