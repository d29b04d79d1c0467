package io.snowgate.gateway.endpoint;

import static io.netty.handler.codec.http.HttpResponseStatus.BAD_REQUEST;
import static io.netty.handler.codec.http.HttpResponseStatus.CONFLICT;
import static io.netty.handler.codec.http.HttpResponseStatus.INTERNAL_SERVER_ERROR;
import static io.netty.handler.codec.http.HttpResponseStatus.OK;
import static io.netty.handler.codec.http.HttpResponseStatus.TEMPORARY_REDIRECT;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.CharsetUtil;
import io.snowgate.cluster.Cluster;
import io.snowgate.cluster.ClusterStatus;
import io.snowgate.cluster.Member;
import io.snowgate.cluster.Timestamps;
import io.snowgate.gateway.http.Endpoint;
import io.snowgate.gateway.http.HttpFailure;
import io.snowgate.gateway.http.Query.BadQueryException;
import io.snowgate.gateway.http.Request;
import io.snowgate.gateway.http.Response;
import io.snowgate.gateway.wire.FieldBlock;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * {@code GET /timestamp}: one hybrid timestamp, or {@code ?n=} consecutive ones, that rise over the whole cluster. In
 * EpicEpoch's octets unless the client asks for another {@link IdFormat}. The leader answers from memory; who does not
 * lead does what {@link Follower} says, and answers later where that means to wait for somebody.
 *
 * <p>To {@linkplain Follower#REJECT reject} is to speak to clients of EpicEpoch in all refusals: plain text, its words,
 * its 500. The ids of members are the numbers they are or, where they are no numbers, their places in the order of ids,
 * from 1; 0 is nobody. A member that does not know who leads rejects too, for that is what these clients try again.
 */
public final class TimestampEndpoint implements Endpoint {

    private static final String BAD_COUNT = "invalid n param, must be a number >= 1 if provided";
    private static final String NOT_READY = "raft leadership not ready";
    private static final int RETRY_SECONDS = 1;
    private static final FieldBlock PLAIN =
            FieldBlock.of("content-type", "text/plain; charset=utf-8", "cache-control", "no-store");

    private final Cluster cluster;
    private final Timestamps timestamps;
    private final Follower follower;
    private final Counter issued;

    /** What is asked for, for as long as it has to wait or is refused: what is answered at once needs no such object. */
    private record Wish(IdFormat format, int count, boolean isList, ByteBufAllocator alloc, String query) {}

    public TimestampEndpoint(Cluster cluster, Follower follower, MeterRegistry registry) {
        this.cluster = cluster;
        this.timestamps = cluster.timestamps();
        this.follower = follower;
        this.issued = Counter.builder("snowgate.timestamps.issued")
                .description("Hybrid timestamps answered")
                .register(registry);
    }

    @Override
    public Response respond(Request request) {
        try {
            String n = Count.of(request.query());
            IdFormat format = IdFormat.ofOctets(request);
            long count = Count.within(n, Timestamps.MAX_COUNT);
            return count < 0 ? refuseCount(n) : answer(request, format, (int) count, n != null);
        } catch (BadQueryException bad) {
            return HttpFailure.BAD_PARAMETER.because(String.valueOf(bad.getMessage()));
        }
    }

    /** All has been read before anything is claimed: a refused request costs no timestamp. */
    private Response answer(Request request, IdFormat format, int count, boolean isList) {
        long first = timestamps.tryClaim(count);
        return first >= 0
                ? issue(first, format, count, isList, request.alloc())
                : waitOrRefuse(first, new Wish(format, count, isList, request.alloc(), request.query()));
    }

    private Response waitOrRefuse(long first, Wish wish) {
        if (first == Timestamps.CLOSED || (first == Timestamps.NOT_LEADER && follower != Follower.FORWARD)) {
            return refuse(first, wish);
        }
        return Response.later(
                claim(wish.count), claimed -> claimed >= 0 ? issue(claimed, wish) : refuse(claimed, wish));
    }

    private CompletionStage<Long> claim(int count) {
        return follower == Follower.FORWARD ? timestamps.claim(count) : timestamps.claimHere(count);
    }

    private Response issue(long first, Wish wish) {
        return issue(first, wish.format, wish.count, wish.isList, wish.alloc);
    }

    private Response issue(long first, IdFormat format, int count, boolean isList, ByteBufAllocator alloc) {
        issued.increment(count);
        ByteBuf out = alloc.directBuffer(TimestampText.mostBytes(format, count));
        TimestampText.write(out, format, first, count, isList);
        return Response.of(OK, format.fields(), out);
    }

    private Response refuse(long why, Wish wish) {
        if (why == Timestamps.CLOSED) {
            return unready("this server is being stopped");
        }
        if (why != Timestamps.NOT_LEADER) {
            return unready("the timestamps have no leader that may answer at the moment; try again");
        }
        return switch (follower) {
            case FORWARD -> unready("another member has just become the leader; try again at once");
            case REDIRECT -> redirect(cluster.status().leader(), wish);
            case REJECT -> plain(CONFLICT, notLeader(cluster.status()));
        };
    }

    private Response redirect(@Nullable Member leader, Wish wish) {
        if (leader == null || leader.publicAddress() == null) {
            return unready("the leader of the timestamps, or its address, is not known yet; try again");
        }
        String query = wish.query.isEmpty() ? "" : "?" + wish.query;
        FieldBlock fields = PLAIN.and("location", leader.publicAddress() + "/timestamp" + query);
        return Response.of(TEMPORARY_REDIRECT, fields, text("the leader is " + leader.id()));
    }

    private Response unready(String detail) {
        return follower == Follower.REJECT
                ? plain(INTERNAL_SERVER_ERROR, NOT_READY)
                : HttpFailure.unavailable(detail, RETRY_SECONDS);
    }

    private Response refuseCount(@Nullable String n) {
        return follower == Follower.REJECT
                ? plain(BAD_REQUEST, BAD_COUNT)
                : HttpFailure.BAD_PARAMETER.because(BAD_COUNT + ", and at most " + Timestamps.MAX_COUNT + ": " + n);
    }

    private static String notLeader(ClusterStatus status) {
        Member leader = status.leader();
        return "node (" + number(status.self(), status) + ") is not the leader ("
                + number(leader == null ? null : leader.id(), status) + ")";
    }

    private static String number(@Nullable String id, ClusterStatus status) {
        if (id != null && id.matches("0|[1-9][0-9]{0,8}")) {
            return id;
        }
        int place = 0;
        for (Member member : status.members()) {
            place++;
            if (member.id().equals(id)) {
                return Integer.toString(place);
            }
        }
        return "0";
    }

    private static Response plain(HttpResponseStatus status, String words) {
        return Response.of(status, PLAIN, text(words));
    }

    private static ByteBuf text(String words) {
        return Unpooled.copiedBuffer(words, CharsetUtil.US_ASCII);
    }
}
