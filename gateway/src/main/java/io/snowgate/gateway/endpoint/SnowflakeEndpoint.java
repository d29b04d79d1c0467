package io.snowgate.gateway.endpoint;

import static io.netty.handler.codec.http.HttpResponseStatus.OK;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.buffer.ByteBuf;
import io.snowgate.gateway.http.Accept;
import io.snowgate.gateway.http.Endpoint;
import io.snowgate.gateway.http.HttpFailure;
import io.snowgate.gateway.http.Names;
import io.snowgate.gateway.http.Query;
import io.snowgate.gateway.http.Query.BadQueryException;
import io.snowgate.gateway.http.Request;
import io.snowgate.gateway.http.Response;
import io.snowgate.gateway.wire.Decimal;
import io.snowgate.gateway.wire.FieldBlock;
import io.snowgate.generator.SnowflakeGenerator;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * {@code GET /api/snowflake}: one new ID, or {@code ?n=} of them, rising. As decimal text, or as JSON strings, because
 * JavaScript numbers lose digits past 2^53-1. Parameters are read before anything is claimed: a refused request costs no
 * ID.
 */
public final class SnowflakeEndpoint implements Endpoint {

    /** Most IDs of one request; fewer where the layout's milliseconds do not hold them. */
    public static final int MAX_COUNT = 1_000;

    private static final FieldBlock TEXT = fields("text/plain; charset=utf-8");
    private static final FieldBlock JSON = fields("application/json");
    private static final byte[] QUOTED_COMMA = {'"', ',', '"'};
    private static final byte[] ID_BEGIN = ascii("{\"id\":\"");
    private static final byte[] ID_END = ascii("\"}");
    private static final byte[] IDS_BEGIN = ascii("{\"ids\":[\"");
    private static final byte[] IDS_END = ascii("\"]}");
    private static final byte[] NEW_LINE = {'\n'};
    private static final byte[] NOTHING = {};
    private static final long LONGEST_RETRY_SECONDS = TimeUnit.HOURS.toSeconds(1);
    private static final Pattern COUNT = Pattern.compile("[1-9][0-9]{0,3}");

    private final SnowflakeGenerator generator;
    private final int maxCount;
    private final Counter issued;
    private final Counter refused;

    public SnowflakeEndpoint(SnowflakeGenerator generator, MeterRegistry registry) {
        this.generator = generator;
        this.maxCount = Math.min(MAX_COUNT, generator.maxCount());
        this.issued = Counter.builder("snowgate.ids.issued")
                .description("Snowflake IDs issued")
                .register(registry);
        this.refused = Counter.builder("snowgate.ids.refused")
                .description("Requests for Snowflake IDs answered 503: the clock is behind, or its IDs are used up")
                .register(registry);
    }

    @Override
    public Response respond(Request request) {
        try {
            String n = Query.value(request.query(), "n");
            boolean json = wantsJson(request);
            return issue(request, n == null ? 1 : count(n), json, n != null);
        } catch (BadQueryException bad) {
            return HttpFailure.BAD_PARAMETER.because(String.valueOf(bad.getMessage()));
        }
    }

    private Response issue(Request request, int count, boolean json, boolean isList) {
        long position = generator.tryClaim(count);
        if (position < 0) {
            refused.increment();
            return refusal(position, count);
        }
        issued.increment(count);
        return render(request, position, count, json, isList);
    }

    private Response render(Request request, long position, int count, boolean json, boolean isList) {
        if (!json) {
            return Response.of(OK, TEXT, list(request, position, count, NOTHING, NEW_LINE, NOTHING));
        }
        return isList
                ? Response.of(OK, JSON, list(request, position, count, IDS_BEGIN, QUOTED_COMMA, IDS_END))
                : Response.of(OK, JSON, list(request, position, count, ID_BEGIN, QUOTED_COMMA, ID_END));
    }

    private ByteBuf list(Request request, long position, int count, byte[] begin, byte[] separator, byte[] end) {
        int capacity = begin.length + count * (Decimal.MAX_DIGITS + separator.length) + end.length;
        ByteBuf out = request.alloc().directBuffer(capacity).writeBytes(begin);
        Decimal.write(out, generator.idAt(position));
        for (int i = 1; i < count; i++) {
            out.writeBytes(separator);
            Decimal.write(out, generator.idAt(position + i));
        }
        return out.writeBytes(end);
    }

    private Response refusal(long refusal, int count) {
        long seconds = TimeUnit.MILLISECONDS.toSeconds(generator.millisUntil(count)) + 1;
        return HttpFailure.unavailable(reason(refusal), Math.min(LONGEST_RETRY_SECONDS, seconds));
    }

    private static String reason(long refusal) {
        if (refusal == SnowflakeGenerator.CLOCK_BEHIND) {
            return "the clock of this server went back; IDs are issued again when it has caught up";
        }
        if (refusal == SnowflakeGenerator.CLOCK_OUT_OF_RANGE) {
            return "the clock of this server is outside of the time its IDs can hold";
        }
        return "more IDs are asked for than a millisecond holds; try again at once";
    }

    private static boolean wantsJson(Request request) throws BadQueryException {
        @Nullable String format = Query.value(request.query(), "format");
        if (format == null) {
            return Accept.prefersJson(request.header(Names.ACCEPT));
        }
        return switch (format) {
            case "json" -> true;
            case "text" -> false;
            default -> throw new BadQueryException("format must be text or json: " + format);
        };
    }

    private int count(String n) throws BadQueryException {
        if (!COUNT.matcher(n).matches() || Integer.parseInt(n) > maxCount) {
            throw new BadQueryException("n must be 1.." + maxCount + ": " + n);
        }
        return Integer.parseInt(n);
    }

    private static FieldBlock fields(String contentType) {
        return FieldBlock.of(
                "content-type", contentType, "cache-control", "no-store", "x-content-type-options", "nosniff");
    }

    private static byte[] ascii(String text) {
        return text.getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    }
}
