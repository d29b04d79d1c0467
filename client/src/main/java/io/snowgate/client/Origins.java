package io.snowgate.client;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;

/** Reads addresses of gateways: {@code https://ids.example:8443}. */
final class Origins {

    private static final String HTTPS = "https";

    private Origins() {}

    /**
     * Reads an address that somebody has typed.
     *
     * @throws IllegalArgumentException for what is no address
     */
    static URI require(String address) {
        return tryRead(address)
                .filter(origin -> isBare(address))
                .orElseThrow(() -> new IllegalArgumentException(
                        "an address must be http://host:port or https://host:port: " + address));
    }

    /** The beginning of an address that a gateway has told, or nothing when it is none. */
    static Optional<URI> tryRead(String address) {
        try {
            URI uri = new URI(address);
            String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
            if (uri.getHost() == null || !(scheme.equals(HTTPS) || scheme.equals("http"))) {
                return Optional.empty();
            }
            String host = uri.getHost().toLowerCase(Locale.ROOT);
            return Optional.of(new URI(scheme, null, host, uri.getPort(), null, null, null));
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    static boolean isSecure(URI origin) {
        return HTTPS.equals(origin.getScheme());
    }

    private static boolean isBare(String address) {
        URI uri = URI.create(address);
        return (uri.getRawPath().isEmpty() || uri.getRawPath().equals("/"))
                && uri.getRawQuery() == null
                && uri.getRawFragment() == null
                && uri.getRawUserInfo() == null;
    }
}
