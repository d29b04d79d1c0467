package io.snowgate.gateway.endpoint;

import static io.netty.handler.codec.http.HttpResponseStatus.OK;

import io.netty.buffer.Unpooled;
import io.netty.util.CharsetUtil;
import io.snowgate.gateway.http.Endpoint;
import io.snowgate.gateway.http.HttpFailure;
import io.snowgate.gateway.http.Query;
import io.snowgate.gateway.http.Query.BadQueryException;
import io.snowgate.gateway.http.Request;
import io.snowgate.gateway.http.Response;
import io.snowgate.gateway.wire.FieldBlock;
import io.snowgate.generator.EpochClock;
import io.snowgate.generator.Snowflake;
import io.snowgate.generator.SnowflakeLayout;
import io.snowgate.generator.TextForm;

/**
 * {@code GET /api/snowflake/{id}}: what an ID says, in any {@link TextForm}, of this gateway's layout or of the one that
 * {@code ?layout=} names. Claims nothing; asks only the clock, for the age.
 */
public final class DecodeEndpoint implements Endpoint {

    private static final FieldBlock FIELDS = FieldBlock.of(
            "content-type", "application/json", "cache-control", "no-store", "x-content-type-options", "nosniff");

    private final String prefix;
    private final SnowflakeLayout ownLayout;
    private final EpochClock clock;

    /** Decodes what stands behind {@code prefix} in the path. */
    public DecodeEndpoint(String prefix, SnowflakeLayout ownLayout, EpochClock clock) {
        this.prefix = prefix;
        this.ownLayout = ownLayout;
        this.clock = clock;
    }

    @Override
    public Response respond(Request request) {
        try {
            String text = request.path().substring(prefix.length());
            Snowflake id = Snowflake.parse(text, form(request, text), layout(request));
            String json = DecodedId.of(id, clock).toJson();
            return Response.of(OK, FIELDS, Unpooled.copiedBuffer(json, CharsetUtil.US_ASCII));
        } catch (BadQueryException | IllegalArgumentException bad) {
            return HttpFailure.BAD_PARAMETER.because(String.valueOf(bad.getMessage()));
        }
    }

    private SnowflakeLayout layout(Request request) throws BadQueryException {
        String name = Query.value(request.query(), "layout");
        return name == null ? ownLayout : SnowflakeLayout.named(name);
    }

    private static TextForm form(Request request, String text) throws BadQueryException {
        String name = Query.value(request.query(), "form");
        return name == null ? TextForm.guess(text) : TextForms.named(name);
    }
}
