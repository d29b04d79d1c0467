package io.snowgate.gateway.endpoint;

import static io.netty.handler.codec.http.HttpResponseStatus.OK;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.util.AsciiString;
import io.snowgate.cluster.Range;
import io.snowgate.cluster.Refusal;
import io.snowgate.cluster.SequenceReport;
import io.snowgate.cluster.SequenceResult;
import io.snowgate.cluster.Sequences;
import io.snowgate.gateway.http.Endpoint;
import io.snowgate.gateway.http.HttpFailure;
import io.snowgate.gateway.http.Names;
import io.snowgate.gateway.http.Query;
import io.snowgate.gateway.http.Query.BadQueryException;
import io.snowgate.gateway.http.Request;
import io.snowgate.gateway.http.Response;
import io.snowgate.gateway.wire.Decimal;
import io.snowgate.gateway.wire.FieldBlock;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * {@code GET} or {@code POST /sequence/{name}}: the next {@code ?n=} values of a named sequence, as a range of which the
 * end is not a part. In fast order from what this gateway has reserved, and later only when that is used up; with
 * {@code ?order=strict} always later, through the log. An {@code idempotency-key} needs strict order, and without
 * {@code order} asks for it; so does a sequence that is always strict.
 *
 * <p>Numbers in JSON, like the counts they are: JavaScript reads them exactly up to 2^53-1.
 */
public final class SequenceEndpoint implements Endpoint {

    /** Where the sequences are. */
    public static final String PATH = "/sequence/";

    /** What stands behind the name for how far a sequence is. */
    public static final String STATUS = "status";

    private static final FieldBlock FIELDS = FieldBlock.of(
            "content-type", "application/json", "cache-control", "no-store", "x-content-type-options", "nosniff");
    private static final AsciiString FROM = AsciiString.cached("\",\"from\":");
    private static final AsciiString TO = AsciiString.cached(",\"to\":");
    private static final AsciiString NAME = AsciiString.cached("{\"name\":\"");
    private static final int MOST_BYTES = 64 + 2 * Decimal.MAX_DIGITS;
    private static final int RETRY_SECONDS = 1;

    private final Sequences sequences;
    private final Predicate<String> isAlwaysStrict;
    private final Counter issued;

    /** @param isAlwaysStrict which names have strict order only; any thread */
    public SequenceEndpoint(Sequences sequences, Predicate<String> isAlwaysStrict, MeterRegistry registry) {
        this.sequences = sequences;
        this.isAlwaysStrict = isAlwaysStrict;
        this.issued = Counter.builder("snowgate.sequences.issued")
                .description("Values of named sequences answered")
                .register(registry);
    }

    /** {@code GET /sequence/{name}/status}: how far the sequence is, and what it has skipped and lost. */
    public static Endpoint status(Sequences sequences) {
        return request -> {
            String path = request.path();
            String name = path.substring(PATH.length(), path.length() - STATUS.length() - 1);
            ByteBufAllocator alloc = request.alloc();
            return Sequences.isName(name)
                    ? Response.later(sequences.report(name), report -> answer(report, alloc))
                    : refuseName(name);
        };
    }

    @Override
    public Response respond(Request request) {
        String name = request.path().substring(PATH.length());
        if (!Sequences.isName(name)) {
            return refuseName(name);
        }
        try {
            return claim(request, name, count(request), key(request));
        } catch (BadQueryException bad) {
            return HttpFailure.BAD_PARAMETER.because(String.valueOf(bad.getMessage()));
        }
    }

    private Response claim(Request request, String name, long count, @Nullable String key) throws BadQueryException {
        ByteBufAllocator alloc = request.alloc();
        if (isStrict(request, name, key)) {
            return later(sequences.claimStrict(name, count, key), name, alloc);
        }
        Range range = sequences.tryClaim(name, count);
        return range != null ? issue(range, name, alloc) : later(sequences.claim(name, count), name, alloc);
    }

    private Response later(CompletionStage<SequenceResult> claim, String name, ByteBufAllocator alloc) {
        return Response.later(claim, result -> switch (result) {
            case Range range -> issue(range, name, alloc);
            case Refusal refusal -> refuse(refusal);
        });
    }

    private static long count(Request request) throws BadQueryException {
        String n = Count.of(request.query());
        long count = Count.within(n, Sequences.MAX_COUNT);
        if (count < 0) {
            throw new BadQueryException("n must be 1.." + Sequences.MAX_COUNT + ": " + n);
        }
        return count;
    }

    private static @Nullable String key(Request request) throws BadQueryException {
        CharSequence key = request.header(Names.IDEMPOTENCY_KEY);
        if (key == null) {
            return null;
        }
        boolean fits = !key.isEmpty()
                && key.length() <= Sequences.MAX_KEY_LENGTH
                && request.headerCount(Names.IDEMPOTENCY_KEY) == 1;
        if (!fits) {
            throw new BadQueryException(
                    "idempotency-key must be given once and be 1.." + Sequences.MAX_KEY_LENGTH + " characters: " + key);
        }
        return key.toString();
    }

    private boolean isStrict(Request request, String name, @Nullable String key) throws BadQueryException {
        String order = request.query().isEmpty() ? null : Query.value(request.query(), "order");
        boolean mustBe = key != null || isAlwaysStrict.test(name);
        if (order == null) {
            return mustBe;
        }
        return switch (order) {
            case "strict" -> true;
            case "fast" -> requireNot(mustBe, key == null ? "for the sequence " + name : "with an idempotency-key");
            default -> throw new BadQueryException("order must be one of fast, strict: " + order);
        };
    }

    private static boolean requireNot(boolean mustBeStrict, String where) throws BadQueryException {
        if (mustBeStrict) {
            throw new BadQueryException("order must be strict " + where + ": fast");
        }
        return false;
    }

    private Response issue(Range range, String name, ByteBufAllocator alloc) {
        issued.increment((double) range.size());
        ByteBuf out = alloc.directBuffer(MOST_BYTES + name.length());
        write(out, NAME);
        ByteBufUtil.writeAscii(out, name);
        write(out, FROM);
        Decimal.write(out, range.from());
        write(out, TO);
        Decimal.write(out, range.to());
        return Response.of(OK, FIELDS, out.writeByte('}'));
    }

    private static Response answer(SequenceReport report, ByteBufAllocator alloc) {
        if (report.refusal() != null) {
            return refuse(report.refusal());
        }
        String json = "{\"name\":\"" + report.name() + "\",\"next\":" + report.next() + ",\"reserved\":"
                + report.reserved()
                + ",\"strict\":" + report.strict() + ",\"skipped\":" + report.skipped() + ",\"lost\":" + report.lost()
                + ",\"held\":" + report.held() + "}";
        return Response.of(OK, FIELDS, ByteBufUtil.writeAscii(alloc, json));
    }

    private static Response refuseName(String name) {
        return HttpFailure.BAD_PARAMETER.because(
                "the name must be 1.." + Sequences.MAX_NAME_LENGTH + " of A-Z, a-z, 0-9, '.', '_' and '-': " + name);
    }

    private static Response refuse(Refusal refusal) {
        String why = refusal.message();
        return switch (refusal.reason()) {
            case MALFORMED -> HttpFailure.BAD_PARAMETER.because(why);
            case UNKNOWN_SEQUENCE -> HttpFailure.NO_SUCH_PATH.because(why);
            case TOO_MANY_SEQUENCES -> HttpFailure.FULL.because(why);
            case SEQUENCE_EXHAUSTED, NOT_FORWARD -> HttpFailure.IMPOSSIBLE.because(why);
            case KEY_REUSED -> HttpFailure.KEY_REUSED.because(why);
            case UNAVAILABLE, NOT_LEADER, TIMEOUT, NOT_READY, ALL_WORKERS_LEASED, LEASE_LOST, OUTDATED, CLOSED ->
                HttpFailure.unavailable(why, RETRY_SECONDS);
        };
    }

    private static void write(ByteBuf out, AsciiString text) {
        out.writeBytes(text.array(), text.arrayOffset(), text.length());
    }
}
