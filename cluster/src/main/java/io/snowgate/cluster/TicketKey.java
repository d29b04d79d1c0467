package io.snowgate.cluster;

/**
 * Random octets that every gateway of the cluster has, to make a TLS session-ticket key of.
 *
 * @param generation rises by one with each key
 * @param material {@value #BYTES} octets; belongs to whoever asked
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record TicketKey(long generation, byte[] material) {

    /** Name, HMAC key and AES key as BoringSSL wants them: 16, 16 and 16, and as many again. */
    public static final int BYTES = 80;
}
