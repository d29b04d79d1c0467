/**
 * Three gateways in processes of their own, one fault after the other, and what their clients saw. Knows Snowgate from
 * outside, as processes and ports; imports of it only what changes the members of a cluster.
 */
@NullMarked
package io.snowgate.faults;

import org.jspecify.annotations.NullMarked;
