/**
 * HTTP without a version: requests, answers, routes, the origin policy and the known failures; and the wires that carry
 * them, HTTP/1.1 and HTTP/2. Imports {@code wire}; endpoints implement {@link io.snowgate.gateway.http.Endpoint} and
 * are never seen from here.
 */
@NullMarked
package io.snowgate.gateway.http;

import org.jspecify.annotations.NullMarked;
