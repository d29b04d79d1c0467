/** What the router costs, and requests for the benchmarks of endpoints. */
@NullMarked
package io.snowgate.gateway.http;

import org.jspecify.annotations.NullMarked;
