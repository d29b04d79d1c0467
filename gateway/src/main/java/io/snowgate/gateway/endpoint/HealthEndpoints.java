package io.snowgate.gateway.endpoint;

import static io.netty.handler.codec.http.HttpResponseStatus.OK;

import io.netty.buffer.Unpooled;
import io.netty.util.CharsetUtil;
import io.snowgate.gateway.http.Endpoint;
import io.snowgate.gateway.http.HttpFailure;
import io.snowgate.gateway.http.Response;
import io.snowgate.gateway.wire.FieldBlock;

/** {@code GET /up}: the process answers. {@code GET /ready}: traffic should come here. */
public final class HealthEndpoints {

    private static final FieldBlock FIELDS =
            FieldBlock.of("content-type", "text/plain; charset=utf-8", "cache-control", "no-store");

    private HealthEndpoints() {}

    public static Endpoint up() {
        return request -> text("ok");
    }

    public static Endpoint ready(Readiness readiness) {
        return request -> {
            String obstacle = readiness.obstacle();
            return obstacle == null ? text(readyText(readiness)) : HttpFailure.unavailable("not ready: " + obstacle, 1);
        };
    }

    private static String readyText(Readiness readiness) {
        String warning = readiness.warning();
        String leadership = readiness.leadership();
        return "ready"
                + (warning == null ? "" : "\nwarning: " + warning)
                + (leadership == null ? "" : "\n" + leadership + "\n");
    }

    private static Response text(String text) {
        return Response.of(OK, FIELDS, Unpooled.copiedBuffer(text, CharsetUtil.US_ASCII));
    }
}
