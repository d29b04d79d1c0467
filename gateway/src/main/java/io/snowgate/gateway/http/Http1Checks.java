package io.snowgate.gateway.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What must hold of an HTTP/1.1 request before it is routed, besides what Netty's decoder sees to. */
final class Http1Checks {

    private Http1Checks() {}

    /** Why {@code request} is refused, or null when it is sound. */
    static @Nullable HttpFailure failureOf(HttpRequest request, HttpLimits limits) {
        if (request.decoderResult().isFailure()) {
            return ofDecoder(request.decoderResult().cause());
        }
        HttpHeaders headers = request.headers();
        if (headers.size() > limits.headerCount()) {
            return HttpFailure.HEADER_TOO_LARGE;
        }
        if (!hasSoundHost(request)) {
            return HttpFailure.BAD_HOST;
        }
        if (isUnknownExpectation(headers)) {
            return HttpFailure.UNKNOWN_EXPECTATION;
        }
        return isBodyTooLarge(headers, limits) ? HttpFailure.BODY_TOO_LARGE : null;
    }

    static HttpFailure ofDecoder(Throwable cause) {
        if (cause instanceof TooLongHttpLineException) {
            return HttpFailure.TARGET_TOO_LONG;
        }
        if (cause instanceof TooLongHttpHeaderException) {
            return HttpFailure.HEADER_TOO_LARGE;
        }
        if (cause instanceof Http1Decoder.UnknownVersionException unknown && unknown.isVersion()) {
            return HttpFailure.WRONG_VERSION;
        }
        return HttpFailure.MALFORMED;
    }

    static boolean expectsContinue(HttpRequest request) {
        return request.protocolVersion().equals(HttpVersion.HTTP_1_1)
                && request.headers().contains(Names.EXPECT);
    }

    /** RFC 9112, 3.2: exactly one in HTTP/1.1; HTTP/1.0 may leave it out. */
    private static boolean hasSoundHost(HttpRequest request) {
        List<String> hosts = request.headers().getAll(Names.HOST);
        if (hosts.isEmpty()) {
            return request.protocolVersion().equals(HttpVersion.HTTP_1_0);
        }
        return hosts.size() == 1 && isAuthority(hosts.get(0));
    }

    /** Whether {@code host} is made of the octets of a host and port (RFC 3986, 3.2.2 and 3.2.3) and not empty. */
    static boolean isAuthority(CharSequence host) {
        for (int i = 0; i < host.length(); i++) {
            if (!isAuthorityCharacter(host.charAt(i))) {
                return false;
            }
        }
        return !host.isEmpty();
    }

    private static boolean isAuthorityCharacter(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || "-._~!$&'()*+,;=%:[]".indexOf(c) >= 0;
    }

    private static boolean isUnknownExpectation(HttpHeaders headers) {
        String expectation = headers.get(Names.EXPECT);
        return expectation != null && !expectation.equalsIgnoreCase("100-continue");
    }

    private static boolean isBodyTooLarge(HttpHeaders headers, HttpLimits limits) {
        String length = headers.get(HttpHeaderNames.CONTENT_LENGTH);
        return length != null && Long.parseLong(length) > limits.bodyBytes();
    }
}
