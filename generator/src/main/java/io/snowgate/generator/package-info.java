/**
 * IDs and numbers that never repeat, from one mechanism: claim the lowest free run of values at or above a floor and
 * below a limit. Imports nothing but the JDK.
 */
@NullMarked
package io.snowgate.generator;

import org.jspecify.annotations.NullMarked;
