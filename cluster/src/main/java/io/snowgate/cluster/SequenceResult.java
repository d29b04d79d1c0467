package io.snowgate.cluster;

/** What a claim on a named sequence ends in: values, or why there are none. */
public sealed interface SequenceResult permits Range, Refusal {}
