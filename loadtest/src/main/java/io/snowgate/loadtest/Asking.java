package io.snowgate.loadtest;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** Which requests scenarios make of which server: each is tried once, and a server that answers otherwise is left out. */
final class Asking {

    static final String SINCE = "since";
    static final String DICTIONARY = "dictionary";

    private static final String STATE = "/state";
    private static final String IDS = "/api/snowflake";
    private static final int SHORTEST_HUNDRED_IDS = 1_500;
    private static final String CODINGS = "accept-encoding: gzip, deflate, br, zstd, dcb, dcz";

    private Asking() {}

    static Optional<Request> state(Server server, Setting setting) throws IOException {
        return checked(server, Request.of(STATE), answer -> true);
    }

    static Optional<Request> notModified(Server server, Setting setting) throws IOException {
        Optional<String> tag = tag(server);
        if (tag.isEmpty()) {
            return Optional.empty();
        }
        return checked(server, new Request(STATE, List.of("if-none-match: " + tag.get()), 3), answer -> true);
    }

    static Optional<Request> gzip(Server server, Setting setting) throws IOException {
        return checked(
                server,
                Request.of(STATE, "accept-encoding: gzip"),
                answer -> answer.field("content-encoding").equals(Optional.of("gzip")));
    }

    /** What only Snowgate has: the difference to a version, named by its tag or given as a dictionary. */
    static Optional<Request> delta(Server server, Setting setting) throws IOException {
        if (!server.name().equals(Peer.SNOWGATE)) {
            return Optional.empty();
        }
        if (setting.variant().equals(SINCE)) {
            String since = URLEncoder.encode(tag(server).orElse(""), StandardCharsets.UTF_8);
            return checked(
                    server,
                    Request.of(STATE + "?since=" + since),
                    answer -> answer.body().length() < Document.BYTES);
        }
        String hash = Base64.getEncoder().encodeToString(sha256(Document.text()));
        return checked(
                server,
                Request.of(STATE, CODINGS, "available-dictionary: :" + hash + ":"),
                answer -> answer.field("content-encoding").orElse("").startsWith("dc"));
    }

    static Optional<Request> id(Server server, Setting setting) throws IOException {
        return checked(server, Request.of(IDS), answer -> !answer.body().isEmpty());
    }

    static Optional<Request> hundredIds(Server server, Setting setting) throws IOException {
        return checked(
                server, Request.of(IDS + "?n=100"), answer -> answer.body().length() > SHORTEST_HUNDRED_IDS);
    }

    private static Optional<String> tag(Server server) throws IOException {
        return Probe.get(server.port(true), true, STATE, List.of()).flatMap(answer -> answer.field("etag"));
    }

    private interface Check {
        boolean accepts(Answer answer);
    }

    private static Optional<Request> checked(Server server, Request request, Check check) throws IOException {
        return Probe.get(server.port(true), true, request.path(), request.fields())
                .filter(answer -> answer.status() / 100 == request.expected() && check.accepts(answer))
                .map(answer -> request);
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.US_ASCII));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
