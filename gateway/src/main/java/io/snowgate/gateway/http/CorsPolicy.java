package io.snowgate.gateway.http;

import io.netty.util.AsciiString;
import io.snowgate.gateway.wire.FieldBlock;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which origins may read answers, for every HTTP version
 * (<a href="https://fetch.spec.whatwg.org/#http-cors-protocol">Fetch, CORS protocol</a>). Either any origin, with the
 * same fields for all, so that they can be part of answers made ahead; or a list, matched octet for octet, with
 * {@code Vary: Origin}. An origin that is not on the list is never repeated. Credentials are never allowed.
 *
 * <p>Immutable; any thread; one hash look-up a request.
 */
public final class CorsPolicy {

    /** What a list holds when any origin may read. */
    public static final String ANY = "*";

    private static final AsciiString EXPOSED =
            AsciiString.cached("date, etag, last-modified, retry-after, snowgate-age");
    private static final AsciiString EXPOSED_IN_A_CLUSTER = AsciiString.cached(EXPOSED + ", snowgate-timestamp");
    private static final AsciiString VARY_PREFLIGHT =
            AsciiString.cached("origin, access-control-request-method, access-control-request-headers");

    private final boolean any;
    private final FieldBlock common;
    private final Map<Methods, FieldBlock> preflights = new EnumMap<>(Methods.class);
    private final Map<String, FieldBlock> byOrigin = new HashMap<>();

    /**
     * A policy for {@code origins}: {@code *}, or serialised origins such as {@code https://example.org}.
     *
     * @param maxAge how long a browser may remember a preflight; browsers cut it (Chromium at two hours)
     */
    public CorsPolicy(List<String> origins, Duration maxAge) {
        this(origins, maxAge, false);
    }

    /** @param isClustered whether answers carry what only a cluster says, which scripts are to read, too */
    public CorsPolicy(List<String> origins, Duration maxAge, boolean isClustered) {
        this.any = origins.contains(ANY);
        AsciiString exposed = isClustered ? EXPOSED_IN_A_CLUSTER : EXPOSED;
        this.common = any ? grant(ANY, exposed) : FieldBlock.of("vary", "origin");
        for (Methods methods : Methods.values()) {
            FieldBlock fields = preflight(methods, maxAge);
            preflights.put(methods, any ? fields : fields.and("vary", VARY_PREFLIGHT));
        }
        if (!any) {
            origins.forEach(origin -> byOrigin.put(origin, common.and(grant(origin, exposed))));
        }
    }

    /** True when every request gets the same fields. */
    public boolean isSameForAll() {
        return any;
    }

    /** The fields of an answer to a request that named no origin, or one that is not on the list. */
    public FieldBlock common() {
        return common;
    }

    /** The fields of any answer to {@code request}. */
    FieldBlock fieldsFor(Request request) {
        if (any) {
            return common;
        }
        FieldBlock granted = grantedTo(request);
        return granted == null ? common : granted;
    }

    boolean allows(Request request) {
        return any || grantedTo(request) != null;
    }

    /** The fields of an answer to a preflight, besides those of any answer. */
    FieldBlock preflightFields(Methods methods) {
        return Objects.requireNonNull(preflights.get(methods));
    }

    private static FieldBlock preflight(Methods methods, Duration maxAge) {
        return FieldBlock.of(
                "access-control-allow-methods",
                methods.list(),
                "access-control-allow-headers",
                "*, authorization",
                "access-control-max-age",
                Long.toString(maxAge.toSeconds()));
    }

    private @Nullable FieldBlock grantedTo(Request request) {
        CharSequence origin = request.header(Names.ORIGIN);
        if (origin == null || request.headerCount(Names.ORIGIN) != 1) {
            return null;
        }
        return byOrigin.get(origin.toString());
    }

    private static FieldBlock grant(String origin, AsciiString exposed) {
        return FieldBlock.of(
                "access-control-allow-origin", origin,
                "access-control-expose-headers", exposed,
                "timing-allow-origin", origin);
    }
}
