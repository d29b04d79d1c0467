/**
 * What several gateways agree on: timestamps, named sequences, worker leases and shared keys, from Raft groups that run
 * inside of them. May import the generator, Apache Ratis and the JDK; Ratis shows in no public type.
 */
@NullMarked
package io.snowgate.cluster;

import org.jspecify.annotations.NullMarked;
