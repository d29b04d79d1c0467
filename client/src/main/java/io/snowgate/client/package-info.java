/**
 * Asks the gateways of Snowgate for values that never repeat: {@link SnowgateClient} is the door. Imports nothing but the
 * JDK.
 */
@NullMarked
package io.snowgate.client;

import org.jspecify.annotations.NullMarked;
