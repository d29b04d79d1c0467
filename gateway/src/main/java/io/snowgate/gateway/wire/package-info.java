/** How values become bytes: numbers, dates and header fields, straight into a buffer. Imports nothing of ours. */
@NullMarked
package io.snowgate.gateway.wire;

import org.jspecify.annotations.NullMarked;
