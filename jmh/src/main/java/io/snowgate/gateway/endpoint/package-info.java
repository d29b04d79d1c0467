/** What an answer of an endpoint costs. */
@NullMarked
package io.snowgate.gateway.endpoint;

import org.jspecify.annotations.NullMarked;
