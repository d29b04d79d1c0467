package io.snowgate.gateway.http;

import java.time.Duration;

/**
 * What one connection may ask of this server. Times are totals, not gaps between octets.
 *
 * @param requestLineBytes longest request line, CR LF left out
 * @param headerBytes largest header section
 * @param headerCount most header fields
 * @param bodyBytes largest request body, which is read and thrown away
 * @param streams most HTTP/2 streams open at the same time
 * @param headerTimeout from the first octet of a request to the end of its header
 * @param bodyTimeout from the end of the header to the end of the body; also how long a client that stopped reading is
 *     waited for
 * @param idleTimeout between requests
 * @param grace how long a connection may go on with what is in flight when the server is stopped
 * @param streamStallTimeout how long a client may take over {@value Outlet#SLICE_BYTES} bytes of an answer that goes on
 */
public record HttpLimits(
        int requestLineBytes,
        int headerBytes,
        int headerCount,
        int bodyBytes,
        int streams,
        Duration headerTimeout,
        Duration bodyTimeout,
        Duration idleTimeout,
        Duration grace,
        Duration streamStallTimeout) {

    private static final Duration PATIENCE_WITH_REFUSED = Duration.ofSeconds(2);

    /** For a connection that is refused: its request has to come soon. */
    public HttpLimits ofRefused() {
        return new HttpLimits(
                requestLineBytes,
                headerBytes,
                headerCount,
                bodyBytes,
                streams,
                shorter(headerTimeout),
                shorter(bodyTimeout),
                shorter(idleTimeout),
                shorter(grace),
                streamStallTimeout);
    }

    private static Duration shorter(Duration usual) {
        return usual.compareTo(PATIENCE_WITH_REFUSED) < 0 ? usual : PATIENCE_WITH_REFUSED;
    }
}
