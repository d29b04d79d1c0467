package io.snowgate.gateway.http;

import io.netty.handler.codec.http.HttpMethod;
import io.netty.util.AsciiString;
import io.snowgate.gateway.wire.FieldBlock;

/** What may be asked of a route. OPTIONS always, which the {@link Router} answers. */
@SuppressWarnings("ImmutableEnumChecker") // it is, without saying so
public enum Methods {
    READ("GET, HEAD, OPTIONS", "only GET, HEAD and OPTIONS are served here"),
    /** POST asks for the same as GET, without anything between that might answer from what it remembers. */
    READ_OR_POST("GET, HEAD, POST, OPTIONS", "only GET, HEAD, POST and OPTIONS are served here");

    private final AsciiString list;
    private final FieldBlock allow;
    private final String refusal;

    Methods(String list, String refusal) {
        this.list = AsciiString.cached(list);
        this.allow = FieldBlock.of("allow", list);
        this.refusal = refusal;
    }

    boolean has(HttpMethod method) {
        return method.equals(HttpMethod.GET)
                || method.equals(HttpMethod.HEAD)
                || (this == READ_OR_POST && method.equals(HttpMethod.POST));
    }

    AsciiString list() {
        return list;
    }

    FieldBlock allow() {
        return allow;
    }

    Response refuse(HttpMethod method) {
        return HttpFailure.WRONG_METHOD.because(refusal + ": " + method, allow);
    }
}
