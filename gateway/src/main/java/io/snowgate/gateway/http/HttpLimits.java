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
        Duration grace) {}
