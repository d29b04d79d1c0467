/**
 * Sockets: which I/O mechanism, who may connect, and the whole pipeline of a connection. Imports {@code http} and
 * {@code tls}.
 */
@NullMarked
package io.snowgate.gateway.transport;

import org.jspecify.annotations.NullMarked;
