/** Races of two threads, every outcome named; of the package they test, so that nothing need be opened for them. */
@NullMarked
package io.snowgate.generator;

import org.jspecify.annotations.NullMarked;
