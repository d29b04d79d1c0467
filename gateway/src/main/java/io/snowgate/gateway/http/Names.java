package io.snowgate.gateway.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;

/** Names of the request fields that are read here. */
public final class Names {

    public static final AsciiString ACCEPT = HttpHeaderNames.ACCEPT;
    public static final AsciiString ACCEPT_ENCODING = HttpHeaderNames.ACCEPT_ENCODING;
    public static final AsciiString AVAILABLE_DICTIONARY = AsciiString.cached("available-dictionary");
    public static final AsciiString IDEMPOTENCY_KEY = AsciiString.cached("idempotency-key");
    public static final AsciiString IF_NONE_MATCH = HttpHeaderNames.IF_NONE_MATCH;
    public static final AsciiString LAST_EVENT_ID = AsciiString.cached("last-event-id");

    static final AsciiString ACCESS_CONTROL_REQUEST_METHOD = HttpHeaderNames.ACCESS_CONTROL_REQUEST_METHOD;
    static final AsciiString CONTENT_LENGTH = HttpHeaderNames.CONTENT_LENGTH;
    static final AsciiString EXPECT = HttpHeaderNames.EXPECT;
    static final AsciiString HOST = HttpHeaderNames.HOST;
    static final AsciiString ORIGIN = HttpHeaderNames.ORIGIN;

    private Names() {}
}
