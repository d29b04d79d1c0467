/**
 * Snowgate beside other servers under load. Knows Snowgate only from outside, as a process and a port, and imports
 * nothing of it.
 */
@NullMarked
package io.snowgate.loadtest;

import org.jspecify.annotations.NullMarked;
