/** Where state documents come from: the kinds of {@code StateSource}. Imports {@code wire} and {@code state}. */
@NullMarked
package io.snowgate.gateway.source;

import org.jspecify.annotations.NullMarked;
