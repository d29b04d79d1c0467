/** What the publisher does ahead of requests, and a state that stands still for those who measure something else. */
@NullMarked
package io.snowgate.gateway.state;

import org.jspecify.annotations.NullMarked;
