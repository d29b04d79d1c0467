/** The application: builds its parts from left to right and stops them in reverse. May import everything. */
@NullMarked
package io.snowgate.gateway;

import org.jspecify.annotations.NullMarked;
