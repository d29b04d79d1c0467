package io.snowgate.gateway.source;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A URL to GET, and the credentials that stood in it.
 *
 * @param uri without user and password
 * @param authorization the field that carries them
 */
record HttpAddress(URI uri, Optional<String> authorization) {

    static final String FORM = "http://HOST[:PORT]/PATH[?QUERY] or the same with https://";

    private static final Pattern SCHEME = Pattern.compile("https?");
    private static final Pattern USER_INFO = Pattern.compile("(?<=^https?://)[^/?#]*@");

    static boolean isMeant(String scheme) {
        return SCHEME.matcher(scheme).matches();
    }

    /** @throws SpecFailure with what is allowed */
    static HttpAddress parse(String spec) {
        SourceUrl url = SourceUrl.parse(spec, FORM);
        if (!isMeant(url.scheme()) || url.hosts().size() > 1) {
            throw new SpecFailure(FORM);
        }
        return new HttpAddress(uri(USER_INFO.matcher(spec).replaceFirst("")), authorization(url));
    }

    private static URI uri(String spec) {
        try {
            URI uri = new URI(spec);
            if (uri.getHost() != null) {
                return uri;
            }
        } catch (URISyntaxException e) {
            // said below, without what the exception shows of it
        }
        throw new SpecFailure(FORM + ", with what is not allowed in a URL percent-encoded");
    }

    private static Optional<String> authorization(SourceUrl url) {
        if (url.userInfo() == null) {
            return Optional.empty();
        }
        String user = url.user() == null ? "" : url.user();
        String password = url.password() == null ? "" : url.password();
        byte[] pair = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
        return Optional.of("Basic " + Base64.getEncoder().encodeToString(pair));
    }

    /** Where it is, without credentials and without the query, which may hold some too. */
    String description() {
        return shown(uri);
    }

    static String shown(URI uri) {
        return uri.getScheme() + "://" + uri.getRawAuthority() + uri.getRawPath();
    }
}
