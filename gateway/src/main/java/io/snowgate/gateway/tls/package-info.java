/**
 * Who we are and how it is proved: the server certificate, and the TLS handlers each connection starts with. Imports
 * nothing of ours.
 */
@NullMarked
package io.snowgate.gateway.tls;

import org.jspecify.annotations.NullMarked;
