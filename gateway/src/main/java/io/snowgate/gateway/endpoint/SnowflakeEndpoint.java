package io.snowgate.gateway.endpoint;

import static io.netty.handler.codec.http.HttpResponseStatus.OK;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.buffer.ByteBuf;
import io.netty.util.AsciiString;
import io.snowgate.gateway.http.Endpoint;
import io.snowgate.gateway.http.HttpFailure;
import io.snowgate.gateway.http.Query;
import io.snowgate.gateway.http.Query.BadQueryException;
import io.snowgate.gateway.http.Request;
import io.snowgate.gateway.http.Response;
import io.snowgate.generator.SnowflakeGenerator;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * {@code GET /api/snowflake}: one new ID, or {@code ?n=} of them, rising, in any {@link IdFormat}. In JSON they are
 * strings, because JavaScript numbers lose digits past 2^53-1, unless the layout keeps below that. Parameters are read
 * before anything is claimed: a refused request costs no ID.
 */
public final class SnowflakeEndpoint implements Endpoint {

    /** Most IDs of one request; fewer where the layout's ticks do not hold them. */
    public static final int MAX_COUNT = 1_000;

    private static final long LONGEST_RETRY_SECONDS = TimeUnit.HOURS.toSeconds(1);
    private static final Pattern COUNT = Pattern.compile("[1-9][0-9]{0,3}");

    private final SnowflakeGenerator generator;
    private final Brackets json;
    private final Brackets jsonList;
    private final int maxCount;
    private final IdStatus status;
    private final MeterRegistry registry;
    private final Counter issued;

    /** What stands before, between and behind IDs. */
    private record Brackets(AsciiString begin, AsciiString between, AsciiString end) {

        static final Brackets NONE = of("", "", "");
        static final Brackets LINES = of("", "\n", "");

        static Brackets of(String begin, String between, String end) {
            return new Brackets(AsciiString.of(begin), AsciiString.of(between), AsciiString.of(end));
        }
    }

    /** Why there are no IDs, in the words of the generator, of clients and of the metrics. */
    private enum Refusal {
        EXHAUSTED(SnowflakeGenerator.EXHAUSTED, "more IDs are asked for than this moment holds; try again at once"),
        CLOCK_BEHIND(
                SnowflakeGenerator.CLOCK_BEHIND,
                "the clock of this server went back; IDs are issued again when it has caught up"),
        CLOCK_OUT_OF_RANGE(
                SnowflakeGenerator.CLOCK_OUT_OF_RANGE,
                "the clock of this server is outside of the time its IDs can hold"),
        UNRESERVED(
                SnowflakeGenerator.UNRESERVED, "the IDs of this time are not reserved on disk yet; try again at once"),
        CLOSED(SnowflakeGenerator.CLOSED, "this server is being stopped");

        private static final Refusal[] ALL = values();

        private final long position;
        private final String detail;

        Refusal(long position, String detail) {
            this.position = position;
            this.detail = detail;
        }

        static Refusal of(long position) {
            for (Refusal refusal : ALL) {
                if (refusal.position == position) {
                    return refusal;
                }
            }
            throw new IllegalArgumentException("not a refusal: " + position);
        }

        private String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    public SnowflakeEndpoint(SnowflakeGenerator generator, IdStatus status, MeterRegistry registry) {
        this.generator = generator;
        this.status = status;
        this.registry = registry;
        this.maxCount = Math.min(MAX_COUNT, generator.maxCount());
        String quote = generator.layout().isSafeInJavaScript() ? "" : "\"";
        this.json = Brackets.of("{\"id\":" + quote, "", quote + "}");
        this.jsonList = Brackets.of("{\"ids\":[" + quote, quote + "," + quote, quote + "]}");
        this.issued = Counter.builder("snowgate.ids.issued")
                .description("Snowflake IDs issued")
                .register(registry);
        for (Refusal refusal : Refusal.values()) {
            refused(refusal).increment(0);
        }
    }

    @Override
    public Response respond(Request request) {
        try {
            String n = Query.value(request.query(), "n");
            IdFormat format = IdFormat.of(request);
            return issue(request, n == null ? 1 : count(n), format, n != null);
        } catch (BadQueryException bad) {
            return HttpFailure.BAD_PARAMETER.because(String.valueOf(bad.getMessage()));
        }
    }

    private Response issue(Request request, int count, IdFormat format, boolean isList) {
        long position = generator.tryClaim(count);
        if (position < 0) {
            return refuse(Refusal.of(position), count);
        }
        issued.increment(count);
        return Response.of(OK, format.fields(), list(request, position, count, format, brackets(format, isList)));
    }

    private Brackets brackets(IdFormat format, boolean isList) {
        return switch (format) {
            case JSON -> isList ? jsonList : json;
            case OCTETS -> Brackets.NONE;
            case TEXT, HEX, BASE62, BASE32 -> Brackets.LINES;
        };
    }

    private ByteBuf list(Request request, long position, int count, IdFormat format, Brackets brackets) {
        int capacity = brackets.begin.length() + count * format.maxBytes() + brackets.end.length();
        ByteBuf out = request.alloc().directBuffer(capacity);
        write(out, brackets.begin);
        format.write(out, generator.idAt(position));
        for (int i = 1; i < count; i++) {
            write(out, brackets.between);
            format.write(out, generator.idAt(position + i));
        }
        write(out, brackets.end);
        return out;
    }

    private static void write(ByteBuf out, AsciiString text) {
        out.writeBytes(text.array(), text.arrayOffset(), text.length());
    }

    private Response refuse(Refusal refusal, int count) {
        refused(refusal).increment();
        if (refusal == Refusal.CLOCK_BEHIND) {
            status.sayBehind();
        }
        long millis = generator.millisUntil(count);
        if (millis == Long.MAX_VALUE) {
            return HttpFailure.OUT_OF_TIME.response();
        }
        long seconds = TimeUnit.MILLISECONDS.toSeconds(millis) + 1;
        return HttpFailure.unavailable(refusal.detail, Math.min(LONGEST_RETRY_SECONDS, seconds));
    }

    private Counter refused(Refusal refusal) {
        return Counter.builder("snowgate.ids.refused")
                .description("Requests for Snowflake IDs answered 503, by reason")
                .tag("reason", refusal.word())
                .register(registry);
    }

    private int count(String n) throws BadQueryException {
        if (!COUNT.matcher(n).matches() || Integer.parseInt(n) > maxCount) {
            throw new BadQueryException("n must be 1.." + maxCount + ": " + n);
        }
        return Integer.parseInt(n);
    }
}
