package io.snowgate.gateway.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
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

    /** Why the target of {@code request} is none; that of CONNECT is a host (RFC 9112, 3.2.3), which is no fault. */
    static HttpFailure ofTarget(HttpRequest request) {
        return request.method().equals(HttpMethod.CONNECT) ? HttpFailure.WRONG_METHOD : HttpFailure.BAD_TARGET;
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

    /** Whether {@code host} is a name or address, with or without a port (RFC 3986, 3.2.2 and 3.2.3). */
    static boolean isAuthority(CharSequence host) {
        int end = endOfHost(host);
        return end > 0 && (end == host.length() || isPort(host, end));
    }

    /** Where the port or nothing begins, or -1 when it is not a host that comes before. */
    private static int endOfHost(CharSequence host) {
        if (!host.isEmpty() && host.charAt(0) == '[') {
            return endOfAddress(host);
        }
        int end = 0;
        while (end < host.length() && isNameCharacter(host.charAt(end))) {
            end++;
        }
        return end;
    }

    private static int endOfAddress(CharSequence host) {
        int end = 1;
        while (end < host.length() && isAddressCharacter(host.charAt(end))) {
            end++;
        }
        return end > 1 && end < host.length() && host.charAt(end) == ']' ? end + 1 : -1;
    }

    private static boolean isPort(CharSequence host, int colon) {
        boolean port = host.charAt(colon) == ':';
        for (int i = colon + 1; port && i < host.length(); i++) {
            port = isDigit(host.charAt(i));
        }
        return port;
    }

    /** Escapes are left out: no name in DNS needs one. */
    private static boolean isNameCharacter(char c) {
        return isLetter(c) || isDigit(c) || "-._~!$&'()*+,;=".indexOf(c) >= 0;
    }

    private static boolean isAddressCharacter(char c) {
        return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') || c == ':' || c == '.';
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isUnknownExpectation(HttpHeaders headers) {
        return headers.contains(Names.EXPECT)
                && !headers.getAll(Names.EXPECT).stream().allMatch("100-continue"::equalsIgnoreCase);
    }

    private static boolean isBodyTooLarge(HttpHeaders headers, HttpLimits limits) {
        String length = headers.get(HttpHeaderNames.CONTENT_LENGTH);
        return length != null && Long.parseLong(length) > limits.bodyBytes();
    }
}
