package io.snowgate.gateway;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import io.snowgate.cluster.Cluster;
import io.snowgate.cluster.ClusterStatus;
import io.snowgate.cluster.Member;
import io.snowgate.cluster.Range;
import io.snowgate.cluster.Refusal;
import io.snowgate.cluster.SequenceResult;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The cluster, on the management port:
 *
 * <pre>
 *   GET    /cluster                               how it stands, as JSON
 *   PUT    /cluster/members/{id}?peer=HOST:PORT   adds a member that waits for it
 *   DELETE /cluster/members/{id}                  removes one for good
 *   PUT    /cluster/groups/{n}/leader?id={id}     lets another member lead
 *   PUT    /cluster/sequences/{name}?next=N       moves a sequence forward
 * </pre>
 *
 * <p>What changes something answers 200 when it is done, 400 for what cannot be meant, 409 with the reason when the
 * cluster refuses it, 503 when nobody decided in time. Browsers are turned away: a page must not change a cluster because
 * its reader can reach the port. Any thread; each request waits on its own.
 */
final class ClusterControl implements HttpHandler {

    static final String PATH = "/cluster";

    private static final Pattern MEMBER = Pattern.compile("/cluster/members/([^/]+)");
    private static final Pattern LEADER = Pattern.compile("/cluster/groups/([0-9]{1,4})/leader");
    private static final Pattern SEQUENCE = Pattern.compile("/cluster/sequences/([^/]+)");
    private static final JsonFactory JSON = new JsonFactory();
    private static final long PATIENCE_SECONDS = 30;
    private static final String NOT_IN_TIME =
            "not decided within " + PATIENCE_SECONDS + " s; it may still happen: ask for the status";

    private static final int OK = 200;
    private static final int BAD = 400;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int WRONG_METHOD = 405;
    private static final int CONFLICT = 409;
    private static final int UNAVAILABLE = 503;

    private final Cluster cluster;

    ClusterControl(Cluster cluster) {
        this.cluster = cluster;
    }

    private record Reply(int status, String text) {

        static Reply ofOutcome(String problem) {
            return problem.isEmpty() ? new Reply(OK, "done") : new Reply(CONFLICT, problem);
        }

        static Reply bad(String problem) {
            return new Reply(BAD, problem);
        }
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Reply reply = isOfABrowser(exchange)
                    ? new Reply(FORBIDDEN, "browsers may not ask this: it is for `snowgate cluster` and curl")
                    : reply(exchange);
            boolean isJson = reply.text.startsWith("{");
            byte[] body = (reply.text + "\n").getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders()
                    .set("Content-Type", isJson ? "application/json" : "text/plain; charset=utf-8");
            exchange.sendResponseHeaders(reply.status, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    /** Pages send one of these with everything that is not a plain GET, and newer browsers with that, too. */
    private static boolean isOfABrowser(HttpExchange exchange) {
        return exchange.getRequestHeaders().containsKey("Origin")
                || exchange.getRequestHeaders().containsKey("Sec-Fetch-Site");
    }

    private Reply reply(HttpExchange exchange) {
        String path = exchange.getRequestURI().getPath();
        String query = exchange.getRequestURI().getRawQuery();
        Matcher member = MEMBER.matcher(path);
        Matcher leader = LEADER.matcher(path);
        Matcher sequence = SEQUENCE.matcher(path);
        try {
            return switch (exchange.getRequestMethod() + (path.equals(PATH) ? " status" : "")) {
                case "GET status" -> new Reply(OK, json(cluster.status()));
                case "PUT" -> {
                    if (member.matches()) {
                        yield add(member.group(1), required(query, "peer"));
                    } else if (leader.matches()) {
                        yield transfer(Integer.parseInt(leader.group(1)), required(query, "id"));
                    }
                    yield sequence.matches() ? reset(sequence.group(1), required(query, "next")) : nothing(path);
                }
                case "DELETE" -> member.matches() ? outcome(cluster.admin().remove(member.group(1))) : nothing(path);
                default -> new Reply(WRONG_METHOD, "GET /cluster, or PUT and DELETE below it");
            };
        } catch (IllegalArgumentException e) {
            return Reply.bad(String.valueOf(e.getMessage()));
        } catch (IllegalStateException e) {
            return new Reply(UNAVAILABLE, String.valueOf(e.getMessage()));
        }
    }

    private static Reply nothing(String path) {
        return new Reply(
                NOT_FOUND,
                "served here: /cluster, /cluster/members/ID, /cluster/groups/N/leader, /cluster/sequences/NAME; not "
                        + path);
    }

    private Reply add(String id, String peer) {
        return outcome(cluster.admin().add(new Member(id, peer)));
    }

    private Reply transfer(int group, String id) {
        int groups = cluster.status().groups().size();
        return group < groups
                ? outcome(cluster.admin().transfer(group, id))
                : Reply.bad("the group must be 0.." + (groups - 1) + ": " + group);
    }

    private Reply reset(String name, String next) {
        SequenceResult result = awaited(cluster.sequences().resetForward(name, checkNext(next)));
        return switch (result) {
            case null -> new Reply(UNAVAILABLE, NOT_IN_TIME);
            case Range range -> new Reply(OK, "done");
            case Refusal refusal -> new Reply(refusal.reason().passes() ? UNAVAILABLE : CONFLICT, refusal.message());
        };
    }

    /**
     * The value that a sequence is to go on with.
     *
     * @throws IllegalArgumentException with a message for whoever wrote it
     */
    static long checkNext(String text) {
        if (!text.matches("[1-9][0-9]{0,17}")) {
            throw new IllegalArgumentException("the next value must be 1..999999999999999999: " + text);
        }
        return Long.parseLong(text);
    }

    private static Reply outcome(CompletionStage<String> change) {
        String problem = awaited(change);
        return problem == null ? new Reply(UNAVAILABLE, NOT_IN_TIME) : Reply.ofOutcome(problem);
    }

    /** Null when it does not come in time. */
    private static <T> @Nullable T awaited(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        } catch (ExecutionException e) {
            throw new IllegalStateException(String.valueOf(e.getCause()), e);
        }
    }

    private static String required(@Nullable String query, String name) {
        for (String pair : query == null ? new String[0] : query.split("&", -1)) {
            if (pair.startsWith(name + "=")) {
                return URLDecoder.decode(pair.substring(name.length() + 1), StandardCharsets.UTF_8);
            }
        }
        throw new IllegalArgumentException("the parameter " + name + " is missing");
    }

    private static String json(ClusterStatus status) {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = JSON.createGenerator(text)) {
            out.writeStartObject();
            out.writeStringField("self", status.self());
            out.writeStringField("phase", status.phase().name());
            out.writeStringField("problem", status.problem());
            out.writeArrayFieldStart("members");
            for (Member member : status.members()) {
                out.writeStartObject();
                out.writeStringField("id", member.id());
                out.writeStringField("peer", member.peerAddress());
                out.writeStringField("http", member.publicAddress());
                out.writeEndObject();
            }
            out.writeEndArray();
            out.writeArrayFieldStart("groups");
            for (ClusterStatus.Group group : status.groups()) {
                out.writeStartObject();
                out.writeNumberField("group", group.index());
                out.writeStringField("leader", group.leader());
                out.writeNumberField("term", group.term());
                out.writeNumberField("applied", group.appliedIndex());
                out.writeEndObject();
            }
            out.writeEndArray();
            out.writeEndObject();
        } catch (IOException e) {
            throw new IllegalStateException("a StringWriter takes everything", e);
        }
        return text.toString();
    }
}
