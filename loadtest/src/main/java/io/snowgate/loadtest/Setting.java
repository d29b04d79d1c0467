package io.snowgate.loadtest;

/**
 * Under which conditions something is measured.
 *
 * @param http 1 for HTTP/1.1, 2 for HTTP/2
 * @param connections over HTTP/1.1; over HTTP/2 requests in flight, up to {@value #STREAMS} on a connection
 * @param variant of the scenario; empty where there is only one
 */
record Setting(boolean tls, int http, int connections, String variant) {

    static final int STREAMS = 8;

    static Setting https(int http, int connections) {
        return new Setting(true, http, connections, "");
    }

    Setting of(String otherVariant) {
        return new Setting(tls, http, connections, otherVariant);
    }

    int streams() {
        return http == 1 ? 1 : Math.min(STREAMS, connections);
    }

    int sockets() {
        return connections / streams();
    }

    @Override
    public String toString() {
        String load = http == 1
                ? "%,d connection%s".formatted(connections, connections == 1 ? "" : "s")
                : "%,d×%d streams".formatted(sockets(), streams());
        return (variant.isEmpty() ? "" : variant + ", ")
                + (tls ? "HTTPS, " : "HTTP, ")
                + (http == 1 ? "HTTP/1.1, " : "HTTP/2, ")
                + load;
    }
}
