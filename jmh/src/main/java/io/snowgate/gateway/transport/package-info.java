/** What a request costs from octets to octets, through everything but the socket. Imports everything. */
@NullMarked
package io.snowgate.gateway.transport;

import org.jspecify.annotations.NullMarked;
