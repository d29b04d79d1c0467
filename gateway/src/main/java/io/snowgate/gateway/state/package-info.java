/**
 * The published JSON: fetched, checked and rendered ahead of requests by one writer, read by every event loop. Imports
 * {@code wire}.
 */
@NullMarked
package io.snowgate.gateway.state;

import org.jspecify.annotations.NullMarked;
