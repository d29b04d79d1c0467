/**
 * What is served: each class answers one path from memory. Imports {@code wire}, {@code state} and {@code http}, and what
 * {@code io.snowgate.cluster} makes public.
 */
@NullMarked
package io.snowgate.gateway.endpoint;

import org.jspecify.annotations.NullMarked;
