package io.snowgate.cluster;

import java.nio.file.Path;

/**
 * The files that members know each other by: mutual TLS, both sides with a certificate of the same authority. Names in
 * certificates are checked against the address that is called.
 *
 * @param certificate this member's certificate and what leads to the authority, PEM
 * @param key its private key, PEM, PKCS #8, not encrypted
 * @param authority the certificates that are trusted, PEM
 */
public record ClusterTls(Path certificate, Path key, Path authority) {}
