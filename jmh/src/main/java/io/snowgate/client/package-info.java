/** Benchmarks of the client, against a gateway that runs. */
@NullMarked
package io.snowgate.client;

import org.jspecify.annotations.NullMarked;
