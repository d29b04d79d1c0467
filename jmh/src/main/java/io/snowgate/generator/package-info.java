/** Benchmarks of the generator, in its package so that nothing has to be opened for them. */
@NullMarked
package io.snowgate.generator;

import org.jspecify.annotations.NullMarked;
